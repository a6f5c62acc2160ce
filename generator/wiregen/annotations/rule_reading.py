"""Rules of an annotations file: their tables in, rules whose every name is known out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from wiregen.annotations import rule_checks as checks
from wiregen.annotations.model import Origin, RetiredRule, Rule, Selector, Strength, Vocabulary
from wiregen.annotations.names import Names, Owner
from wiregen.annotations.rule_checks import Check, Condition, FieldPath
from wiregen.annotations.toml_tables import Table
from wiregen.schema import ir
from wiregen.schema.scalars import Domain

_STRENGTHS = {strength.value: strength for strength in Strength}
_CHECKS: Mapping[str, type[Check]] = {
    "required": checks.Required,
    "not_empty": checks.NotEmpty,
    "absent": checks.Absent,
    "exactly_one_of": checks.ExactlyOneOf,
    "at_most_one_of": checks.AtMostOneOf,
    "at_least_one_of": checks.AtLeastOneOf,
    "selected": checks.Selected,
    "known_number": checks.KnownNumber,
    "one_of_values": checks.OneOfValues,
    "none_of_values": checks.NoneOfValues,
    "in_range": checks.InRange,
    "not_greater": checks.NotGreater,
    "unique": checks.Unique,
    "same": checks.Same,
    "equal_length": checks.EqualLength,
    "length_is": checks.LengthIs,
    "length_in_range": checks.LengthInRange,
    "element_count": checks.ElementCount,
    "refers_to": checks.RefersTo,
    "utf8": checks.Utf8,
    "matches": checks.Matches,
    "required_keys": checks.RequiredKeys,
    "hand_written": checks.HandWritten,
    "none": checks.Unchecked,
}
_ID = re.compile(r"(.+)\.([1-9][0-9]*)")


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


def read_rules(tables: Iterable[Table], known: Known) -> tuple[Rule, ...]:
    """All rules, in the order of the file."""
    found = []
    for table in tables:
        rule = _rule(table, known)
        table.close()
        if rule is not None:
            found.append(rule)
    return tuple(found)


def read_retired_rules(tables: Iterable[Table]) -> tuple[RetiredRule, ...]:
    """The tombstones of rules that went."""
    found = []
    for table in tables:
        name, reason = table.text("id"), table.text("reason")
        found.append(RetiredRule(name, reason, table.text("since", ""), table.span()))
        table.close()
    return tuple(found)


def check_ids(tables: Iterable[Table]) -> None:
    """Report ids that stand twice, and numbers that were left out: these need a tombstone."""
    table_by_id: dict[str, Table] = {}
    for table in tables:
        name = table.text("id", "")
        if not _ID.fullmatch(name):
            table.report("an id is a symbol, a dot and a number from 1 on", "id")
        elif name in table_by_id:
            table.report(f"there is another rule '{name}'", "id")
        else:
            table_by_id[name] = table
    for name, table in table_by_id.items():
        owner, _, number = name.rpartition(".")
        before = f"{owner}.{int(number) - 1}"
        if int(number) > 1 and before not in table_by_id:
            table.report(f"there is neither a rule '{before}' nor a tombstone for it", "id")


def _rule(table: Table, known: Known) -> Rule | None:
    name = table.text("id")
    holds_owner = table.holds("owner")
    written = table.text("owner", "") if holds_owner else name.rpartition(".")[0]
    owner = known.names.owner(table, "owner" if holds_owner else "id", written)
    strength, sentence = table.text("strength"), table.text("says")
    if strength and strength not in _STRENGTHS:
        table.report(f"'{strength}' is none of {', '.join(_STRENGTHS)}", "strength")
    if sentence and not sentence.endswith("."):
        table.report("a sentence ends with a full stop", "says")
    # Everything is read before anything is given up, so that all faults are found.
    first, last = _revision(table, "from", known), _revision(table, "until", known)
    enforced_by = _listed(table, "enforced_by", known.enforcers, "enforcer")
    extent, finding = table.text("extent", ""), table.text("finding", "")
    is_tolerated = table.flag("tolerated")
    origins = _origins(table, known)
    if owner is None:
        for key in ("check", "when", "where"):
            table.holds(key)
        return None
    check = _Arguments(table, known, owner).check()
    conditions = _conditions(table, known, owner)
    where = _where(table, known, owner)
    if check is None or strength not in _STRENGTHS:
        return None
    return Rule(
        id=name,
        owner=owner.symbol,
        message=owner.message.full_name if owner.message else "",
        strength=_STRENGTHS[strength],
        sentence=sentence,
        check=check,
        conditions=conditions,
        where=where,
        first_revision=first,
        last_revision=last,
        enforced_by=enforced_by,
        extent=extent,
        origins=origins,
        finding=finding,
        is_tolerated=is_tolerated,
        span=table.span(),
    )


def _revision(table: Table, key: str, known: Known) -> int | None:
    number = table.number(key)
    if number is not None and number not in known.revisions:
        table.report(f"there is no revision {number}", key)
    return number


def _listed(table: Table, key: str, known: frozenset[str], kind: str) -> tuple[str, ...]:
    found = table.texts(key)
    for name in found:
        if name not in known:
            table.report(f"no {kind} '{name}'; there are {', '.join(sorted(known))}", key, name)
    return found


def _origins(table: Table, known: Known) -> tuple[Origin, ...]:
    found = []
    origins = table.table("origins")
    for document in origins.keys():
        written = origins.values[document]
        places = written if isinstance(written, list) else [written]
        if not all(isinstance(place, str) for place in places):
            origins.report("a place is a text, or a list of them", document)
        elif document == "schema":
            symbols = (known.names.symbol(origins, document, place) for place in places)
            found += [Origin(document, symbol) for symbol in symbols if symbol]
        elif document in known.documents:
            found += [Origin(document, place) for place in places]
        else:
            origins.report(f"no document '{document}'", document)
    return tuple(found)


def _where(table: Table, known: Known, owner: Owner) -> tuple[FieldPath, ...]:
    found = []
    for written in table.texts("where"):
        path = known.names.path(table, "where", written, None)
        if path is not None and known.names.end(path) != owner.message:
            wanted = owner.message.full_name if owner.message else "a message"
            table.report(f"'{written}' does not lead to {wanted}", "where", written)
        elif path is not None:
            found.append(path)
    return tuple(found)


def _conditions(table: Table, known: Known, owner: Owner) -> tuple[Condition, ...]:
    found = []
    when = table.table("when")
    for written in when.keys():
        path = known.names.path(when, written, written, owner.message)
        field = known.names.leaf(path) if path else None
        wanted = when.values[written]
        if path is None or field is None:
            continue
        if isinstance(wanted, bool):
            found.append(Condition(path, wanted))
        elif isinstance(wanted, list):
            values = [known.names.value(when, written, value, field) for value in wanted]
            found.append(Condition(path, True, tuple(v for v in values if v is not None)))
        else:
            when.report("a condition is true, false or a list of values", written)
    return tuple(found)


class _Arguments:
    """The arguments of one check, each read by its name; faults make the check None."""

    def __init__(self, table: Table, known: Known, owner: Owner) -> None:
        self._known, self._owner = known, owner
        # A text is a kind of check without arguments.
        kind = table.values.get("check", "none")
        table.holds("check")
        is_plain = isinstance(kind, str)
        self._table = table.inner("check", {"kind": kind}) if is_plain else table.table("check")
        self._is_sound = True

    def check(self) -> Check | None:
        """The check that the table asks for."""
        kind = self._table.text("kind")
        made = _CHECKS.get(kind)
        if made is None:
            self._fault(f"no kind of check '{kind}'; there are {', '.join(_CHECKS)}", "kind", kind)
            return None
        arguments = {field.name: _READERS[field.name](self, field.name) for field in fields(made)}
        self._table.close()
        if not self._is_sound:
            return None
        check = made(**arguments)
        self._compare(check)
        return check if self._is_sound else None

    def _fault(self, sentence: str, key: str = "", word: str | None = None) -> None:
        self._is_sound = False
        self._table.report(sentence, key, word)

    def _sound(self, value: Any) -> Any:
        self._is_sound = self._is_sound and value is not None
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
            self._fault(f"this check needs '{key}'")
            return None
        return FieldPath(owner.message.full_name, (owner.field.name,))

    def _read(self, key: str, written: str) -> FieldPath | None:
        start = None if key == "names" else self._owner.message
        found: FieldPath | None = self._sound(
            self._known.names.path(self._table, key, written, start)
        )
        return found

    def values(self, key: str) -> tuple[checks.Value, ...]:
        """Values that the check's field can hold."""
        field = self._field()
        written = self._table.list(key, is_needed=True)
        if field is None:
            return ()
        names = self._known.names
        return tuple(self._sound(names.value(self._table, key, v, field)) for v in written)

    def _field(self) -> ir.Field | None:
        path = self.path("field")
        return self._known.names.leaf(path) if path else None

    def names_of_fields(self, key: str) -> tuple[str, ...]:
        """Names of fields in the messages of all the check's lists."""
        found = self._table.texts(key)
        for path in self.paths("lists"):
            message = self._known.names.end(path)
            for name in found:
                if message is not None:
                    self._sound(self._known.names.field_of(self._table, key, name, message))
                else:
                    self._fault(f"'{path}' holds no messages", key, name)
        return found

    def number(self, key: str) -> int | None:
        """A limit, if there is one."""
        return self._table.number(key)

    def flag(self, key: str) -> bool:
        """Whether something is so."""
        return self._table.flag(key)

    def text(self, key: str) -> str:
        """A text that has to be there."""
        return self._table.text(key)

    def _compare(self, check: Check) -> None:
        """See that the rest of the file, and the fields' types, have what the check needs."""
        known, names = self._known, self._known.names
        match check:
            case checks.Selected(path) | checks.ElementCount(_, path):
                field = names.leaf(path)
                if field is None or all(field.full_name != s.field for s in known.selectors):
                    self._fault(f"there is no selector '{path}'", "field")
                elif isinstance(check, checks.ElementCount):
                    enum = names.enum_in(field)
                    if enum is None or enum.full_name not in known.encoded_enums:
                        self._fault(f"there is no encoding for '{path}'", "field")
            case checks.KnownNumber(path):
                field = names.leaf(path)
                if field is None or names.enum_in(field) is None:
                    self._fault(f"'{path}' holds numbers of no enum", "field")
            case checks.InRange(_, None, None) | checks.LengthInRange(_, None, None):
                self._fault("this check needs 'least' or 'most'")
            case checks.InRange(path) | checks.NotGreater(path):
                self._want(path, Domain.INTEGER, "no whole numbers")
            case checks.Utf8(path):
                self._want(path, Domain.BYTES, "no bytes")
            case checks.Matches(path, pattern):
                self._want(path, Domain.STRING, "no text")
                try:
                    re.compile(pattern)
                except re.error as error:
                    self._fault(f"no regular expression: {error}", "pattern")
            case checks.RequiredKeys(path) | checks.LengthIs(path) | checks.LengthInRange(path):
                field = names.leaf(path)
                if field is None or not field.is_repeated:
                    self._fault(f"'{path}' is no list", "list")
                elif isinstance(check, checks.RequiredKeys):
                    if all(field.full_name != v.field for v in known.vocabularies):
                        self._fault(f"there is no vocabulary of '{path}'", "list")
            case _:
                pass

    def _want(self, path: FieldPath, domain: Domain, sentence: str) -> None:
        field = self._known.names.leaf(path)
        kind = field.kind if field else None
        if not (isinstance(kind, ir.ScalarKind) and kind.scalar.domain is domain):
            self._fault(f"'{path}' holds {sentence}", "field")


_READERS: Mapping[str, Callable[[_Arguments, str], Any]] = {
    "fields": _Arguments.paths,
    "lists": _Arguments.paths,
    "others": _Arguments.paths,
    "names": _Arguments.paths,
    "field": _Arguments.path,
    "than": _Arguments.path,
    "list": _Arguments.path,
    "shape": _Arguments.path,
    "values": _Arguments.values,
    "key": _Arguments.names_of_fields,
    "least": _Arguments.number,
    "most": _Arguments.number,
    "ignores_empty": _Arguments.flag,
    "pattern": _Arguments.text,
    "code": _Arguments.text,
}
