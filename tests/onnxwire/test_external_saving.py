"""Saving with external data: none is lost, doubled or stripped, and nothing is written elsewhere."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tracemalloc
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from onnx import helper, numpy_helper

import onnxwire
from onnxwire import (
    EncodeError,
    ExternalData,
    ExternalDataError,
    ModelProto,
    TensorProto,
    external_buffer,
    tensor_places,
    verify_external_data,
)
from oracles.external_models import (
    STEPS_BY_NAME,
    model_of,
    nested_model,
    refer,
    tensor,
    values_of,
    write_external,
)
from oracles.saved_models import (
    check_nested,
    content,
    data_file,
    names,
    nested,
    random_array,
    said,
    weights,
)

# --- there and back --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "files"),
    [
        (True, {"m.onnx", "m.onnx.#.data"}),
        ("w.bin", {"m.onnx", "w.bin"}),
        (ExternalData(checksum=True, alignment=1 << 16), {"m.onnx", "m.onnx.#.data"}),
        (
            ExternalData(one_per_tensor=True, checksum=True),
            {"m.onnx", *(f"m.onnx.{name}.#.data" for name in STEPS_BY_NAME)},
        ),
    ],
    ids=["default name", "named", "aligned", "one file each"],
)
def test_all_tensors_go_into_other_files_and_back(
    tmp_path: Path, wish: Any, files: set[str]
) -> None:
    path, model = tmp_path / "m.onnx", nested()
    data = model.SerializeToString()
    onnxwire.save(model, path, external_data=wish)
    assert model.SerializeToString() == data
    assert names(tmp_path) == sorted(files)
    found = check_nested(path)
    # Indices of sparse tensors stay: ONNX's checker looks at them.
    assert all(found[name].data_location for name in STEPS_BY_NAME)
    has_checksum = isinstance(wish, ExternalData) and wish.checksum
    assert verify_external_data(onnxwire.load(path)) == len(found) * has_checksum
    onnxwire.save(onnxwire.load(path), path, external_data=False)
    assert onnx.load(path, load_external_data=False) == nested_model()
    # What `save` named is removed when nothing needs it, what others named is not.
    assert names(tmp_path) == ["m.onnx", "w.bin"][: 1 + (wish == "w.bin")]


def test_the_layout_is_as_wished(tmp_path: Path) -> None:
    arrays = {f"w{size}": random_array(size) for size in (100, 255, 256, 5000, 3)}
    for alignment in (1, 16, 4096, 1 << 16):
        path = tmp_path / f"{alignment}.onnx"
        wish = ExternalData(alignment=alignment, threshold=1024)
        onnxwire.save(weights(**arrays), path, external_data=wish)
        external = [t for t in onnxwire.load(path).graph.initializer if t.data_location]
        assert [tensor.name for tensor in external] == ["w256", "w5000"]
        for moved in external:
            assert int(said(moved)["offset"]) % alignment == 0
            assert external_buffer(moved) == arrays[moved.name].tobytes()
        end = -(-1024 // alignment) * alignment + 20000
        assert data_file(tmp_path).stat().st_size == end
        data_file(tmp_path).unlink()
    onnxwire.save(weights(**arrays), path, external_data=ExternalData(threshold=0))
    assert all(tensor.data_location for tensor in onnxwire.load(path).graph.initializer)
    # What is external and too small comes back.
    onnxwire.save(onnxwire.load(path), path, external_data=ExternalData(threshold=10**6))
    assert not any(tensor.data_location for tensor in onnxwire.load(path).graph.initializer)
    for wrong in (3, 0, 1 << 17):
        with pytest.raises(ValueError, match="alignment .*: a power of two"):
            onnxwire.save(weights(**arrays), path, external_data=ExternalData(alignment=wrong))
    with pytest.raises(ValueError, match="not both"):
        wish = ExternalData("w.bin", one_per_tensor=True)
        onnxwire.save(weights(**arrays), path, external_data=wish)


TYPES = sorted(set(onnx.TensorProto.DataType.values()) - {onnx.TensorProto.UNDEFINED})


@pytest.mark.parametrize("data_type", TYPES, ids=onnx.TensorProto.DataType.Name)
def test_data_of_typed_fields_goes_out_as_the_bytes_of_raw_data(
    tmp_path: Path, data_type: int
) -> None:
    values: Any = [1, 0, 1, 1, 0, 0, 1]
    if data_type == onnx.TensorProto.STRING:
        values = [b"ab"] * 7
    elif data_type == onnx.TensorProto.BOOL:
        values = [5, 0, -1, 1, 0, 2, 1]
    elif data_type in (onnx.TensorProto.INT32, onnx.TensorProto.INT8, onnx.TensorProto.FLOAT16):
        values = [-1, 0, 1, -100, 100, 3, 4]
    theirs = helper.make_tensor("w", data_type, [7], values)
    if data_type == onnx.TensorProto.BOOL:
        theirs.int32_data[:] = values
    path = tmp_path / "m.onnx"
    model = ModelProto.FromString(model_of(theirs).SerializeToString())
    onnxwire.save(model, path, external_data=ExternalData(threshold=1))
    (found,) = onnx.load(path, load_external_data=False).graph.initializer
    stays = data_type in (TensorProto.STRING, TensorProto.FLOAT6E2M3, TensorProto.FLOAT6E3M2)
    assert found.data_location == int(not stays)
    array = numpy_helper.to_array(found, str(tmp_path))
    assert array.tolist() == numpy_helper.to_array(theirs).tolist()
    if data_type == onnx.TensorProto.BOOL:
        assert set(data_file(tmp_path).read_bytes()) == {0, 1}


def test_entries_that_the_type_has_no_room_for_stop_the_save(tmp_path: Path) -> None:
    tensor = TensorProto(name="w", data_type=TensorProto.INT8, dims=[1], int32_data=[300])
    model = ModelProto(graph={"initializer": [tensor]})
    with pytest.raises(onnxwire.TensorError, match="int32_data has 300"):
        onnxwire.save(model, tmp_path / "m.onnx", external_data=ExternalData(threshold=0))
    assert not content(tmp_path)


def test_tensors_that_are_no_whole_ones_stay_as_they_are(tmp_path: Path) -> None:
    odd = [
        TensorProto(name="no type", dims=[2], raw_data=b"12345678"),
        TensorProto(name="too few", data_type=1, dims=[3], raw_data=b"12345678"),
        TensorProto(name="two", data_type=1, dims=[2], raw_data=b"12345678", float_data=[1, 2]),
    ]
    model = ModelProto(graph={"initializer": odd})
    onnxwire.save(model, tmp_path / "m.onnx", external_data=ExternalData(threshold=0))
    assert content(tmp_path) == {"m.onnx": model.SerializeToString()}


def test_tensors_with_the_same_data_share_it(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(values_of("w").tobytes())
    one, other = refer(tensor("a"), "w.bin"), refer(tensor("b"), "w.bin")
    (tmp_path / "m.onnx").write_bytes(model_of(one, other).SerializeToString())
    for wish in (True, ExternalData(one_per_tensor=True)):
        onnxwire.save(onnxwire.load(tmp_path / "m.onnx"), tmp_path / "n.onnx", external_data=wish)
        first, second = onnxwire.load(tmp_path / "n.onnx").graph.initializer
        assert said(first) == said(second)
        assert external_buffer(second) == values_of("w").tobytes()


def test_onnx_finds_the_model_valid(tmp_path: Path) -> None:
    graph = helper.make_graph(
        [
            helper.make_node("Constant", [], ["c"], value=tensor("c")),
            helper.make_node("Add", ["w", "c"], ["y"]),
        ],
        "g",
        [],
        [helper.make_tensor_value_info("y", 1, [300])],
        [tensor("w")],
    )
    indices = numpy_helper.from_array(numpy.arange(300, dtype=numpy.int64))
    graph.sparse_initializer.append(helper.make_sparse_tensor(tensor("s"), indices, [300]))
    theirs = helper.make_model(graph)
    onnx.checker.check_model(theirs)
    ours = ModelProto.FromString(theirs.SerializeToString())
    for wish in (True, ExternalData(one_per_tensor=True, checksum=True), False):
        onnxwire.save(ours, tmp_path / "m.onnx", external_data=wish)
        onnx.checker.check_model(str(tmp_path / "m.onnx"), full_check=True)


# --- where nothing may be written ------------------------------------------------------

NO_NAMES: tuple[str, ...] = (
    "../z.data",
    "/z.data",
    "sub/z.data",
    "sub\\z.data",
    "C:z.data",
    "..",
    ".",
)
NO_NAMES += ("z\0.data", "M.onnx", "z" * 300)


@pytest.mark.parametrize("location", NO_NAMES, ids=lambda text: ascii(text)[:20])
def test_data_goes_beside_the_model_only(tmp_path: Path, location: str) -> None:
    folder = tmp_path / "models"
    (folder / "sub").mkdir(parents=True)
    with pytest.raises(ExternalDataError, match="name") as caught:
        onnxwire.save(nested(), folder / "m.onnx", external_data=location)
    assert caught.value.location == location
    assert not content(folder) and not content(folder / "sub") and not content(tmp_path)


@pytest.mark.parametrize("location", ["../evil.data", "/evil.data", "..\\evil.data", ""])
def test_an_unsafe_location_in_a_tensor_stops_the_save(tmp_path: Path, location: str) -> None:
    tensor = TensorProto(name="w", data_type=1, dims=[1], data_location=1, raw_data=b"1234")
    tensor.external_data = [{"key": "location", "value": location}]
    (tmp_path / "models").mkdir()
    for wish in (None, True, False):
        model = ModelProto(graph={"initializer": [tensor]})
        with pytest.raises(ExternalDataError, match=r"initializer\[0\] 'w'"):
            onnxwire.save(model, tmp_path / "models" / "m.onnx", external_data=wish)
    assert not content(tmp_path / "models") and not content(tmp_path)


def test_links_and_folders_are_no_place_for_data(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    (folder / "folder").mkdir(parents=True)
    (tmp_path / "victim").write_bytes(b"v")
    (folder / "inside").write_bytes(b"i")
    for name, target in {"out": "../victim", "in": "inside", "broken": "../new"}.items():
        (folder / name).symlink_to(target)
    for location in ("out", "in", "broken", "folder"):
        with pytest.raises(ExternalDataError, match="a link, or no regular file"):
            onnxwire.save(nested(), folder / "m.onnx", external_data=location)
    assert not (folder / "m.onnx").exists() and content(tmp_path) == {"victim": b"v"}


@pytest.mark.parametrize("wish", [True, "w.bin"])
def test_a_hard_link_of_the_same_content_is_given_up(tmp_path: Path, wish: Any) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    onnxwire.save(nested(), folder / "m.onnx", external_data=wish)
    data = folder / "w.bin" if wish == "w.bin" else data_file(folder)
    os.link(data, tmp_path / "other name")
    before = data.read_bytes()
    onnxwire.save(nested(), folder / "m.onnx", external_data=wish)
    assert (tmp_path / "other name").read_bytes() == data.read_bytes() == before
    assert data.stat().st_nlink == 1
    check_nested(folder / "m.onnx")


def test_a_file_with_other_content_is_never_replaced(tmp_path: Path) -> None:
    """Whatever it is: data of this or another model, a link's target, something else."""
    path = tmp_path / "m.onnx"
    onnxwire.save(weights(w=random_array(), v=random_array(9)), path, external_data="w.bin")
    onnxwire.save(nested(), tmp_path / "n.onnx", external_data=True)
    before = content(tmp_path)
    taken = ["w.bin", data_file(tmp_path).name, "n.onnx", "no model"]
    (tmp_path / "no model").write_bytes(b"x" * len(before["w.bin"]))
    os.link(tmp_path / "no model", tmp_path / "hard link")
    before = content(tmp_path)
    other = weights(w=random_array() + 1, v=random_array(9))
    for location in (*taken, "hard link"):
        with pytest.raises(ExternalDataError, match="has other content.*remove it, or") as caught:
            onnxwire.save(other, path, external_data=location)
        assert caught.value.location == location
        assert content(tmp_path) == before
    # The model's own content, and what nobody has.
    onnxwire.save(onnxwire.load(path), path, external_data="w.bin")
    assert content(tmp_path) == before
    os.unlink(tmp_path / "w.bin")
    onnxwire.save(other, path, external_data="w.bin")
    assert external_buffer(onnxwire.load(path).graph.initializer[0]) == random_array_bytes(1)


