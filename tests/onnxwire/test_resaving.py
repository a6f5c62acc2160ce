"""Saving models with external data again, elsewhere, and over themselves."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

import pytest

import onnxwire
from onnxwire import (
    ExternalData,
    ExternalDataError,
    ModelProto,
    TensorProto,
    external_buffer,
    tensor_places,
)
from onnxwire._external import mentions
from onnxwire._runtime.untouched import is_untouched
from oracles.external_models import model_of, nested_model, tensor, write_external
from oracles.saved_models import (
    check_nested,
    content,
    data_file,
    names,
    nested,
    random_array,
    weights,
)


@pytest.mark.parametrize("wish", [True, ExternalData(one_per_tensor=True, checksum=True)], ids=str)
def test_saving_twice_gives_the_same_files(tmp_path: Path, wish: Any) -> None:
    path = tmp_path / "m.onnx"
    onnxwire.save(nested(), path, external_data=wish)
    first = content(tmp_path)
    times = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir() if file != path}
    for model in (nested(), onnxwire.load(path)):
        onnxwire.save(model, path, external_data=wish)
        assert content(tmp_path) == first
    # Data that is there is not written again.
    assert times == {file: file.stat().st_mtime_ns for file in times}


def test_other_data_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    for size in (5000, 4000, 6000):
        onnxwire.save(weights(w=random_array(size), v=random_array(999)), path, external_data=True)
        assert names(tmp_path) == ["m.onnx", "m.onnx.#.data"]
        assert data_file(tmp_path).stat().st_nlink == 1
        w, v = onnxwire.load(path).graph.initializer
        assert external_buffer(w) == random_array(size).tobytes()
        assert external_buffer(v) == random_array(999).tobytes()


@pytest.mark.parametrize("way", [{}, {"eager": True}, {"mmap": False}], ids=str)
def test_what_was_loaded_keeps_its_data_when_that_is_replaced(tmp_path: Path, way: Any) -> None:
    path = tmp_path / "m.onnx"
    old = {name: random_array(size) for name, size in {"a": 5000, "b": 3000, "c": 400}.items()}
    onnxwire.save(weights(**old), path, external_data=True)
    model, other = onnxwire.load(path, **way), onnxwire.load(path, **way)
    view = external_buffer(model.graph.initializer[1])
    model.graph.initializer[0].CopyFrom(weights(a=random_array(7)).graph.initializer[0])
    new = old | {"a": random_array(7)}
    # Twice: the second time, data comes from a file that is gone.
    for _ in range(2):
        onnxwire.save(model, path, external_data=True)
        loaded = onnxwire.load(path)
        onnxwire.embed_external_data(loaded)
        assert {t.name: t.raw_data for t in loaded.graph.initializer} == {
            name: array.tobytes() for name, array in new.items()
        }
    assert view == old["b"].tobytes()
    for expected, kept in zip(old.values(), other.graph.initializer, strict=True):
        assert external_buffer(kept) == expected.tobytes()
    # Its references are those to the old file: saved as they are, they would lead to other data.
    onnxwire.save(other, path)
    kept = onnxwire.load(path)
    onnxwire.embed_external_data(kept)
    assert [t.raw_data for t in kept.graph.initializer] == [a.tobytes() for a in old.values()]


def test_a_model_is_saved_where_it_is_without_its_data_being_touched(tmp_path: Path) -> None:
    path = write_external(tmp_path, nested_model())
    (tmp_path / "model.onnx.bin").unlink()
    model = onnxwire.load(path)
    model.producer_name = "x"
    for target in (path, tmp_path / "other.onnx"):
        onnxwire.save(model, target)
        assert target.read_bytes() == model.SerializeToString()
    assert sorted(content(tmp_path)) == ["model.onnx", "other.onnx"]


@pytest.mark.parametrize("is_touched", [False, True])
def test_a_model_that_is_saved_elsewhere_takes_its_data_along(
    tmp_path: Path, is_touched: bool
) -> None:
    (tmp_path / "new").mkdir()
    path = write_external(tmp_path, nested_model())
    model = onnxwire.load(path, eager=is_touched)
    onnxwire.save(model, tmp_path / "new" / "m.onnx")
    assert names(tmp_path / "new") == ["m.onnx", "m.onnx.#.data"]
    os.unlink(tmp_path / "model.onnx.bin")
    check_nested(tmp_path / "new" / "m.onnx")
    # Its parts, too, in another model.
    model = onnxwire.load(tmp_path / "new" / "m.onnx", eager=is_touched)
    copy = ModelProto(graph=model.graph, functions=model.functions)
    copy.training_info = model.training_info
    onnxwire.save(copy, tmp_path / "part.onnx")
    check_nested(tmp_path / "part.onnx")


def test_a_large_part_that_nobody_touched_takes_its_data_along(tmp_path: Path) -> None:
    """External tensors behind large ones and among many nodes, in a part of several kilobytes."""
    model = weights(w=random_array(50_000))
    model.graph.node.extend(onnxwire.NodeProto(name=str(index)) for index in range(5000))
    value = TensorProto(data_type=1, dims=[3], data_location=1)
    value.external_data = [{"key": "location", "value": "x.bin"}]
    for index, holder in enumerate((model.graph.node[4000], model.graph.node[10])):
        holder.attribute.add(name="a", t=value, type=4)
        (tmp_path / "from").mkdir(exist_ok=True)
        (tmp_path / "from" / "x.bin").write_bytes(b"0123456789ab")
        data = model.SerializeToString()
        (tmp_path / "from" / "m.onnx").write_bytes(data)
        target = tmp_path / f"to{index}" / "m.onnx"
        target.parent.mkdir()
        onnxwire.save(onnxwire.load(tmp_path / "from" / "m.onnx"), target)
        saved = onnxwire.load(target)
        places = [p for p in tensor_places(saved) if p.tensor.data_location]
        assert len(places) == index + 1
        assert all(bytes(external_buffer(place.tensor)) == b"0123456789ab" for place in places)


def test_a_model_without_external_data_is_not_decoded_to_be_saved_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    model = weights(w=random_array(50_000), location=random_array(9000))
    onnxwire.save(model, path)
    (tmp_path / "new").mkdir()
    loaded = onnxwire.load(path)
    onnxwire.save(loaded, tmp_path / "new" / "m.onnx")
    assert is_untouched(loaded._graph)
    assert (tmp_path / "new" / "m.onnx").read_bytes() == path.read_bytes()


def test_data_that_is_missing_is_an_error_elsewhere(tmp_path: Path) -> None:
    path = write_external(tmp_path, nested_model())
    (tmp_path / "model.onnx.bin").unlink()
    (tmp_path / "new").mkdir()
    for wish in (None, False, True):
        with pytest.raises(
            ExternalDataError, match="'attr': external data 'model.onnx.bin': there is no such"
        ):
            onnxwire.save(onnxwire.load(path), tmp_path / "new" / "m.onnx", external_data=wish)
    assert not content(tmp_path / "new")


def test_references_without_a_folder_are_a_warning_where_they_lead_nowhere(tmp_path: Path) -> None:
    path = write_external(tmp_path, model_of(tensor("w")))
    model = ModelProto.FromString(path.read_bytes())
    (tmp_path / "new").mkdir()
    with pytest.warns(UserWarning, match=r"initializer\[0\] 'w': .*'model.onnx.bin': there is no"):
        onnxwire.save(model, tmp_path / "new" / "m.onnx")
    assert content(tmp_path / "new") == {"m.onnx": path.read_bytes()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        onnxwire.save(model, tmp_path / "other.onnx")
    for wish in (False, True):
        with pytest.raises(ExternalDataError, match="the folder is not known"):
            onnxwire.save(model, path, external_data=wish)


def test_files_of_the_same_name_in_two_folders_stay_apart(tmp_path: Path) -> None:
    models = []
    for seed in (1, 2):
        path = tmp_path / str(seed) / "m.onnx"
        path.parent.mkdir()
        onnxwire.save(weights(w=random_array(5000) + seed), path, external_data="w.bin")
        models.append(onnxwire.load(path))
    one, other = models
    one.graph.initializer.append(other.graph.initializer[0])
    for wish in (True, ExternalData(one_per_tensor=True), False):
        target = tmp_path / str(wish)[:5] / "m.onnx"
        target.parent.mkdir()
        onnxwire.save(one, target, external_data=wish)
        saved = onnxwire.load(target)
        onnxwire.embed_external_data(saved) if wish else None
        for seed, embedded in zip((1, 2), saved.graph.initializer, strict=True):
            assert embedded.raw_data == (random_array(5000) + seed).tobytes()


@pytest.mark.parametrize("whole_below", [1 << 24, 100], ids=["searched whole", "gone into"])
@pytest.mark.parametrize("size", [0, (1 << 14) - 200, 1 << 14, 1 << 16])
def test_a_long_tensor_message_takes_its_data_along(
    tmp_path: Path, size: int, whole_below: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tensor with external data whose own message is long, before or after `external_data`.

    Files of megabytes are not searched whole.
    """
    monkeypatch.setattr(mentions, "_WHOLE_BELOW", whole_below)
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "x.bin").write_bytes(b"0123456789ab")
    for filler in ("name", "doc_string", "metadata_props"):
        value = TensorProto(data_type=1, dims=[3], data_location=1)
        value.external_data = [{"key": "location", "value": "x.bin"}]
        if filler == "metadata_props":
            value.metadata_props = [{"key": "k", "value": "x" * size}]
        else:
            setattr(value, filler, "x" * size)
        model = ModelProto(graph={"initializer": [value]})
        (tmp_path / "from" / "m.onnx").write_bytes(model.SerializeToString())
        target = tmp_path / filler / "m.onnx"
        target.parent.mkdir()
        onnxwire.save(onnxwire.load(tmp_path / "from" / "m.onnx"), target)
        (saved,) = onnxwire.load(target).graph.initializer
        assert bytes(external_buffer(saved)) == b"0123456789ab"


