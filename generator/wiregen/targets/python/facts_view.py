"""The tables of the generated module `facts`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wiregen.annotations.model import Annotations, Encoding, Selector
from wiregen.targets.python.rules_view import annotations_source
from wiregen.targets.target import Inputs


@dataclass(frozen=True, slots=True)
class TableView:
    """One table: a constant with its comment, its type and its value."""

    name: str
    meaning: str
    type: str
    value: str


def facts_views(inputs: Inputs) -> dict[str, object]:
    """What the template of the module is filled with; without annotations, tables are empty."""
    return {"source": annotations_source(inputs), "tables": _tables(inputs.annotations)}


def _tables(annotations: Annotations) -> tuple[TableView, ...]:
    return (
        TableView(
            "CARRIES",
            "By an integer field, the enum whose numbers it holds.",
            "dict[str, str]",
            _mapping((repr(field), repr(enum)) for field, enum in annotations.carries.items()),
        ),
        TableView(
            "SELECTORS",
            "By the field that selects.",
            "dict[str, Selector]",
            _mapping((repr(item.field), _selector(item)) for item in annotations.selectors),
        ),
        TableView(
            "ENCODINGS",
            "By message.",
            "dict[str, Encoding]",
            _mapping(
                (repr(item.message), _encoding(item, annotations.carries))
                for item in annotations.encodings
            ),
        ),
        TableView(
            "ROOTS",
            "What a whole file can be, in order of preference.",
            "tuple[Root, ...]",
            _tuple(f"Root({item.message!r}, {item.is_usual})" for item in annotations.roots),
        ),
        TableView(
            "REMOVED",
            "By message and number.",
            "dict[tuple[str, int], Removed]",
            _mapping(
                (
                    repr((item.message, number)),
                    f"Removed({item.name!r}, {item.declaration!r}, {item.until!r}, {item.reason!r})",
                )
                for item in annotations.removed
                for number in item.numbers
            ),
        ),
    )


def _mapping(items: Iterator[tuple[str, str]]) -> str:
    return "{" + "".join(f"{key}: {value}, " for key, value in items) + "}"


def _tuple(items: Iterator[str]) -> str:
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _selector(selector: Selector) -> str:
    fields_by_number = {item.value.number: item.fields for item in selector.selections}
    refused = tuple(value.number for value in selector.refused)
    field = selector.field.rpartition(".")[2]
    return f"Selector({selector.message!r}, {field!r}, {selector.enum!r}, {fields_by_number}, {refused})"


def _encoding(encoding: Encoding, carries: Mapping[str, str]) -> str:
    formats = _mapping(
        (
            repr(item.value.number),
            f"ElementFormat({item.field!r}, {item.bits}, {item.entries_per_element},"
            f" {item.elements_per_entry})",
        )
        for item in encoding.formats
    )
    selector = next(
        field.rpartition(".")[2]
        for field, enum in carries.items()
        if enum == encoding.enum and field.rpartition(".")[0] == encoding.message
    )
    names = f"{encoding.message!r}, {selector!r}, {encoding.shape!r}, {encoding.raw!r}"
    return f"Encoding({names}, {formats})"
