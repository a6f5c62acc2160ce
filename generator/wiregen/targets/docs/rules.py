"""Rules as the reference shows them: annotations in, tables and a page out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from wiregen.annotations.model import Rule, Strength
from wiregen.annotations.rule_checks import Unchecked
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import Prose, code, escaped, paragraphs
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.places import RULES_PAGE, Place, rule_id

_OWN_MEANING = """\
The module of the package that these pages tell of: `check(message)` reports what breaks a rule, \
a SHOULD and what is tolerated if it is asked for warnings."""


def rules_section(full_name: str, page: str, material: Material) -> Section:
    """The rules of a message or enum and of its members."""
    rules = [rule for rule in material.annotations.rules if material.places.rule(rule).page == page]
    if not rules:
        return Section("s.rules", "Rules", "There are none.")
    prose = material.prose(page, full_name)
    columns = ("Rule", "Strength", "Says", "Holds for", "Enforced by", "Remark")
    rows = tuple(_row(rule, prose, material, leads_to=RULES_PAGE, page=page) for rule in rules)
    return Section("s.rules", "Rules", tables=(Table(columns, rows),))


def rules_page(material: Material) -> Page:
    """All rules by what they are about."""
    rules = material.annotations.rules
    return Page(
        path=RULES_PAGE,
        title="Rules",
        source=material.source,
        shelf="I write a reader",
        purpose="What a file has to keep to beyond the schema, who says so and who enforces it.",
        text=_counts(rules, material),
        sections=(
            *_explanations(material),
            *(section for owner in _owners(rules) for section in _owner_section(owner, material)),
            *_retired(material),
        ),
    )


def _elsewhere(rule: Rule, material: Material) -> str:
    """The page that documents the owner of a rule; empty for a rule of the whole package."""
    page = material.places.rule(rule).page
    return "" if page == RULES_PAGE else page


def rules_of(symbol: str, material: Material) -> list[Rule]:
    """The rules about one field, value or oneof."""
    return [rule for rule in material.annotations.rules if rule.owner == symbol]


def _counts(rules: Sequence[Rule], material: Material) -> str:
    strengths = Counter(rule.strength for rule in rules)
    listed = ", ".join(f"{strengths[s]} {s.value}" for s in Strength if strengths[s])
    by = Counter(name for rule in rules for name in enforcers(rule, material) or ["nobody"])
    enforced = ", ".join(f"{by[name]} by {name}" for name in (*_all_enforcers(material), "nobody"))
    counts = f"{len(rules)} rules: {listed}. Enforced: {enforced}."
    return paragraphs([counts, _coverage(rules, material)])


def _coverage(rules: Sequence[Rule], material: Material) -> str:
    """How many rules stem from which text; one may stem from several."""
    texts = (material.schema.file_by_name[name].span.source.text for name in material.files)
    words = sum(len(_KEYWORDS.findall(text)) for text in texts)
    documents = Counter(name for rule in rules for name in {o.document for o in rule.origins})
    others = ", ".join(
        f"{documents[item.id]} from {escaped(item.name)}"
        for item in material.annotations.documents
        if documents[item.id]
    )
    return (
        f"The comments of these schemas say MUST, SHOULD or MAY {words} times;"
        f" {documents['schema']} rules stem from them{f', {others}' if others else ''}."
        " Many stem from more than one."
    )


_KEYWORDS = re.compile(r"\b(?:MUST|SHOULD|MAY)\b")


def enforcers(rule: Rule, material: Material) -> list[str]:
    """Who refuses files that break a rule: others, then the package's own check."""
    names = {enforcer.id: escaped(enforcer.name) for enforcer in material.annotations.enforcers}
    is_checked = not isinstance(rule.check, Unchecked)
    return [names[who] for who in rule.enforced_by] + (_own(material) if is_checked else [])


def _own(material: Material) -> list[str]:
    """The check of the package, if one is made."""
    return [code(f"{material.package}.checking")] if material.package else []


def _all_enforcers(material: Material) -> list[str]:
    return [escaped(item.name) for item in material.annotations.enforcers] + _own(material)


def _explanations(material: Material) -> Iterator[Section]:
    annotations = material.annotations
    prose = material.prose(RULES_PAGE, "")
    if annotations.enforcers:
        rows = tuple((escaped(e.name), prose.line(e.meaning)) for e in annotations.enforcers)
        rows += tuple((name, prose.line(_OWN_MEANING)) for name in _own(material))
        yield Section("s.enforcers", "Who enforces", tables=(Table(("Name", "Meaning"), rows),))
    if annotations.documents:
        rows = tuple(
            (
                f'<a id="{_document_id(item.id)}"></a>[{escaped(item.name)}]({item.url})',
                prose.line(item.meaning),
            )
            for item in annotations.documents
        )
        yield Section(
            "s.origins", "Where rules stem from", tables=(Table(("Name", "Meaning"), rows),)
        )


def _owners(rules: Sequence[Rule]) -> list[str]:
    """The messages, enums and packages with rules, in the order of the file."""
    return list(dict.fromkeys(rule.message or rule.owner for rule in rules))


def _owner_section(owner: str, material: Material) -> Iterator[Section]:
    rules = [r for r in material.annotations.rules if (r.message or r.owner) == owner]
    prose = material.prose(RULES_PAGE, owner)
    columns = (
        "Rule",
        "Strength",
        "Says",
        "Holds for",
        "Enforced by",
        "Remark",
        "Said in",
        "Finding",
    )
    rows = tuple(
        (
            *_row(rule, prose, material, leads_to=_elsewhere(rule, material), page=RULES_PAGE),
            "; ".join(_origins(rule, material)),
            code(rule.finding) if rule.finding else "",
        )
        for rule in rules
    )
    place = material.places.found(owner, "")
    text = f"{linked('More about it', place, RULES_PAGE)}." if place is not None else ""
    title = material.shown(owner) if place is not None else f"package {owner}"
    yield Section(f"of.{owner}", escaped(title), text, (Table(columns, rows),))


def _row(
    rule: Rule, prose: Prose, material: Material, *, leads_to: str, page: str
) -> tuple[str, ...]:
    name = f'<a id="{rule_id(rule.id)}"></a>{escaped(rule.id)}'
    if leads_to:
        target = Place(leads_to, rule_id(rule.id)).seen_from(page)
        name = f'<a id="{rule_id(rule.id)}"></a>[{escaped(rule.id)}]({target})'
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


def _retired(material: Material) -> Iterator[Section]:
    rules = material.annotations.retired_rules
    if rules:
        prose = material.prose(RULES_PAGE, "")
        rows = tuple(
            (
                f'<a id="{rule_id(rule.id)}"></a>{escaped(rule.id)}',
                escaped(rule.since),
                prose.line(rule.reason),
            )
            for rule in rules
        )
        yield Section(
            "s.retired", "Rules that are gone", tables=(Table(("Rule", "Since", "Why"), rows),)
        )
