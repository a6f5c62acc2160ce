"""The page about variants of a schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.evolution.facts import Aspect
from wiregen.history.model import History, VariantDifference
from wiregen.output.escaping import code, escaped
from wiregen.schema import ir
from wiregen.targets.docs.history import release_words, shortened
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.view import Rows

PATH = "variants.md"


@dataclass(frozen=True, slots=True)
class VariantView:
    """What a variant declares, or declared, differently."""

    id: str
    name: str
    count_today: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class VariantsView:
    """Where the variants of the schemas differ, and what another syntax would change."""

    main: str
    variants: tuple[VariantView, ...]
    explicit_count: int
    # Lists of numbers that are not packed.
    unpacked: Rows
    concepts: Rows


def variants_view(material: Material) -> VariantsView | None:
    """Return where the variants of the schemas differ or differed, if a history tells."""
    history = material.history
    if history is None:
        return None
    fields = [field for message in material.messages for field in message.fields]
    return VariantsView(
        main=escaped(history.main_variant),
        variants=tuple(_variants(material, history)),
        explicit_count=sum(field.presence is ir.Presence.EXPLICIT for field in fields),
        unpacked=tuple(
            (material.field_link(field, PATH), field.declared_type)
            for field in fields
            if field.is_packable and not field.is_packed
        ),
        concepts=tuple(
            (escaped(item.name), escaped(item.list_name), material.link(item.message, PATH))
            for item in material.annotations.concepts
        ),
    )


def _variants(material: Material, history: History) -> Iterator[VariantView]:
    for name in dict.fromkeys(item.variant for item in history.differences):
        found = [item for item in history.differences if item.variant == name]
        yield VariantView(
            f"s.variant.{name}",
            escaped(name),
            sum(item.until is None for item in found),
            tuple(_row(item, material, history) for item in _without_parts(found)),
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
