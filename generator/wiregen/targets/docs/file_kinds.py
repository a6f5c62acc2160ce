"""The page about the kinds of messages that a file can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.annotations.model import Root
from wiregen.output.escaping import code, escaped
from wiregen.targets.docs.examples import ReadingsView, readings_views
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.remarks import FILE_KINDS_PATH as PATH
from wiregen.targets.docs.view import Rows


@dataclass(frozen=True, slots=True)
class KindView:
    """A message that files often hold, and what it is taken for."""

    id: str
    title: str
    link: str
    confusion: str
    evidence: str


@dataclass(frozen=True, slots=True)
class FileKindsView:
    """The messages that files hold, how to tell them apart, and bytes that are several."""

    table: Rows
    # Links with file names, in the order in which to try the messages.
    order: tuple[str, ...]
    usual: tuple[KindView, ...]
    readings: tuple[ReadingsView, ...]


def file_kinds_view(material: Material) -> FileKindsView | None:
    """Return which messages files hold, if the annotations say so."""
    roots = material.annotations.roots
    if not roots:
        return None
    return FileKindsView(
        table=tuple(_row(root, material) for root in roots),
        order=tuple(_order(roots, material)),
        usual=tuple(_kind(root, material) for root in roots if root.is_usual),
        readings=tuple(readings_views(PATH, material)),
    )


def _row(root: Root, material: Material) -> tuple[str, ...]:
    return (
        material.link(root.message, PATH),
        "usual" if root.is_usual else "seldom",
        ", ".join(map(code, root.file_names)) or "none",
        ", ".join(map(code, root.first_bytes)) or "none",
        material.prose(PATH, "").line(root.written_by),
        str(root.file_count),
        ", ".join(material.link(name, PATH) for name in root.confused_with) or "none",
    )


def _order(roots: tuple[Root, ...], material: Material) -> Iterator[str]:
    for root in roots:
        names = f" ({', '.join(map(code, root.file_names))})" if root.file_names else ""
        yield f"{material.link(root.message, PATH)}{names}"


def _kind(root: Root, material: Material) -> KindView:
    prose = material.prose(PATH, root.message)
    return KindView(
        f"kind.{root.message}",
        escaped(material.shown(root.message)),
        material.link(root.message, PATH),
        prose.line(root.confusion),
        prose.line(root.evidence),
    )
