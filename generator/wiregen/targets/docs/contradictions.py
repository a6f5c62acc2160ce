"""The page about what sources disagree in: annotations in, a finished page out."""

from __future__ import annotations

from wiregen.annotations.model import Contradiction, Side
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.prose import escaped, paragraphs
from wiregen.targets.docs.remarks import CONTRADICTIONS_PATH as PATH
from wiregen.targets.docs.view import Page, Section


def contradictions_page(material: Material) -> Page:
    """Each disagreement with all sides, and what the generated code makes of it."""
    found = material.annotations.contradictions
    return Page(
        path=PATH,
        title="Contradictions",
        source=material.source,
        shelf="What it rests on",
        purpose="Where sources disagree, what each of them says, and what the generated code does.",
        text=f"{len(found)} points on which sources disagree.",
        sections=tuple(_section(item, material) for item in found),
    )


def _section(item: Contradiction, material: Material) -> Section:
    prose = material.prose(PATH, "")
    about = ", ".join(material.named_link(name, PATH) for name in item.about)
    return Section(
        f"about.{item.id}",
        escaped(item.title),
        paragraphs([f"About {about}." if about else "", f"What we do: {prose.line(item.ours)}"]),
        items=tuple(_side(side, material) for side in item.sides),
    )


def _side(side: Side, material: Material) -> str:
    names = {d.id: f"[{escaped(d.name)}]({d.url})" for d in material.annotations.documents}
    place = material.places.found(side.place, "")
    shown = material.named_link(side.place, PATH) if place is not None else escaped(side.place)
    prose = material.prose(PATH, "")
    source = names.get(side.document, "the schema")
    return f"{source}, {shown}: {prose.line(side.sentence)}"
