"""The page about what a file can be: annotations in, a finished page out."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.annotations.model import Root
from wiregen.targets.docs.examples import readings_parts
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.prose import code, escaped, paragraphs
from wiregen.targets.docs.remarks import FILE_KINDS_PATH as PATH
from wiregen.targets.docs.view import Page, Section, Table


def file_kinds_page(material: Material) -> Page:
    """Which messages files hold, how to tell, and what else there is."""
    roots = material.annotations.roots
    return Page(
        path=PATH,
        title="Kinds of files",
        source=material.source,
        shelf="I have a file",
        purpose="Which messages a whole file can be, how to tell them apart, and what is no message.",
        text="A file holds one message and does not say which: neither a name nor a mark comes first.",
        sections=(
            Section("s.kinds", "Messages that are files", tables=(_table(roots, material),)),
            Section("s.decide", "How to decide", _DECIDE, items=tuple(_order(roots, material))),
            *(section for root in roots if root.is_usual for section in _root(root, material)),
            *_examples(material),
            Section("s.others", "Files that are none of these", _OTHERS),
        ),
    )


def _table(roots: tuple[Root, ...], material: Material) -> Table:
    prose = material.prose(PATH, "")
    rows = tuple(
        (
            material.link(root.message, PATH),
            "usual" if root.is_usual else "seldom",
            ", ".join(map(code, root.file_names)) or "none",
            ", ".join(map(code, root.first_bytes)) or "none",
            prose.line(root.written_by),
            str(root.file_count),
            ", ".join(material.link(name, PATH) for name in root.confused_with) or "none",
        )
        for root in roots
    )
    columns = ("Message", "As a file", "Names", "First bytes", "Written by", "Seen", "Taken for")
    return Table(columns, rows)


def _order(roots: tuple[Root, ...], material: Material) -> Iterator[str]:
    for root in roots:
        names = f" ({', '.join(map(code, root.file_names))})" if root.file_names else ""
        yield f"{material.link(root.message, PATH)}{names}"


def _root(root: Root, material: Material) -> Iterator[Section]:
    prose = material.prose(PATH, root.message)
    yield Section(
        f"kind.{root.message}",
        escaped(material.shown(root.message)),
        paragraphs(
            [
                f"{material.link(root.message, PATH)}: {prose.line(root.confusion)}",
                f"Seen: {prose.line(root.evidence)}",
            ]
        ),
    )


def _examples(material: Material) -> Iterator[Section]:
    parts = readings_parts(PATH, material)
    if parts:
        yield Section(
            "s.readings",
            "Bytes that can be read in several ways",
            "Each of these is read as several messages, and nothing is left over.",
            parts=parts,
        )


_DECIDE = """\
- Bytes that a reading leaves over, and fields that it does not know, speak against it.
- A reading that breaks a rule is less likely than one that keeps them all.
- Where several readings are left, only somebody who knows what the file is for can decide: a model
  beside it that declares the type of the value, or the name of the file.

Where nothing else helps, try the messages in this order:"""
_OTHERS = """\
- A length may stand in front of a message, where several follow each other in one stream: four or
  eight bytes, or a varint. A reader that does not expect it finds a damaged first tag.
- protobuf's text format and JSON are other forms of the same messages. They start with a letter, a
  brace or white space, where the binary form has a tag.
- Compressed files start with `1F 8B` (gzip) or `50 4B` (zip) and hold the message inside.
- Any other file can have the wrong name: `89 50 4E 47` starts a PNG image, `3C` a page of HTML,
  such as an error message that was saved in place of a download.
- An empty file is an empty message of any kind."""
