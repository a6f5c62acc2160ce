"""Rules in the reference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wiregen.annotations.model import Rule, Strength
from wiregen.annotations.rule_checks import Unchecked
from wiregen.output.escaping import anchor_id, code, escaped
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import Prose
from wiregen.targets.docs.view import Rows, Section, Table
from wiregen.targets.places import RULES_PAGE, Place, rule_id


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule on one line: a link to it, its strength, and what it says."""

    link: str
    strength: str
    sentence: str
    extent: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A text that rules stem from, and how many do."""

    id: str
    name: str
    url: str
    meaning: str
    count: int


@dataclass(frozen=True, slots=True)
class OwnerView:
    """The rules about one message or enum, or about a package."""

    id: str
    title: str
    # A link to its page, empty for a package.
    more: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class RulesView:
    """All rules by what they are about, with what there is to count."""

    count: int
    count_by_strength: tuple[tuple[int, str], ...]
    count_by_enforcer: tuple[tuple[int, str], ...]
    # How often the comments of the schemas use the words of rules, and how many rules result.
    word_count: int
    schema_count: int
    documents: tuple[DocumentView, ...]
    enforcers: Rows
    # The package's own check; empty without a package.
    own_check: str
    owners: tuple[OwnerView, ...]
    retired: Rows


def rules_section(full_name: str, page: str, material: Material) -> Section:
    """The rules of a message or enum and of its members."""
    rules = [rule for rule in material.annotations.rules if material.places.rule(rule).page == page]
    if not rules:
        return Section("s.rules", "Rules", "There are none.")
    prose = material.prose(page, full_name)
    columns = ("Rule", "Strength", "Says", "Holds for", "Enforced by", "Remark")
    rows = tuple(_row(rule, prose, material, leads_to=RULES_PAGE, page=page) for rule in rules)
    return Section("s.rules", "Rules", tables=(Table(columns, rows),))


def rules_view(material: Material) -> RulesView | None:
    """Return all rules by what they are about."""
    annotations = material.annotations
    rules = annotations.rules
    if not rules:
        return None
    prose = material.prose(RULES_PAGE, "")
    strengths = Counter(rule.strength for rule in rules)
    by = Counter(name for rule in rules for name in enforcers(rule, material) or ["nobody"])
    texts = (material.schema.file_by_name[name].span.source.text for name in material.files)
    documents = _rules_by_document(rules)
    return RulesView(
        count=len(rules),
        count_by_strength=tuple((strengths[s], s.value) for s in Strength if strengths[s]),
        count_by_enforcer=tuple((by[name], name) for name in (*_all_enforcers(material), "nobody")),
        word_count=sum(len(_KEYWORDS.findall(text)) for text in texts),
        schema_count=documents["schema"],
        documents=tuple(
            DocumentView(
                _document_id(item.id),
                escaped(item.name),
                item.url,
                prose.line(item.meaning),
                documents[item.id],
            )
            for item in annotations.documents
        ),
        enforcers=tuple((escaped(e.name), prose.line(e.meaning)) for e in annotations.enforcers),
        own_check=_own(material),
        owners=tuple(_owner(owner, material) for owner in _owners(rules)),
        retired=tuple(
            (
                f'<a id="{anchor_id(rule_id(rule.id))}"></a>{escaped(rule.id)}',
                escaped(rule.since),
                prose.line(rule.reason),
            )
            for rule in annotations.retired_rules
        ),
    )


def rule_link(rule: Rule, page: str) -> str:
    """Return a link from a page to a rule on the page of all rules."""
    return linked(escaped(rule.id), Place(RULES_PAGE, rule_id(rule.id)), page)


def rule_line(rule: Rule, page: str, material: Material) -> RuleLine:
    """Return a rule on one line of a page."""
    prose = material.prose(page, rule.message)
    return RuleLine(
        rule_link(rule, page),
        rule.strength.value,
        prose.line(rule.sentence),
        prose.line(rule.extent),
    )


def _elsewhere(rule: Rule, material: Material) -> str:
    """The page that documents the owner of a rule; empty for a rule of the whole package."""
    page = material.places.rule(rule).page
    return "" if page == RULES_PAGE else page


def rules_of(symbol: str, material: Material) -> list[Rule]:
    """The rules about one field, value or oneof."""
    return [rule for rule in material.annotations.rules if rule.owner == symbol]


def _rules_by_document(rules: Sequence[Rule]) -> Counter[str]:
    """Count the rules that stem from each document; one may stem from several."""
    return Counter(name for rule in rules for name in {o.document for o in rule.origins})


_KEYWORDS = re.compile(r"\b(?:MUST|SHOULD|MAY)\b")


def enforcers(rule: Rule, material: Material) -> list[str]:
    """Who refuses files that break a rule: others, then the package's own check."""
    names = {enforcer.id: escaped(enforcer.name) for enforcer in material.annotations.enforcers}
    is_checked = not isinstance(rule.check, Unchecked)
    own = _own(material) if is_checked else ""
    return [*(names[who] for who in rule.enforced_by), *filter(None, [own])]


