"""Pages, ids and links of all symbols in the reference."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wiregen.annotations.model import Rule
from wiregen.output.escaping import anchor_id
from wiregen.schema import ir


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the reference, as a path in its folder, and an id on it (empty for none)."""

    page: str
    id: str = ""
    is_top: bool = False

    def seen_from(self, page: str) -> str:
        """The target of a link to this place that stands on a page."""
        if page == self.page and self.id:
            return f"#{anchor_id(self.id)}"
        path = posixpath.relpath(self.page, posixpath.dirname(page) or ".")
        return f"{path}#{anchor_id(self.id)}" if self.id and not self.is_top else path


def field_id(name: str) -> str:
    """The id of a field on the page of its message."""
    return f"field.{name}"


def number_id(number: int) -> str:
    """The id of whatever has a field number: it stays when a field is renamed."""
    return f"n.{number}"


def value_id(name: str) -> str:
    """The id of a value on the page of its enum."""
    return f"value.{name}"


def value_number_id(number: int) -> str:
    """The id of an enum's number."""
    return f"v.neg{-number}" if number < 0 else f"v.{number}"


def oneof_id(name: str) -> str:
    """The id of a oneof on the page of its message."""
    return f"oneof.{name}"


def reserved_id(what: str | int) -> str:
    """The id of a reserved number or name."""
    return f"reserved.{what}"


def rule_id(rule: str) -> str:
    """The id of a rule, on the page of its message and in the list of all."""
    return f"rule.{rule}"


RULES_PAGE = "rules.md"

# File systems take names of up to 255 bytes.
_LONGEST_NAME = 200


class Places:
    """The places of all symbols of a schema, by their full names."""

    def __init__(self, schema: ir.Schema, files: Iterable[str]) -> None:
        wanted = [schema.file_by_name[name] for name in files]
        self._page_by_file = _pages("files", (file.name for file in wanted))
        messages = [m.full_name for file in wanted for m in schema.messages_of(file)]
        enums = [e.full_name for file in wanted for e in schema.enums_of(file)]
        self._page_by_symbol = {**_pages("messages", messages), **_pages("enums", enums)}
        self._schema = schema
        # Enum values belong to the scope around their enum, as in the schema language.
        self._value_by_name = {
            value.full_name: (enum, value)
            for enum in schema.enum_by_name.values()
            if enum.full_name in self._page_by_symbol
            for value in enum.values
        }

    def has_page(self, full_name: str) -> bool:
        """True if the reference has a page for a message or enum."""
        return full_name in self._page_by_symbol

    def file(self, name: str) -> Place:
        """The page of a schema file."""
        return Place(self._page_by_file[name])

    def symbol(self, full_name: str) -> Place:
        """The page of a message or enum: its top, where its id stands, too."""
        return Place(self._page_by_symbol[full_name], full_name, is_top=True)

    def field(self, field: ir.Field) -> Place:
        """Where a field is told of in detail."""
        owner = field.full_name.rpartition(".")[0]
        return Place(self._page_by_symbol[owner], field_id(field.name))

    def value(self, enum: ir.Enum, value: ir.EnumValue) -> Place:
        """Where a value of an enum is told of in detail."""
        return Place(self._page_by_symbol[enum.full_name], value_id(value.name))

    def rule(self, rule: Rule) -> Place:
        """Where a rule is documented: the page of its owner, or that of all rules."""
        place = self.found(rule.owner, "") or (
            self.found(rule.message, "") if rule.message else None
        )
        return Place(place.page if place is not None else RULES_PAGE, rule_id(rule.id))

    def found(self, words: str, scope: str) -> Place | None:
        """What a dotted name in a text means, looked up in a scope and those around it.

        A path may go on through fields: `ModelProto.graph.initializer`.
        """
        scopes = scope.split(".") if scope else []
        for depth in range(len(scopes), -1, -1):
            place = self._exactly(".".join((*scopes[:depth], words)))
            if place is not None:
                return place
        return None

    def _exactly(self, path: str) -> Place | None:
        if path in self._page_by_symbol:
            return self.symbol(path)
        if path in self._value_by_name:
            return self.value(*self._value_by_name[path])
        owner, _, name = path.rpartition(".")
        enum = self._schema.enum_by_name.get(owner)
        if enum is not None and self.has_page(owner):
            found = next((value for value in enum.values if value.name == name), None)
            return self.value(enum, found) if found else None
        field = self._field(path)
        return self.field(field) if field is not None and self._is_shown(field) else None

    def _is_shown(self, field: ir.Field) -> bool:
        return self.has_page(field.full_name.rpartition(".")[0])

    def _field(self, path: str) -> ir.Field | None:
        """The field at the end of a path that starts with a message."""
        owner, _, name = path.rpartition(".")
        message = self._schema.message_by_name.get(owner) or self._held_by(owner)
        if message is None:
            return None
        return next((field for field in message.fields if field.name == name), None)

    def _held_by(self, path: str) -> ir.Message | None:
        field = self._field(path) if "." in path else None
        match field:
            case ir.Field(kind=ir.MessageKind(name)):
                return self._schema.message_by_name[name]
            case _:
                return None


def _pages(folder: str, names: Iterable[str]) -> Mapping[str, str]:
    """A page for each name; those that file systems hold for equal, or cut, get numbers."""
    taken: dict[str, int] = {}
    pages: dict[str, str] = {}
    for name in names:
        stem = re.sub(r"[^\w.-]", ".", name.removesuffix(".proto"))[:_LONGEST_NAME]
        count = taken[stem.casefold()] = taken.get(stem.casefold(), 0) + 1
        pages[name] = f"{folder}/{stem}.md" if count == 1 else f"{folder}/{stem}-{count}.md"
    return pages
