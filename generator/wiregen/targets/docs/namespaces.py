"""The page about namespaces: annotations in, a finished page out."""

from __future__ import annotations

from wiregen.targets.docs.material import Material
from wiregen.targets.docs.prose import escaped, paragraphs
from wiregen.targets.docs.remarks import NAMESPACES_PATH as PATH
from wiregen.targets.docs.view import Page, Section


def namespaces_page(material: Material) -> Page:
    """Which fields hold names that must not clash."""
    namespaces = material.annotations.namespaces
    prose = material.prose(PATH, "")
    return Page(
        path=PATH,
        title="Namespaces",
        source=material.source,
        shelf="I look for a field",
        purpose="Which fields hold names, and which of them must differ from each other.",
        text=f"Names live in {len(namespaces)} namespaces; those of different ones do not clash.",
        sections=tuple(
            Section(
                f"space.{item.name}",
                escaped(item.name),
                paragraphs([prose.line(item.meaning), "Fields that hold such names:"]),
                items=tuple(
                    material.field_link(material.field_by_name[name], PATH) for name in item.fields
                ),
            )
            for item in namespaces
        ),
    )