def _own(material: Material) -> str:
    """Return the package's own check; empty if no package is generated."""
    return code(f"{material.package}.rules") if material.package else ""


def _all_enforcers(material: Material) -> list[str]:
    own = _own(material)
    return [*(escaped(item.name) for item in material.annotations.enforcers), *filter(None, [own])]


def _owners(rules: Sequence[Rule]) -> list[str]:
    """The messages, enums and packages with rules, in the order of the file."""
    return list(dict.fromkeys(rule.message or rule.owner for rule in rules))


def _owner(owner: str, material: Material) -> OwnerView:
    rules = [r for r in material.annotations.rules if (r.message or r.owner) == owner]
    prose = material.prose(RULES_PAGE, owner)
    rows = tuple(
        (
            *_row(rule, prose, material, leads_to=_elsewhere(rule, material), page=RULES_PAGE),
            "; ".join(_origins(rule, material)),
            code(rule.finding) if rule.finding else "",
        )
        for rule in rules
    )
    place = material.places.found(owner, "")
    title = material.shown(owner) if place is not None else f"package {owner}"
    more = linked("More about it", place, RULES_PAGE) if place is not None else ""
    return OwnerView(f"of.{owner}", escaped(title), more, rows)


def _row(
    rule: Rule, prose: Prose, material: Material, *, leads_to: str, page: str
) -> tuple[str, ...]:
    name = f'<a id="{anchor_id(rule_id(rule.id))}"></a>{escaped(rule.id)}'
    if leads_to:
        target = Place(leads_to, rule_id(rule.id)).seen_from(page)
        name = f'<a id="{anchor_id(rule_id(rule.id))}"></a>[{escaped(rule.id)}]({target})'
    return (
        name,
        f"{rule.strength.value} (tolerated)" if rule.is_tolerated else rule.strength.value,
        prose.line(rule.sentence),
        revisions(rule, material),
        ", ".join(enforcers(rule, material)) or "nobody",
        prose.line(rule.extent),
    )


def revisions(rule: Rule, material: Material) -> str:
    """The revisions of the schema that a rule holds for."""
    revision = material.annotations.revision
    if revision is None or (rule.first_revision is None and rule.last_revision is None):
        return "all"
    if rule.first_revision is None:
        return f"{escaped(revision.name)} up to {rule.last_revision}"
    if rule.last_revision is None:
        return f"{escaped(revision.name)} {rule.first_revision} and later"
    return f"{escaped(revision.name)} {rule.first_revision} to {rule.last_revision}"


def _origins(rule: Rule, material: Material) -> Iterator[str]:
    """Where a rule stems from, each document once."""
    places_by_document: dict[str, list[str]] = {}
    for origin in rule.origins:
        places_by_document.setdefault(origin.document, []).append(origin.place)
    names = {document.id: document.name for document in material.annotations.documents}
    for document, places in places_by_document.items():
        if document == "schema":
            yield ", ".join(code(_line_of(place, material)) for place in places)
        else:
            shown = ", ".join(escaped(material.shown(place)) for place in places if place)
            link = f"[{escaped(names[document])}](#{_document_id(document)})"
            yield f"{link} ({shown})" if shown else link


def _document_id(document: str) -> str:
    return f"document.{document}"


def _line_of(symbol: str, material: Material) -> str:
    """`shop.proto:12`, where a symbol is declared."""
    schema = material.schema
    owner, _, name = symbol.rpartition(".")
    item = schema.message_by_name.get(symbol) or schema.enum_by_name.get(symbol)
    if item is not None:
        return f"{item.file}:{item.span.line}"
    if symbol in material.field_by_name:
        return f"{schema.message_by_name[owner].file}:{material.field_by_name[symbol].span.line}"
    if owner in schema.enum_by_name:
        enum = schema.enum_by_name[owner]
        value = next(value for value in enum.values if value.name == name)
        return f"{enum.file}:{value.span.line}"
    message = schema.message_by_name.get(owner)
    oneof = next((o for o in message.oneofs if o.name == name), None) if message else None
    return f"{message.file}:{oneof.span.line}" if message and oneof else symbol
