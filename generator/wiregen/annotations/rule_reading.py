"""Reads the rules of an annotations file and resolves every name in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields

from wiregen.annotations.model import Origin, RetiredRule, Rule, Strength
from wiregen.annotations.names import Owner
from wiregen.annotations.rule_arguments import READERS, Arguments, Known
from wiregen.annotations.rule_checks import Check, Condition, FieldPath
from wiregen.annotations.rule_kinds import KIND_BY_NAME
from wiregen.source.toml_tables import Table

_STRENGTHS = {strength.value: strength for strength in Strength}
_ID = re.compile(r"(.+)\.([1-9][0-9]*)")


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
    check = _check(Arguments(table, known, owner))
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


def _check(arguments: Arguments) -> Check | None:
    """Return the check that a rule asks for; None if it is at fault."""
    kind = KIND_BY_NAME.get(arguments.kind)
    if kind is None:
        kinds = ", ".join(KIND_BY_NAME)
        word = arguments.kind
        arguments.fault(f"no kind of check '{word}'; there are {kinds}", "kind", word)
        return None
    given = {f.name: READERS[f.name](arguments, f.name) for f in fields(kind.check)}
    arguments.end()
    if not arguments.is_sound:
        return None
    check = kind.check(**given)
    for need in kind.needs:
        if arguments.is_sound:
            need(arguments, check)
    return check if arguments.is_sound else None
