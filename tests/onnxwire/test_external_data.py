"""Reading external data: the right bytes, beside the model and nowhere else."""

from __future__ import annotations

import hashlib
import io
import os
import warnings
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import helper

import onnxwire
from onnxwire import (
    ExternalDataError,
    ModelProto,
    TensorProto,
    embed_external_data,
    external_buffer,
    tensor_places,
    to_numpy,
    verify_external_data,
)
from onnxwire._runtime.mapped_file import Map
from oracles.external_models import (
    EIGHT,
    STEPS_BY_NAME,
    all_tensors,
    floats,
    load_one,
    model_of,
    nested_model,
    refer,
    tensor,
    values_of,
    write_external,
)

# --- what onnx reads, too --------------------------------------------------------------


@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_all_tensors_of_a_model_find_their_data(tmp_path: Path, way: Any) -> None:
    path = write_external(tmp_path, nested_model())
    model = onnxwire.load(path, **way)
    places = [place for place in tensor_places(model) if place.tensor.name]
    assert {place.tensor.name for place in places} == set(STEPS_BY_NAME)
    for place in places:
        view = external_buffer(place.tensor)
        assert view.readonly and view == values_of(place.tensor.name).tobytes()
        array = to_numpy(place.tensor)
        assert array.tolist() == values_of(place.tensor.name).tolist()
        assert not array.flags.writeable and not array.flags.owndata


def test_what_onnx_writes_is_read(tmp_path: Path) -> None:
    for index, kind in enumerate(({}, {"all_tensors_to_one_file": False})):
        path = tmp_path / f"{index}.onnx"
        options: dict[str, Any] = {"size_threshold": 0, "convert_attribute": True, **kind}
        if not kind:
            options["location"] = "one.data"
        onnx.save(nested_model(), path, save_as_external_data=True, **options)
        ours = onnxwire.load(path)
        external = [p.tensor for p in tensor_places(ours) if p.tensor.data_location]
        assert len(external) == len(STEPS_BY_NAME) - 6, "onnx knows fewer places"
        embed_external_data(ours)
        theirs = onnx.ModelProto.FromString(ours.SerializeToString())
        assert theirs == nested_model()


def test_the_folder_stays_known_in_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_external(tmp_path, nested_model())
    monkeypatch.chdir(tmp_path)
    model = onnxwire.load(path.name)
    monkeypatch.chdir("/")
    other = ModelProto(graph={"initializer": [model.graph.initializer[0]]})
    other.graph.initializer.append(model.graph.initializer[0])
    other.graph.initializer.add().MergeFrom(model.graph.initializer[0])
    assert len(other.graph.initializer) == 3
    for copied in other.graph.initializer:
        assert external_buffer(copied) == values_of("init").tobytes()


def test_no_folder_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_external(tmp_path, nested_model())
    monkeypatch.chdir(tmp_path)
    data = path.read_bytes()
    for model in (ModelProto.FromString(data), onnxwire.load(io.BytesIO(data))):
        found = model.graph.initializer[0]
        with pytest.raises(ExternalDataError, match="'init'.*the folder is not known.*base_dir"):
            external_buffer(found)
        assert external_buffer(found, tmp_path) == values_of("init").tobytes()
        assert external_buffer(found, "") == values_of("init").tobytes()
        assert to_numpy(found, base_dir=tmp_path).tolist() == values_of("init").tolist()
    with open(path, "rb") as file:
        assert external_buffer(onnxwire.load(file).graph.initializer[0])


def test_embedded_data_is_no_copy_and_all_or_nothing(tmp_path: Path) -> None:
    path = write_external(tmp_path, nested_model())
    model = onnxwire.load(path)
    before = model.SerializeToString()
    broken = ModelProto.FromString(before)
    model.functions[0].attribute_proto[0].t.external_data[2].value = "nowhere"
    with pytest.raises(
        ExternalDataError, match=r"attribute_proto\[0\]\.t 'default': external data 'nowhere'"
    ):
        embed_external_data(model)
    assert external_buffer(model.graph.initializer[0])
    embed_external_data(broken, tmp_path)
    theirs = onnx.ModelProto.FromString(broken.SerializeToString())
    for name, found in all_tensors(theirs).items():
        assert onnx.numpy_helper.to_array(found).tolist() == values_of(name).tolist()
    view = broken.graph.initializer[0].ViewField("raw_data")
    assert isinstance(view.obj, Map)