TWICE: tuple[dict[str, Any], ...] = (
    {"raw_data": b"12345678"},
    {"raw_data": b""},
    {"float_data": [1, 2]},
)


@pytest.mark.parametrize("fields", TWICE, ids=str)
def test_data_in_two_places_is_never_dropped(tmp_path: Path, fields: dict[str, Any]) -> None:
    (tmp_path / "w.bin").write_bytes(b"abcdefgh")
    tensor = TensorProto(name="w", data_type=1, dims=[2], data_location=1, **fields)
    tensor.external_data = [{"key": "location", "value": "w.bin"}]
    path, target = tmp_path / "m.onnx", tmp_path / "new" / "m.onnx"
    target.parent.mkdir()
    data = ModelProto(graph={"initializer": [tensor]}).SerializeToString()
    path.write_bytes(data)
    model = onnxwire.load(path)
    (tensor,) = model.graph.initializer
    for write in (
        lambda: onnxwire.save(model, target),
        lambda: onnxwire.save(model, target, external_data=True),
        lambda: onnxwire.save(model, target, external_data=ExternalData(threshold=0)),
        lambda: onnxwire.save(model, target, external_data=False),
        lambda: onnxwire.embed_external_data(model),
        lambda: onnxwire.to_numpy(tensor),
        lambda: external_buffer(tensor),
    ):
        with pytest.raises(onnxwire.TensorError, match=f"'w'.*{next(iter(fields))}.*is wrong"):
            write()
    assert not content(target.parent)
    # Left where it is, it is written as it stands.
    onnxwire.save(model, path)
    assert path.read_bytes() == data