def random_array_bytes(added: int) -> bytes:
    return bytes((random_array() + added).tobytes())


ODD_NAMES = ["../../x", "a/b", "con", ".", "..", "n" * 300, "W", "w", "a:b", "ü", " ", "x\0", "*"]
ODD_NAMES += ["\n", "a b", "a_b", "a/b", "A_B", "", "-rf", "CON.txt"]


def test_files_named_after_tensors_have_safe_names(tmp_path: Path) -> None:
    model = ModelProto()
    for index, name in enumerate(ODD_NAMES):
        array = random_array(300 + index)
        model.graph.initializer.append(
            TensorProto(name=name, data_type=1, dims=[array.size], raw_data=array.tobytes())
        )
    path = tmp_path / "m.onnx"
    onnxwire.save(model, path, external_data=ExternalData(one_per_tensor=True))
    found_names = [file.name for file in tmp_path.iterdir() if file != path]
    assert len({name.casefold() for name in found_names}) == len(ODD_NAMES)
    for name in found_names:
        assert name.startswith("m.onnx.") and name.endswith(".data") and len(name) <= 200
        assert name.isascii() and name.replace(".", "").replace("-", "").replace("_", "").isalnum()
    first = content(tmp_path)
    loaded = onnxwire.load(path)
    for index, found in enumerate(loaded.graph.initializer):
        assert external_buffer(found) == random_array(300 + index).tobytes()
    onnxwire.save(loaded, path, external_data=ExternalData(one_per_tensor=True))
    assert content(tmp_path) == first