def test_a_view_keeps_what_it_shows(data_folder: Path) -> None:
    found = load_one(data_folder, refer(floats(8), "w.bin"))
    view = external_buffer(found)
    (data_folder / "new.bin").write_bytes(bytes(32))
    os.replace(data_folder / "new.bin", data_folder / "w.bin")
    assert view == external_buffer(found) == EIGHT
    os.unlink(data_folder / "w.bin")
    assert view == EIGHT


# --- offset and length -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        (refer(floats(), "w.bin"), EIGHT[:16]),
        (refer(floats(), "w.bin", offset="16"), EIGHT[16:]),
        (refer(floats(), "w.bin", offset="16", length="0"), EIGHT[16:]),
        (refer(floats(), "w.bin", offset="016", length="16"), EIGHT[16:]),
        (refer(floats(0), "w.bin", offset="32", length="0"), b""),
        (refer(floats(0), "w.bin"), b""),
        (refer(helper.make_tensor("w", 22, [3], b"12", raw=True), "w.bin"), EIGHT[:2]),
        (refer(helper.make_tensor("w", 27, [5], b"1234", raw=True), "w.bin"), EIGHT[:4]),
        (refer(helper.make_tensor("w", 1, [], b"1234", raw=True), "w.bin"), EIGHT[:4]),
    ],
)
def test_the_size_follows_from_shape_and_type(
    data_folder: Path, reference: onnx.TensorProto, expected: bytes
) -> None:
    assert external_buffer(load_one(data_folder, reference)) == expected
    assert external_buffer(load_one(data_folder, reference, mmap=False)) == expected


def test_where_a_key_stands_twice_the_last_one_counts(data_folder: Path) -> None:
    reference = refer(floats(), "nowhere", offset="16")
    reference.external_data.add(key="location", value="w.bin")
    reference.external_data.add(key="offset", value="0")
    assert external_buffer(load_one(data_folder, reference)) == EIGHT[:16]


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"offset": "20"}, r"offset 20 and 16 bytes end at 36, the file has 32 bytes"),
        ({"offset": "9" * 18}, r"offset 9{18} and 16 bytes end at 1"),
        ({"offset": "9" * 10**6}, r"offset '9{20}\.\.\.' is no number of bytes"),
        ({"offset": "-1"}, r"offset '-1' is no number of bytes"),
        ({"offset": "1_6"}, r"offset '1_6' is no number"),
        ({"offset": " 16"}, r"offset ' 16' is no number"),
        ({"offset": "٤"}, r"offset '\\u0664' is no number"),
        ({"offset": ""}, r"offset '' is no number"),
        ({"length": "-1"}, r"length '-1' is no number"),
        ({"length": "16.0"}, r"length '16.0' is no number"),
        ({"length": "12"}, r"length 12, but the tensor takes 16 bytes"),
        ({"length": "17"}, r"length 17, but the tensor takes 16 bytes"),
        ({"length": str(1 << 62)}, r"length 4611686018427387904, but the tensor takes 16 bytes"),
    ],
)
def test_wrong_ranges_are_errors_with_both_numbers(
    data_folder: Path, keys: dict[str, Any], error: str
) -> None:
    with pytest.raises(ExternalDataError, match=error) as caught:
        external_buffer(load_one(data_folder, refer(floats(), "w.bin", **keys)))
    assert caught.value.path == "TensorProto 'w'" and caught.value.location == "w.bin"


