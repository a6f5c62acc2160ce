"""The page about namespaces."""

from __future__ import annotations

from dataclasses import dataclass

from wiregen.output.escaping import escaped
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.remarks import NAMESPACES_PATH as PATH


@dataclass(frozen=True, slots=True)
class NamespaceView:
    """A namespace, and the fields that hold its names."""

    id: str
    name: str
    meaning: str
    fields: tuple[str, ...]


def namespaces_view(material: Material) -> tuple[NamespaceView, ...] | None:
    """Return which fields hold names that must not clash."""
    prose = material.prose(PATH, "")
    found = tuple(
        NamespaceView(
            f"space.{item.name}",
            escaped(item.name),
            prose.line(item.meaning),
            tuple(material.field_link(material.field_by_name[name], PATH) for name in item.fields),
        )
        for item in material.annotations.namespaces
    )
    return found or None
