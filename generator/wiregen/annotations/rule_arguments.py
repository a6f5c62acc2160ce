"""Reads the arguments of a rule's check, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wiregen.annotations.model import Selector, Vocabulary
from wiregen.annotations.names import Names, Owner
from wiregen.annotations.rule_checks import FieldPath, Value
from wiregen.schema import ir
from wiregen.schema.scalars import Domain
from wiregen.source.toml_tables import Table


@dataclass(frozen=True, slots=True)
class Known:
    """What the rest of the file declares and rules refer to."""

    names: Names
    # The numbers that revisions have.
    revisions: frozenset[int]
    enforcers: frozenset[str]
    documents: frozenset[str]
    selectors: tuple[Selector, ...]
    encoded_enums: frozenset[str]
    vocabularies: tuple[Vocabulary, ...]


class Arguments:
    """The arguments of one check; faults are reported, and leave it unsound."""

    def __init__(self, table: Table, known: Known, owner: Owner) -> None:
        self.known, self._owner = known, owner
        # A text is a kind of check without arguments.
        kind = table.values.get("check", "none")
        table.holds("check")
        is_plain = isinstance(kind, str)
        self._table = table.inner("check", {"kind": kind}) if is_plain else table.table("check")
        self.kind = self._table.text("kind")
        self.is_sound = True

    def fault(self, sentence: str, key: str = "", word: str | None = None) -> None:
        """Report what is wrong with an argument, or with the check as a whole."""
        self.is_sound = False
        self._table.report(sentence, key, word)

    def _sound(self, value: Any) -> Any:
        self.is_sound = self.is_sound and value is not None
        return value

    def paths(self, key: str) -> tuple[FieldPath, ...]:
        """Some paths; the field that the rule is about if the check names none."""
        if not self._table.holds(key):
            return (path,) if (path := self._default(key)) else ()
        written = self._table.texts(key, is_needed=True)
        found = [self._read(key, item) for item in written]
        return tuple(path for path in found if path is not None)

    def path(self, key: str) -> FieldPath | None:
        """One path; the field that the rule is about if the check names none."""
        if not self._table.holds(key):
            return self._default(key)
        return self._read(key, self._table.text(key))

    def _default(self, key: str) -> FieldPath | None:
        owner = self._owner
        if owner.field is None or owner.message is None or key in ("than", "others", "shape"):
            self.fault(f"this check needs '{key}'")
            return None
        return FieldPath(owner.message.full_name, (owner.field.name,))

    def _read(self, key: str, written: str) -> FieldPath | None:
        start = None if key == "names" else self._owner.message
        found: FieldPath | None = self._sound(
            self.known.names.path(self._table, key, written, start)
        )
        return found

    def values(self, key: str) -> tuple[Value, ...]:
        """Values that the check's field can hold."""
        field = self._field()
        written = self._table.list(key, is_needed=True)
        if field is None:
            return ()
        names = self.known.names
        return tuple(self._sound(names.value(self._table, key, v, field)) for v in written)

    def _field(self) -> ir.Field | None:
        path = self.path("field")
        return self.known.names.leaf(path) if path else None

    def names_of_fields(self, key: str) -> tuple[str, ...]:
        """Names of fields in the messages of all the check's lists."""
        found = self._table.texts(key)
        for path in self.paths("lists"):
            message = self.known.names.end(path)
            for name in found:
                if message is not None:
                    self._sound(self.known.names.field_of(self._table, key, name, message))
                else:
                    self.fault(f"'{path}' holds no messages", key, name)
        return found

    def number(self, key: str) -> int | None:
        """A limit, if there is one."""
        return self._table.number(key)

    def flag(self, key: str) -> bool:
        """Return a boolean argument."""
        return self._table.flag(key)

    def text(self, key: str) -> str:
        """A text that has to be there."""
        return self._table.text(key)

    def end(self) -> None:
        """Report arguments that the kind of check does not have."""
        self._table.close()

    def expect_domain(self, path: FieldPath, domain: Domain, sentence: str) -> None:
        """Report a field whose values are of another kind."""
        field = self.known.names.leaf(path)
        kind = field.kind if field else None
        if not (isinstance(kind, ir.ScalarKind) and kind.scalar.domain is domain):
            self.fault(f"'{path}' holds {sentence}", "field")


# How an argument is read, by its name; it has the same type in every kind of check.
READERS: Mapping[str, Callable[[Arguments, str], Any]] = {
    "fields": Arguments.paths,
    "lists": Arguments.paths,
    "others": Arguments.paths,
    "names": Arguments.paths,
    "field": Arguments.path,
    "than": Arguments.path,
    "list": Arguments.path,
    "shape": Arguments.path,
    "values": Arguments.values,
    "key": Arguments.names_of_fields,
    "least": Arguments.number,
    "most": Arguments.number,
    "ignores_empty": Arguments.flag,
    "pattern": Arguments.text,
    "code": Arguments.text,
}