def test_sizes_of_the_shape_are_checked_before_anything_is_allocated(data_folder: Path) -> None:
    huge = refer(floats(), "w.bin")
    huge.dims[:] = [1 << 40]
    with pytest.raises(ExternalDataError, match="and 4398046511104 bytes end at .* 32 bytes"):
        external_buffer(load_one(data_folder, huge, mmap=False))
    huge.dims[:] = [1 << 62, 4]
    with pytest.raises(onnxwire.TensorError, match=r"2\*\*63"):
        external_buffer(load_one(data_folder, huge))
    (data_folder / "empty.bin").touch()
    with pytest.raises(ExternalDataError, match="0 and 16 bytes end at 16, the file has 0 bytes"):
        external_buffer(load_one(data_folder, refer(floats(), "empty.bin")))
    with pytest.raises(ExternalDataError, match="strings cannot lie in another file"):
        text: Any = [b"a"]
        strings = helper.make_tensor("w", onnx.TensorProto.STRING, [1], text)
        strings.ClearField("string_data")
        external_buffer(load_one(data_folder, refer(strings, "w.bin")))
    with pytest.raises(ExternalDataError, match="'w': its data is in the tensor"):
        external_buffer(TensorProto(name="w"))


# --- other keys ------------------------------------------------------------------------


def test_unknown_keys_are_a_warning_and_ignored(data_folder: Path) -> None:
    keys: dict[str, Any] = {"basepath": "/etc", "mode": "w\x1b", "a" * 100: "b"}
    found = load_one(data_folder, refer(floats(8), "w.bin", **keys))
    with pytest.warns(UserWarning, match=r"'w': unknown keys.*'a{60}', 'mode'$"):
        assert external_buffer(found) == EIGHT
    more: dict[str, Any] = {f"key{index}": "" for index in range(1000)}
    many = refer(floats(8), "w.bin", **more)
    with pytest.warns(
        UserWarning, match="'key0', 'key1', 'key10', 'key100', 'key101' and 995 more"
    ):
        external_buffer(load_one(data_folder, many))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        external_buffer(load_one(data_folder, refer(floats(8), "w.bin", basepath="/etc")))


def test_checksums_are_verified_when_that_is_asked_for(data_folder: Path) -> None:
    digest = hashlib.sha1(EIGHT).hexdigest()

    def model(checksum: str) -> ModelProto:
        load_one(data_folder, refer(floats(), "w.bin", checksum=checksum))
        return onnxwire.load(data_folder / "model.onnx")

    assert verify_external_data(model(digest)) == 1
    assert verify_external_data(model(digest.upper())) == 1
    assert verify_external_data(
        ModelProto.FromString(model(digest).SerializeToString()), data_folder
    )
    for wrong, reason in {
        digest[::-1]: f"digest is {digest}, its checksum says {digest[::-1]}",
        "xyz": f"checksum 'xyz' is no SHA-1 digest; that of the file is {digest}",
        "": "checksum '' is no SHA-1 digest",
        "g" * 40: "no SHA-1 digest",
    }.items():
        assert external_buffer(model(wrong).graph.initializer[0]) == EIGHT[:16]
        with pytest.raises(ExternalDataError, match=f"'w': external data 'w.bin': .*{reason}"):
            verify_external_data(model(wrong))
    (data_folder / "w.bin").write_bytes(EIGHT + b"!")
    with pytest.raises(ExternalDataError, match="its checksum says"):
        verify_external_data(model(digest))


def test_a_file_of_many_tensors_is_hashed_once(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = hashlib.sha1(EIGHT).hexdigest()
    references = [refer(tensor(f"w{i}"), "w.bin", checksum=digest) for i in range(5)]
    for reference in references:
        reference.dims[:] = [2]
    path = data_folder / "model.onnx"
    path.write_bytes(model_of(*references, refer(floats(), "sub/w.bin")).SerializeToString())
    made = []
    sha1 = hashlib.sha1

    def counted() -> Any:
        made.append(sha1())
        return made[-1]

    monkeypatch.setattr(hashlib, "sha1", counted)
    assert verify_external_data(onnxwire.load(path)) == 5
    assert len(made) == 1
