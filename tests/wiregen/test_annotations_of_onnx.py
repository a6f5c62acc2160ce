"""ONNX's annotations against ONNX itself: its checker, its schemas, its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto

from oracles.checker_cases import ACCEPTED, REFUSED, SOUND, attribute, node, of_nodes, tensor
from oracles.message_types import BY_NAME
from oracles.real_files import FOLDER, fits
from wiregen.annotations.model import Annotations
from wiregen.pipeline import annotations_of, read_schema
from wiregen.project import read_configuration
from wiregen.schema import ir
from wiregen.source.roots import ImportRoots
from wiregen.syntax.comments import Comments

CHECKOUT = Path(__file__).parents[2]
PACKAGE = "onnx."
# Of one sentence, one word: "MUST NOT" is no MUST.
KEYWORD = re.compile(r"\b(?:MUST NOT|MUST|SHOULD NOT|SHOULD|MAY)\b")
# Sentences that speak of such words and lay down no rule: how comments are to be read.
MENTIONS = {"onnx.Version": 1}


@cache
def read() -> tuple[ir.Schema, Annotations]:
    package = read_configuration(CHECKOUT)[0]
    schema = read_schema(package.schemas, package.import_roots)
    return schema, annotations_of(package, schema)


@cache
def upstream() -> ir.Schema:
    """The schemas in the `onnx` package, with their comments."""
    names = ("onnx/onnx-data.proto", "onnx/onnx-operators-ml.proto")
    return read_schema(names, ImportRoots((FOLDER.parent,), FOLDER.parent))


def commented(schema: ir.Schema) -> Iterator[tuple[str, str]]:
    """The name and the comments of each declaration; those that trail a block go to it."""
    for message in schema.message_by_name.values():
        yield message.full_name, _text(message.comments) + " ".join(message.dangling)
        parts: tuple[ir.Field | ir.Oneof, ...] = (*message.fields, *message.oneofs)
        for part in parts:
            yield part.full_name, _text(part.comments)
    for enum in schema.enum_by_name.values():
        yield enum.full_name, _text(enum.comments) + " ".join(enum.dangling)
        for value in enum.values:
            yield f"{enum.full_name}.{value.name}", _text(value.comments)


def _text(comments: Comments) -> str:
    return "\n".join((*comments.detached, comments.leading, comments.trailing))


def keywords(schema: ir.Schema) -> dict[str, int]:
    """How many words of RFC 2119 stand at each symbol; symbols without one are left out."""
    counts = {name: len(KEYWORD.findall(text)) for name, text in commented(schema)}
    counts |= {name: counts[name] - number for name, number in MENTIONS.items() if counts[name]}
    return {name: count for name, count in counts.items() if count}


def rules_by_place(*documents: str) -> Counter[str]:
    """How many rules stem from each symbol, in these documents."""
    return Counter(
        place
        for rule in read()[1].rules
        for place in {
            origin.place.removeprefix(PACKAGE)
            for origin in rule.origins
            if origin.document in documents
        }
    )


def test_every_must_should_and_may_of_our_comments_has_its_rule() -> None:
    wanted = {name.removeprefix(PACKAGE): n for name, n in keywords(read()[0]).items()}
    rules = rules_by_place("schema")
    assert sum(wanted.values()) > 100
    assert {name: rules[name] for name in wanted if rules[name] < wanted[name]} == {}
    # And no rule claims a comment that says no such thing.
    assert rules.keys() == wanted.keys()


def test_every_must_should_and_may_of_onnx_own_comments_has_its_rule() -> None:
    wanted = {name.removeprefix(PACKAGE): n for name, n in keywords(upstream()).items()}
    rules = rules_by_place("schema", "upstream")
    assert sum(wanted.values()) > 80
    assert {name: rules[name] for name in wanted if rules[name] < wanted[name]} == {}


def test_places_in_onnx_own_schemas_are_symbols_with_a_comment() -> None:
    comments = {name.removeprefix(PACKAGE): text for name, text in commented(upstream())}
    annotations = read()[1]
    places = {
        o.place for rule in annotations.rules for o in rule.origins if o.document == "upstream"
    }
    places |= {
        s.place for c in annotations.contradictions for s in c.sides if s.document == "upstream"
    }
    assert {place for place in places if place not in comments} == set()


def refusal(message: Any) -> str | None:
    """What the ONNX checker says of a message that it does not accept."""
    checkers: dict[str, Callable[[Any], object]] = {
        "ModelProto": onnx.checker.check_model,
        "TensorProto": onnx.checker.check_tensor,
        "SparseTensorProto": onnx.checker.check_sparse_tensor,
        "AttributeProto": onnx.checker.check_attribute,
    }
    try:
        checkers[message.DESCRIPTOR.name](message)
    except onnx.checker.ValidationError as error:
        return str(error)
    return None


def test_what_the_cases_are_made_of_is_sound() -> None:
    assert [refusal(message) for message in SOUND] == [None] * len(SOUND)


@pytest.mark.parametrize("rule", REFUSED)
def test_the_onnx_checker_refuses_what_it_is_said_to_refuse(rule: str) -> None:
    message, words = REFUSED[rule]
    assert words in (refusal(message) or "accepted")


@pytest.mark.parametrize(
    "name",
    [
        *("ModelProto.opset_import.1", "ModelProto.opset_import.2", "GraphProto.initializer.6"),
        *("ModelProto.functions.1", "ModelProto.functions.2", "ModelProto.functions.3"),
        *("FunctionProto.domain.1",),
    ],
)
def test_the_onnx_checker_begins_and_ends_with_the_ir_version_of_the_rule(name: str) -> None:
    rule = next(rule for rule in read()[1].rules if rule.id == name)
    model = onnx.ModelProto()
    model.CopyFrom(REFUSED[name][0])
    if rule.first_revision is not None:
        inside, outside = rule.first_revision, rule.first_revision - 1
    else:
        assert rule.last_revision is not None
        inside, outside = rule.last_revision, rule.last_revision + 1
    model.ir_version = inside
    assert refusal(model) is not None
    model.ir_version = outside
    assert refusal(model) is None


def test_the_onnx_checker_asks_for_types_of_attributes_from_ir_version_2_on() -> None:
    rule = next(rule for rule in read()[1].rules if rule.id == "AttributeProto.type.1")
    assert rule.first_revision is not None
    for version, is_accepted in ((1, True), (rule.first_revision, False)):
        context = onnx.checker.C.CheckerContext()
        context.ir_version, context.opset_imports = version, {"": 1}
        if is_accepted:
            onnx.checker.check_attribute(attribute(type=None), context)
        else:
            with pytest.raises(onnx.checker.ValidationError):
                onnx.checker.check_attribute(attribute(type=None), context)


def test_nothing_else_is_said_of_the_onnx_checker() -> None:
    claimed = {rule.id for rule in read()[1].rules if "checker" in rule.enforced_by}
    assert claimed == set(REFUSED)


def test_python_does_not_reach_the_functions_that_were_only_read() -> None:
    claimed = {rule.message for rule in read()[1].rules if "checker_cpp" in rule.enforced_by}
    assert claimed == {"onnx.SequenceProto", "onnx.MapProto", "onnx.OptionalProto"}
    native = dir(onnx.checker.C)
    assert "check_tensor" in native
    assert not {"check_sequence", "check_map", "check_optional"} & set(native)


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_onnx_checker_accepts_what_contradicts_it(name: str) -> None:
    assert [refusal(message) for message in ACCEPTED[name]] == [None] * len(ACCEPTED[name])


def test_all_that_is_said_to_have_been_seen_was_seen() -> None:
    seen = {
        contradiction.id
        for contradiction in read()[1].contradictions
        for side in contradiction.sides
        if side.document == "checker" and not side.place.endswith("(source)")
    }
    assert seen == set(ACCEPTED)


def test_the_second_spelling_of_the_default_domain_is_refused_in_nodes() -> None:
    model = of_nodes(node(domain="ai.onnx"))
    for imported in ("", "ai.onnx"):
        model.opset_import[0].domain = imported
        assert refusal(model) is not None


# What stands in the comments that contradictions are about: a few words each.
PHRASES = {
    "model-version": ("ModelProto.model_version", "See Version enum below"),
    "deprecated-neighbour": ("AttributeProto.tp", "it's deprecated"),
    "ieee-fnuz": ("TensorProto.DataType.FLOAT8E5M2FNUZ", "follows IEEE 754, supports nan, not inf"),
    "sharded-tensor": ("ShardingSpecProto.tensor_name", "list of ValueInfoProtos"),
    "spelling": ("TrainingInfoProto.update_binding", '"initializer_binding"s'),
    "optional-elem-type": ("TypeProto.Optional.elem_type", "OptionalProto.DataType enum"),
    "attribute-without-value": ("AttributeProto.f", "Exactly ONE"),
    "implicit-import": ("ModelProto.opset_import", "MUST have at least one entry"),
    "operator-names": ("OperatorSetProto.operator", "(name, version) MUST be unique"),
    "function-parameters": ("FunctionProto.attribute_proto", "not both"),
    "raw-four-bit-floats": ("TensorProto.raw_data", "uint4 and int4 values must be packed"),
    "small-types-in-entries": ("TensorProto.int32_data", "`int32_data` stores two elements"),
    "attribute-references": ("AttributeProto.ref_attr_name", "ONLY be used in function"),
}


@pytest.mark.parametrize("name", PHRASES)
def test_onnx_own_comments_say_what_is_contradicted(name: str) -> None:
    symbol, words = PHRASES[name]
    text = " ".join(dict(commented(upstream()))[PACKAGE + symbol].split())
    assert words in text
    sides = next(c for c in read()[1].contradictions if c.id == name).sides
    assert symbol in {side.place for side in sides}


def test_every_attribute_type_selects_the_field_that_the_checker_accepts() -> None:
    selector = next(s for s in read()[1].selectors if s.field == "onnx.AttributeProto.type")
    samples = {
        **{"f": 1.0, "i": 1, "s": b"", "floats": [1.0], "ints": [1], "strings": [b""]},
        **{"t": tensor(), "tensors": [tensor()], "tp": onnx.TypeProto()},
        **{"g": onnx.GraphProto(name="g"), "graphs": [onnx.GraphProto(name="g")]},
        **{"sparse_tensor": SOUND[2], "sparse_tensors": [SOUND[2]]},
        "type_protos": [onnx.TypeProto()],
    }
    assert samples.keys() == set(selector.fields)
    for selection in selector.selections:
        for field, sample in samples.items():
            changes = {"i": None, field: sample}
            made = attribute(type=selection.value.number, **changes)
            assert (refusal(made) is None) == (field in selection.fields), (selection, field)


def test_every_element_type_is_stored_where_the_checker_looks_for_it() -> None:
    annotations = read()[1]
    selector = next(s for s in annotations.selectors if s.field == "onnx.TensorProto.data_type")
    (encoding,) = annotations.encodings
    formats = {form.value.name: form for form in encoding.formats}
    assert formats.keys() == {s.value.name for s in selector.selections}
    typed = [name for name in selector.fields if name != encoding.raw]
    for selection in selector.selections:
        kind, form = selection.value, formats[selection.value.name]
        fields = [form.field] if form.bits is None else [form.field, encoding.raw]
        assert selection.fields == tuple(fields)
        for field in typed:
            entries: dict[str, Any] = {field: [b"a" if field == "string_data" else 1] * 8}
            made = TensorProto(dims=[4], data_type=kind.number, **entries)
            assert (refusal(made) is None) == (field == form.field), (kind.name, field)
        if form.bits is not None:
            # Of eight elements, as many bytes as one of them has bits; one less is refused.
            for missing in (0, 1):
                data = bytes(form.bits - missing)
                made = TensorProto(dims=[8], data_type=kind.number, raw_data=data)
                assert (refusal(made) is not None) == bool(missing), kind.name


def test_entries_of_complex_numbers_are_counted_as_the_checker_does() -> None:
    (encoding,) = read()[1].encodings
    complex_types = 0
    for form in encoding.formats:
        if form.bits is None or form.elements_per_entry > 1:
            continue
        complex_types += form.entries_per_element > 1
        count = 3 * form.entries_per_element
        for missing in (0, 1):
            found: dict[str, Any] = {form.field: [1] * (count - missing)}
            made = TensorProto(dims=[3], data_type=form.value.number, **found)
            assert (refusal(made) is not None) == bool(missing), form.value.name
    assert complex_types == 2


def test_enums_that_no_field_has_as_its_type_are_carried() -> None:
    schema, annotations = read()
    fields = [field for message in schema.message_by_name.values() for field in message.fields]
    typed = {field.kind.enum for field in fields if isinstance(field.kind, ir.EnumKind)}
    assert set(annotations.carries.values()) == schema.enum_by_name.keys() - typed
    assert {f"onnx.{name}" for name in ("TensorProto.data_type", "MapProto.key_type")} <= (
        annotations.carries.keys()
    )


def test_every_reserved_number_is_explained() -> None:
    schema, annotations = read()
    reserved = Counter(
        (message.full_name, number)
        for message in schema.message_by_name.values()
        for statement in message.reserved
        for found in statement.ranges
        for number in range(found.first, found.last + 1)
    )
    explained = Counter((r.message, number) for r in annotations.removed for number in r.numbers)
    assert explained == reserved


def test_files_of_the_wheel_are_counted_by_the_one_reading_they_have() -> None:
    annotations = read()[1]
    counts: Counter[str] = Counter()
    first_bytes: dict[str, set[str]] = {}
    for path in FOLDER.rglob("*"):
        if path.suffix in (".onnx", ".pb"):
            data = path.read_bytes()
            readings = [
                root.message
                for root in annotations.roots
                if fits(BY_NAME[root.message.removeprefix(PACKAGE)].theirs, data)
            ]
            assert len(readings) == 1, path
            counts[readings[0]] += 1
            first_bytes.setdefault(readings[0], set()).add(data[:1].hex().upper())
    assert counts == Counter({r.message: r.file_count for r in annotations.roots if r.file_count})
    stated = {root.message: set(root.first_bytes) for root in annotations.roots}
    assert all(seen <= stated[message] for message, seen in first_bytes.items())


def test_the_overview_has_both_languages_and_all_fields() -> None:
    schema, annotations = read()
    (chinese,) = annotations.languages
    missing = []
    for section in annotations.overview:
        assert section.text_by_language.keys() == {"en", "zh"}
        if section.message:
            fields = schema.message_by_name[section.message].fields
            names = [section.message, *(field.full_name for field in fields)]
            missing += [name for name in names if name not in chinese.meanings]
    assert not missing
    shown = {section.vocabulary for section in annotations.overview}
    for vocabulary in annotations.vocabularies:
        if vocabulary.field in shown:
            texts = [text for word in vocabulary.words for text in (word.format, word.meaning)]
            assert all(text in chinese.words for text in texts)
