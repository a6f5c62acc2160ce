"""Annotations on the page of a symbol, other than rules."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.annotations.model import Removed, Root, Rule, Vocabulary
from wiregen.annotations.rule_checks import FieldPath, NotEmpty, Required
from wiregen.output.escaping import anchor_id, code, escaped
from wiregen.schema import ir
from wiregen.targets.docs.history import release_words, removed_members, shortened
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import paragraphs
from wiregen.targets.docs.rules import enforcers
from wiregen.targets.docs.view import Section, Table
from wiregen.targets.places import Place

FILE_KINDS_PATH = "file-kinds.md"
NAMESPACES_PATH = "names.md"
CONTRADICTIONS_PATH = "contradictions.md"


def root_of(message: ir.Message, material: Material) -> Root | None:
    """What is known of files that hold nothing but a message, if there are such."""
    return next((r for r in material.annotations.roots if r.message == message.full_name), None)


def identity_section(message: ir.Message, page: str, material: Material) -> Iterator[Section]:
    """What tells one message from all others."""
    for item in material.annotations.identities:
        if item.message == message.full_name:
            prose = material.prose(page, message.full_name)
            names = []
            for path in item.fields:
                start = (
                    "" if path.message == message.full_name else f"{material.shown(path.message)}."
                )
                names.append(prose.line(f"`{start}{path}`"))
            text = paragraphs([prose.line(item.sentence), f"Together: {', '.join(names)}."])
            yield Section("s.identity", "Identity", text)


def vocabulary_sections(message: ir.Message, page: str, material: Material) -> Iterator[Section]:
    """The words that fields of a message are known to hold."""
    for item in material.annotations.vocabularies:
        if item.field.rpartition(".")[0] == message.full_name:
            name = item.field.rpartition(".")[2]
            what = "Keys" if item.is_of_keys else "Known words"
            prose = material.prose(page, message.full_name)
            yield Section(
                f"s.words.{name}",
                f"{what} of {escaped(name)}",
                prose.line(item.note),
                (vocabulary_table(item, page, material),),
            )


def vocabulary_table(item: Vocabulary, page: str, material: Material) -> Table:
    """The words of a vocabulary."""
    prose = material.prose(page, item.field.rpartition(".")[0])
    has_format = any(word.format for word in item.words)
    columns = ("Key" if item.is_of_keys else "Word", "Required", "Format", "Meaning")
    rows = [
        (
            code(word.name),
            "required" if word.is_required else "optional",
            prose.line(word.format),
            prose.line(word.meaning),
        )
        for word in item.words
    ]
    if has_format:
        return Table(columns, tuple(rows))
    return Table((columns[0], columns[3]), tuple((row[0], row[3]) for row in rows))


def readings_section(
    message: ir.Message, page: str, material: Material, lines: tuple[str, ...]
) -> Iterator[Section]:
    """Which other messages a file that holds this one can be taken for; `lines` are of examples."""
    root = root_of(message, material)
    others = [r for r in material.annotations.roots if message.full_name in r.confused_with]
    if root is None or not root.is_usual or not (root.confused_with or others):
        return
    prose = material.prose(page, message.full_name)
    names = ", ".join(material.link(name, page) for name in root.confused_with)
    items = tuple(
        f"{material.link(other.message, page)}: {prose.line(other.confusion)}"
        for other in others
        if other.confusion
    )
    more = linked("Kinds of files", Place(FILE_KINDS_PATH), page)
    text = paragraphs(
        [
            f"The same bytes can often be read as another message: {names}." if names else "",
            prose.line(root.confusion),
            f"{more} tells how to decide."
            + (" What is said there of the others:" if items else ""),
        ]
    )
    shown = Section("s.readings.shown", "Examples read as this message", items=lines)
    yield Section(
        "s.readings", "Other readings", text, items=items, parts=(shown,) if lines else ()
    )


def whole_file_remark(message: ir.Message, page: str, material: Material) -> str:
    """True if a file can hold nothing but a message, and how many such files were seen."""
    root = root_of(message, material)
    if root is None:
        return ""
    kind = linked("a whole file", Place(FILE_KINDS_PATH), page)
    prose = material.prose(page, message.full_name)
    verb = "It can be" if root.is_usual else "Seldom, it is"
    return f"{verb} {kind}. Seen: {prose.line(root.evidence)}"


def field_remarks(field: ir.Field, page: str, material: Material) -> Iterator[str]:
    """When a field is in use, which namespace its text belongs to, what sources disagree in."""
    annotations = material.annotations
    owner, _, name = field.full_name.rpartition(".")
    for selector in annotations.selectors:
        values = [item.value for item in selector.selections if name in item.fields]
        if selector.message == owner and values:
            enum = material.schema.enum_by_name[selector.enum]
            links = [linked(escaped(v.name), material.places.value(enum, v), page) for v in values]
            chooser = material.field_by_name[selector.field]
            subject = linked(f"`{chooser.name}`", material.places.field(chooser), page)
            yield f"In use when {subject} is {' or '.join(links)}"
    for rule in annotations.rules:
        match rule.check:
            case Required(paths) | NotEmpty(paths) if FieldPath(owner, (name,)) in paths:
                yield f"Asked for: {_required_by(rule, material)}"
            case _:
                pass
    for space in annotations.namespaces:
        if field.full_name in space.fields:
            place = Place(NAMESPACES_PATH, f"space.{space.name}")
            yield f"Namespace: {linked(escaped(space.name), place, page)}"
    for item in annotations.contradictions:
        if field.full_name in item.about:
            place = Place(CONTRADICTIONS_PATH, f"about.{item.id}")
            yield f"Sources disagree: {linked(escaped(item.title), place, page)}"


def _required_by(rule: Rule, material: Material) -> str:
    """Who asks for a field, and whether only in some cases."""
    names = " and ".join(enforcers(rule, material))
    by = f"enforced by {names}" if names else "which nobody enforces"
    sometimes = ", in some cases" if rule.conditions or rule.where else ""
    link = f"[{escaped(rule.id)}](#rule.{rule.id})"
    return f"{rule.strength.value}{sometimes} ({link}), {by}"


def removed_table(message: ir.Message, page: str, material: Material) -> Table:
    """Numbers that are not used any more, and what they were."""
    rows: list[tuple[str, ...]] = []
    told: set[tuple[int, str]] = set()
    for item in material.annotations.removed:
        if item.message == message.full_name:
            rows.append(_annotated(item, page, material))
            told |= {(number, item.name) for number in item.numbers}
    for symbol in removed_members(message.full_name, material):
        number, name = symbol.newest.number, symbol.name.rpartition(".")[2]
        if number is None or (number, name) in told:
            continue
        assert material.history is not None and symbol.removed is not None
        rows.append(
            (
                f'<a id="removed.{anchor_id(name)}"></a>{number}',
                escaped(name),
                code(shortened(symbol.declaration, material)),
                f"before {release_words(symbol.removed, material.history)}",
                "",
            )
        )
    return Table(("Number", "Name", "What it was", "Until", "Why"), tuple(rows))


def _annotated(item: Removed, page: str, material: Material) -> tuple[str, ...]:
    prose = material.prose(page, item.message)
    mark = f'<a id="removed.{anchor_id(item.name)}"></a>' if item.name else ""
    return (
        mark + ", ".join(map(str, item.numbers)),
        escaped(item.name) or "none",
        code(item.declaration) if item.declaration else "not known",
        escaped(item.until) or "never in a release",
        prose.line(item.reason),
    )
