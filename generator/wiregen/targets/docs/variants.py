"""The page about variants of a schema: history in, a finished page out."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.evolution.facts import Aspect
from wiregen.history.model import History, VariantDifference
from wiregen.schema import ir
from wiregen.targets.docs.history import release_words, shortened
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.prose import code, escaped
from wiregen.targets.docs.view import Page, Section, Table
from wiregen.targets.docs.wire_format import PATH as WIRE_FORMAT_PATH

PATH = "variants.md"


def variants_page(material: Material, history: History) -> Page:
    """Where the variants of the schemas differ or differed."""
    return Page(
        path=PATH,
        title="Variants",
        source=material.source,
        shelf="What changed",
        purpose="What the variants of the schemas have in common, and since when.",
        text="The same messages are published in more than one form.",
        sections=(*_variants(material, history), _twins(material), *_concepts(material)),
    )


def _variants(material: Material, history: History) -> Iterator[Section]:
    names = dict.fromkeys(item.variant for item in history.differences)
    for name in names:
        found = [item for item in history.differences if item.variant == name]
        rows = tuple(_row(item, material, history) for item in _without_parts(found))
        today = sum(item.until is None for item in found)
        end = "today they declare the same" if not today else f"{today} differences are left"
        columns = ("Symbol", history.main_variant, name, "From", "Until")
        yield Section(
            f"s.variant.{name}",
            f"{escaped(name)} and {escaped(history.main_variant)}",
            f"What the schemas of the two variants declared differently; {end}. What is declared"
            " inside of a message or enum that one of them did not have is not listed again.",
            (Table(columns, rows),),
        )


def _without_parts(found: list[VariantDifference]) -> Iterator[VariantDifference]:
    """Differences without what is declared in something that a variant does not have."""
    lacking = {item.symbol for item in found if item.aspect is Aspect.EXISTENCE}
    for item in found:
        if item.symbol.rpartition(".")[0] not in lacking:
            yield item


def _row(item: VariantDifference, material: Material, history: History) -> tuple[str, ...]:
    return (
        material.named_link(item.symbol, PATH),
        code(shortened(item.main, material)) if item.main else "not there",
        code(shortened(item.other, material)) if item.other else "not there",
        release_words(item.since, history),
        release_words(item.until, history) if item.until is not None else "still so",
    )


def _twins(material: Material) -> Section:
    fields = [field for message in material.messages for field in message.fields]
    unpacked = [f for f in fields if f.is_packable and not f.is_packed]
    explicit = sum(field.presence is ir.Presence.EXPLICIT for field in fields)
    rows = tuple((material.field_link(field, PATH), field.declared_type) for field in unpacked)
    return Section(
        "s.twins",
        "proto2 and proto3",
        "The same messages declared in proto3 have the same numbers and types, and can differ in"
        " bytes: lists of numbers are packed unless told otherwise, and a field set to zero or to an"
        f" empty text is not written, unless its presence is explicit. Here, {explicit} fields have"
        f" explicit presence, and the lists below are not packed. [Wire format]({WIRE_FORMAT_PATH})"
        " tells both forms of every list.",
        (Table(("List", "Type"), rows),) if rows else (),
    )


def _concepts(material: Material) -> Iterator[Section]:
    concepts = material.annotations.concepts
    if concepts:
        rows = tuple(
            (escaped(item.name), escaped(item.list_name), material.link(item.message, PATH))
            for item in concepts
        )
        yield Section(
            "s.concepts",
            "Plain names",
            "Where only the concepts matter, as in the overview, types have plain names.",
            (Table(("Plain name", "A list of them", "Exact type"), rows),),
        )