def test_the_longest_name_of_a_model_has_data_too(tmp_path: Path) -> None:
    for name in ("n" * 255, "ü" * 120):
        onnxwire.save(nested(), tmp_path / name, external_data=True)
        check_nested(tmp_path / name)


# --- files and their rights ------------------------------------------------------------


def test_the_data_of_a_private_model_is_private(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.touch(mode=0o600)
    for _ in range(2):
        onnxwire.save(nested(), path, external_data=True)
        modes = [stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()]
        assert modes == [0o600, 0o600]
        # Other data, so that it is replaced.
        onnxwire.save(weights(w=random_array()), path, external_data=True)


def test_a_link_to_a_model_has_the_data_beside_the_model(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.onnx"
    link.symlink_to("real/m.onnx")
    (tmp_path / "real" / "m.onnx").touch()
    for _ in range(2):
        onnxwire.save(nested(), link, external_data=True)
        assert link.is_symlink()
        assert names(tmp_path / "real") == ["m.onnx", "m.onnx.#.data"]
        for place in tensor_places(onnxwire.load(link)):
            if place.tensor.data_location:
                assert external_buffer(place.tensor)


def test_an_open_file_takes_a_message_as_it_is(tmp_path: Path) -> None:
    path = write_external(tmp_path, nested_model())
    model, file = onnxwire.load(path), io.BytesIO()
    onnxwire.save(model, file)
    assert file.getvalue() == path.read_bytes()
    for target in (file, os.devnull):
        with pytest.raises(ValueError, match="external data lies beside a file"):
            onnxwire.save(model, target, external_data=True)


def test_other_messages_have_external_data_too(tmp_path: Path) -> None:
    array = random_array()
    tensor = TensorProto(name="w", data_type=1, dims=[array.size], raw_data=array.tobytes())
    onnxwire.save(tensor, tmp_path / "w.pb", external_data=True)
    assert names(tmp_path) == ["w.pb", "w.pb.#.data"]
    found = onnxwire.load(tmp_path / "w.pb", TensorProto)
    assert external_buffer(found) == array.tobytes()
    onnxwire.save(found, tmp_path / "w.pb", external_data=False)
    assert onnxwire.load(tmp_path / "w.pb", TensorProto) == tensor


def test_a_message_that_cannot_be_written_leaves_everything(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(nested(), path, external_data=True)
    before = content(tmp_path)
    broken = weights(w=random_array())
    broken.graph.node.add(op_type="Abs")
    inputs: list[Any] = broken.graph.node[0].input
    list.append(inputs, 3)
    with pytest.raises(EncodeError, match=r"graph\.node\[0\]\.input\[0\]"):
        onnxwire.save(broken, path, external_data=True)
    assert content(tmp_path) == before


def test_weights_are_not_copied_into_memory(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(weights(w=numpy.zeros(1 << 24, numpy.uint8), v=random_array()), path)
    (tmp_path / "new").mkdir()
    target = tmp_path / "new" / "m.onnx"
    tracemalloc.start()
    for wish in (True, ExternalData(checksum=True), None, False, True):
        onnxwire.save(onnxwire.load(path), target, external_data=wish)
        path = target
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 22
    digest = hashlib.sha1(data_file(target.parent).read_bytes()).hexdigest()
    assert digest == hashlib.sha1(bytes(1 << 24) + random_array().tobytes()).hexdigest()
