"""Parts common to the pages of messages and enums: head, uses and foot."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Union

from wiregen.output.escaping import anchor_id, code, escaped
from wiregen.schema import ir
from wiregen.schema.prose import source_name
from wiregen.syntax.nodes import NamedConstant
from wiregen.targets.docs.history import since
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import paragraphs
from wiregen.targets.docs.remarks import root_of
from wiregen.targets.docs.view import Section
from wiregen.targets.docs.wire import label
from wiregen.targets.places import Place, number_id, reserved_id

Symbol = Union[ir.Message, ir.Enum]

INDEX = Place("index.md")
_WIDEST_RANGE = 64
_LICENCE = re.compile(r"SPDX-License-Identifier:\s*(.+)")


def is_deprecated(options: tuple[ir.Option, ...]) -> bool:
    """True if a declaration says that it should not be used any more."""
    return any(
        option.name == "deprecated"
        and isinstance(option.written, NamedConstant)
        and option.written.text == "true"
        for option in options
    )


def source_of(file: str, material: Material) -> str:
    """A schema file as headers name it."""
    return source_name(material.schema.file_by_name[file])


def breadcrumb(symbol: Symbol, page: str, material: Material) -> str:
    """The way from the index to a page, and to its neighbours in file order."""
    file = material.schema.file_by_name[symbol.file]
    parts = [
        linked("Reference", INDEX, page),
        linked(escaped(file.name), material.places.file(file.name), page),
        *(material.link(name, page) for name in _parents(symbol, material)),
        f"**{escaped(material.shown(symbol.full_name))}**",
    ]
    return paragraphs([" › ".join(parts), " · ".join(_neighbours(symbol, page, material))])


def _neighbours(symbol: Symbol, page: str, material: Material) -> Iterator[str]:
    """Links to what is declared before and after a message or enum in its file."""
    symbols = symbols_of(material.schema.file_by_name[symbol.file], material)
    index = symbols.index(symbol)
    for word, at in (("Previous", index - 1), ("Next", index + 1)):
        if 0 <= at < len(symbols):
            yield f"{word}: {material.link(symbols[at].full_name, page)}"


def symbols_of(file: ir.File, material: Material) -> list[Symbol]:
    """The messages and enums of a file in the order in which they are declared."""
    symbols: list[Symbol] = [*material.schema.messages_of(file), *material.schema.enums_of(file)]
    return sorted(symbols, key=lambda symbol: symbol.span.start)


def badges(symbol: Symbol, page: str, material: Material) -> str:
    """What kind of thing it is, in words."""
    kind = "message" if isinstance(symbol, ir.Message) else "enum"
    words = [kind]
    words += [f"nested in {material.link(name, page)}" for name in _parents(symbol, material)[-1:]]
    if isinstance(symbol, ir.Message):
        words.append(_counted(len(symbol.fields), "field"))
        root = root_of(symbol, material)
        words += ["can be a whole file"] if root is not None and root.is_usual else []
    else:
        words.append(_counted(len(symbol.values), "value"))
    if is_deprecated(symbol.options):
        words.append("deprecated")
    if since(symbol.full_name, material):
        words.append(f"since {since(symbol.full_name, material)}")
    return " · ".join(words)


def footer(symbol: Symbol, page: str, material: Material) -> str:
    """Where it comes from."""
    file = material.schema.file_by_name[symbol.file]
    link = linked(escaped(file.name), material.places.file(file.name), page)
    package = f", package {code(file.package)}" if file.package else ""
    licence = licence_of(file)
    end = f" Licence: {escaped(licence)}." if licence else ""
    return f"Declared in {link} ({syntax_words(file)}{package}).{end}"


def syntax_words(file: ir.File) -> str:
    """The language of a file."""
    return f"edition {file.syntax.value}" if file.syntax.is_edition else file.syntax.value


def licence_of(file: ir.File) -> str:
    """The licence that the comments at the head of a file name, in the form of SPDX."""
    texts = (*file.comments.detached, file.comments.leading, file.comments.trailing)
    found = _LICENCE.search("\n".join(texts))
    return found[1].strip() if found else ""


def content(file: ir.File) -> bytes:
    """The bytes of a schema file."""
    return file.span.source.text.encode("utf-8", "surrogateescape")


def sha256(data: bytes) -> str:
    """The SHA-256 of a file's content in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def used_in(full_name: str, page: str, material: Material, remark: str = "") -> Section:
    """The fields that hold a type, below a remark about it."""
    is_used = full_name in material.uses_by_type
    texts = (remark, "" if is_used else "None: no field holds it.")
    items = tuple(_uses(full_name, page, material))
    return Section("s.usedin", "Used in", " ".join(text for text in texts if text), items=items)


def anchors(ids: Iterable[str]) -> str:
    """Places that links can lead to."""
    return "".join(f'<a id="{anchor_id(name)}"></a>' for name in ids)


def reserved_ids(item: ir.Reserved) -> Iterator[str]:
    """The ids of reserved numbers and names; of a very wide range, that of its first number."""
    for found in item.ranges:
        is_wide = found.last - found.first > _WIDEST_RANGE
        for number in range(found.first, found.first + 1 if is_wide else found.last + 1):
            yield reserved_id(number)
            yield number_id(number)
    yield from map(reserved_id, item.names)


def _uses(full_name: str, page: str, material: Material) -> Iterator[str]:
    for use in material.uses_by_type.get(full_name, ()):
        how = f"carried as {use.field.declared_type}" if use.is_carried else label(use.field)
        yield f"{material.field_link(use.field, page)} ({how})"


def _parents(symbol: Symbol, material: Material) -> list[str]:
    names: list[str] = []
    owner = symbol.full_name.rpartition(".")[0]
    while owner in material.schema.message_by_name:
        names.insert(0, owner)
        owner = owner.rpartition(".")[0]
    return names


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
