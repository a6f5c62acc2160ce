"""The examples of the reference: what google's classes, `onnx` and ours make of their bytes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy
import onnx
import pytest
from google.protobuf import text_format as their_text_format
from google.protobuf.message import DecodeError
from onnx import numpy_helper

from onnxwire import text_format as our_text_format
from oracles.markdown_pages import MarkdownPage
from oracles.message_types import BY_NAME
from oracles.mutations import mutated
from oracles.real_files import fits
from oracles.roundtrips import Rejection, roundtrip
from wiregen.annotations.examples import Example
from wiregen.pipeline import read_inputs
from wiregen.project import read_configuration
from wiregen.schema.option_types import OptionTypes
from wiregen.targets.docs.examples import readings_of
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.values import text_format
from wiregen.wire.encoding import encoded
from wiregen.wire.records import Record, records_of, value_of

CHECKOUT = Path(__file__).parents[2]
Pages = dict[str, MarkdownPage]


@cache
def material() -> Material:
    return Material.of(read_inputs(read_configuration(CHECKOUT)[0]))


EXAMPLES = material().examples.examples
RECIPES = [example for example in EXAMPLES if example.recipe]
SHOWN = [example for example in EXAMPLES if example.remark_by_reading]


def short(name: str) -> str:
    return name.removeprefix("onnx.")


def identity(example: Example) -> str:
    return example.id


@pytest.mark.parametrize("example", RECIPES, ids=identity)
def test_recipes_have_the_bytes_that_other_encoders_write(example: Example) -> None:
    types = BY_NAME[short(example.message)]
    theirs, ours = types.theirs(), types.ours()
    their_text_format.Parse(example.recipe, theirs)
    our_text_format.Parse(example.recipe, ours)
    assert theirs.SerializeToString(deterministic=True) == example.data
    assert ours.SerializeToString() == example.data
    # And they are decoded, and written back.
    assert roundtrip(types.theirs, example.data) == example.data
    assert roundtrip(types.ours, example.data) == example.data


def test_other_bytes_are_taken_or_refused_as_the_pages_say() -> None:
    refused = set()
    for example in EXAMPLES:
        types = BY_NAME[short(example.message)]
        theirs, ours = (roundtrip(cls, example.data) for cls in (types.theirs, types.ours))
        if isinstance(theirs, Rejection):
            refused.add(example.id)
            assert isinstance(ours, Rejection)
        else:
            assert ours == theirs
    faulty = {e.id for e in EXAMPLES if has_fault(material().records_by_example[e.id])}
    assert refused == faulty == {"cut", "field-zero"}


def has_fault(records: tuple[Record, ...]) -> bool:
    return any(record.fault or has_fault(record.records) for record in records)


@pytest.mark.parametrize("example", SHOWN, ids=identity)
def test_readings_are_those_in_which_google_finds_nothing_unknown(example: Example) -> None:
    kinds = [root.message for root in material().annotations.roots if root.is_usual]
    fitting = {name for name in kinds if fits(BY_NAME[short(name)].theirs, example.data)}
    assert {reading.message for reading in readings_of(example, material())} == fitting
    # Of each, the file says something, and of no other.
    assert set(example.remark_by_reading) == fitting
    assert len(fitting) > 1


@pytest.mark.parametrize("example", SHOWN, ids=identity)
def test_readings_say_what_google_reads(example: Example) -> None:
    for reading in readings_of(example, material()):
        theirs = BY_NAME[short(reading.message)].theirs
        said = theirs()
        text = text_format(reading.value, material())
        if "..." in text or re.search(r"\\x[89a-f]", text):
            # Cut short, or a text that is no UTF-8, which google's function does not take.
            continue
        their_text_format.Parse(text, said)
        assert said == theirs.FromString(example.data)


def test_what_is_remarked_of_the_checker_is_so() -> None:
    data_by_id = {example.id: example.data for example in EXAMPLES}
    onnx.checker.check_tensor(onnx.TensorProto.FromString(data_by_id["six-bytes"]))
    with pytest.raises(onnx.checker.ValidationError, match="UNDEFINED"):
        onnx.checker.check_tensor(onnx.TensorProto.FromString(data_by_id["optional-empty"]))
    onnx.checker.check_model(onnx.ModelProto.FromString(data_by_id["model"]))
    with pytest.raises(onnx.checker.ValidationError, match="too small"):
        onnx.checker.check_tensor(onnx.TensorProto.FromString(data_by_id["tensor-segment"]))


def test_every_message_stands_in_an_example_and_every_example_on_a_page(committed: Pages) -> None:
    for message in material().messages:
        page = committed[material().places.symbol(message.full_name).page]
        assert "s.examples" in page.ids, message.full_name
    links = {link for page in committed.values() for link in page.links}
    for example in EXAMPLES:
        page = committed[material().places.symbol(example.message).page]
        assert f"example.{example.id}" in page.ids
        assert (
            f"{page.path.relative_to(CHECKOUT / 'generated' / 'reference')}#example.{example.id}"
            in links
        )


def test_topics_are_sections_that_show_their_examples(committed: Pages) -> None:
    assert sum(len(example.topics) for example in EXAMPLES) > 5
    for example in EXAMPLES:
        for topic in example.topics:
            page = committed["versions.md" if topic == "decoder" else "wire-format.md"]
            assert f"s.{topic}" in page.ids
            assert any(link.endswith(f"#example.{example.id}") for link in page.links), example.id


def test_tables_account_for_every_byte(committed: Pages) -> None:
    tables = [
        table[1:]
        for page in committed.values()
        for table in page.tables
        if table[0] == ["Offset", "Bytes", "Field", "Value"]
    ]
    rows_by_example = dict(zip([e.id for e in in_page_order()], tables, strict=True))
    for example in EXAMPLES:
        at = 0
        for offset, shown, _, _ in rows_by_example[example.id]:
            assert int(offset) == at, example.id
            start = bytes.fromhex(re.match(r"(?:[0-9A-F]{2} ?)*", shown)[0])  # type: ignore[index]
            assert example.data[at:].startswith(start)
            more = re.search(r"and (\d+)", shown)
            at += len(start) + (int(more[1]) if more else 0)
        assert at == len(example.data), example.id


def in_page_order() -> list[Example]:
    return sorted(EXAMPLES, key=lambda e: material().places.symbol(e.message).page)


def test_constructor_calls_build_the_messages(committed: Pages) -> None:
    data_by_message: dict[str, bytes] = {}
    for example in RECIPES:
        data_by_message.setdefault(example.message, example.data)
    count = 0
    for message in material().messages:
        page = committed[material().places.symbol(message.full_name).page]
        (code,) = re.findall(r"```python\n(.*?)\n```", page.path.read_text(), re.DOTALL)
        names: dict[str, Any] = {}
        exec(code, names)
        built = names["message"]
        assert type(built).DESCRIPTOR.full_name == message.full_name
        data = built.SerializeToString()
        if message.full_name in data_by_message:
            assert data == data_by_message[message.full_name]
            count += 1
        else:
            assert any(data in example.data for example in RECIPES)
    assert count > 15


def test_elements_are_those_that_onnx_reads() -> None:
    elements = material().examples.elements
    types = onnx.TensorProto.DataType
    assert {short(name).rpartition(".")[2] for name in elements} == {
        name for name in types.keys() if name not in ("UNDEFINED", "STRING")
    }
    for item in elements.values():
        shown = [word.strip().replace("i", "j") for word in item.shown.split(",")]
        wanted = [
            {"true": True, "false": False}.get(w, complex(w) if w[0] not in "tf" else 0)
            for w in shown
        ]
        tensor = onnx.TensorProto(
            dims=[len(shown)], data_type=types.Value(item.value.name), raw_data=item.data
        )
        found = numpy_helper.to_array(tensor)
        assert found.astype(numpy.complex128).tolist() == wanted, item.value.name


def test_bytes_are_taken_apart_as_google_does() -> None:
    """Damaged examples: sound or not, known or not, and with the same content."""
    random = Random(11)
    schema = material().schema
    types = OptionTypes(schema, None)
    outcomes = {"refused": 0, "unknown": 0, "clean": 0}
    for _ in range(2500):
        example = random.choice(EXAMPLES)
        theirs = BY_NAME[short(example.message)].theirs
        data = example.data
        if not has_fault(material().records_by_example[example.id]):
            data = mutated(random, theirs.DESCRIPTOR, data)
        records = records_of(data, example.message, schema)
        try:
            message = theirs.FromString(data)
        except DecodeError:
            assert has_fault(records), data.hex(" ")
            outcomes["refused"] += 1
            continue
        assert not has_fault(records), data.hex(" ")
        is_clean = all(record.is_clean for record in records)
        # What a later member of a oneof clears is gone with all that was unknown in it.
        assert is_clean <= fits(theirs, data), data.hex(" ")
        message.DiscardUnknownFields()
        value = value_of(records, example.message, schema)
        assert encoded(value, types) == message.SerializeToString(deterministic=True), data.hex(" ")
        outcomes["clean" if is_clean else "unknown"] += 1
    assert min(outcomes.values()) > 200, outcomes
