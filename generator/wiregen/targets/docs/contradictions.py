"""The page about contradictions between sources."""

from __future__ import annotations

from dataclasses import dataclass

from wiregen.annotations.model import Contradiction, Side
from wiregen.output.escaping import escaped, external_link
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.remarks import CONTRADICTIONS_PATH as PATH


@dataclass(frozen=True, slots=True)
class SideView:
    """What one source says."""

    source: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ContradictionView:
    """A disagreement with all sides, and what the generated code makes of it."""

    id: str
    title: str
    about: tuple[str, ...]
    ours: str
    sides: tuple[SideView, ...]


def contradictions_view(material: Material) -> tuple[ContradictionView, ...] | None:
    """Return the disagreements that the annotations list."""
    found = tuple(_contradiction(item, material) for item in material.annotations.contradictions)
    return found or None


def _contradiction(item: Contradiction, material: Material) -> ContradictionView:
    return ContradictionView(
        f"about.{item.id}",
        escaped(item.title),
        tuple(material.named_link(name, PATH) for name in item.about),
        material.prose(PATH, "").line(item.ours),
        tuple(_side(side, material) for side in item.sides),
    )


def _side(side: Side, material: Material) -> SideView:
    names = {d.id: external_link(escaped(d.name), d.url) for d in material.annotations.documents}
    place = material.places.found(side.place, "")
    return SideView(
        names.get(side.document, "the schema"),
        material.named_link(side.place, PATH) if place is not None else escaped(side.place),
        material.prose(PATH, "").line(side.sentence),
    )
