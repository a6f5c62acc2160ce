"""The pages of schema files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiregen.output.escaping import code, escaped
from wiregen.schema import ir
from wiregen.syntax.comments import Comments
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.members import quoted
from wiregen.targets.docs.symbols import INDEX, Symbol, licence_of, symbols_of, syntax_words
from wiregen.targets.docs.variants import PATH as VARIANTS_PATH
from wiregen.targets.docs.view import Rows
from wiregen.targets.places import Place


@dataclass(frozen=True, slots=True)
class FilePageView:
    """A schema file: facts, the comments that belong to the file, imports and declarations."""

    breadcrumb: str
    title: str
    syntax: str
    package: str
    message_count: int
    enum_count: int
    # A link to the page about variants; empty if there is none.
    variants: str
    texts: tuple[str, ...]
    imports: tuple[str, ...]
    symbols: Rows
    licence: str


def file_view(file: ir.File, material: Material) -> FilePageView:
    """Return what the page of a schema file shows."""
    return _FilePage(file, material).view()


class _FilePage:
    def __init__(self, file: ir.File, material: Material) -> None:
        self._file = file
        self._material = material
        self._path = material.places.file(file.name).page
        self._prose = material.prose(self._path, file.package)
        self._symbols = symbols_of(file, material)

    def view(self) -> FilePageView:
        file = self._file
        messages = sum(isinstance(symbol, ir.Message) for symbol in self._symbols)
        has_variants = self._material.history is not None
        place = Place(VARIANTS_PATH, "s.twins")
        return FilePageView(
            breadcrumb=f"{linked('Reference', INDEX, self._path)} › **{escaped(file.name)}**",
            title=escaped(file.name),
            syntax=syntax_words(file),
            package=code(file.package) if file.package else "",
            message_count=messages,
            enum_count=len(self._symbols) - messages,
            variants=linked("Variants", place, self._path) if has_variants else "",
            texts=tuple(text for text in self._texts() if text),
            imports=tuple(map(self._import, file.imports)),
            symbols=tuple(map(self._row, self._symbols)),
            licence=escaped(licence_of(file)),
        )

    def _texts(self) -> Iterator[str]:
        """All comments that belong to no message and no enum, in the order of the file."""
        file, schema = self._file, self._material.schema
        yield from self._comments("", file.comments)
        yield from self._comments("`package`", file.package_comments)
        statements: list[tuple[int, str, Comments]] = [
            *(
                (item.span.start, code(f'import "{item.written}"'), item.comments)
                for item in file.imports
            ),
            *((o.span.start, f"`option {o.name}`", o.comments) for o in file.options),
        ]
        for symbol in self._symbols:
            if symbol.full_name in (*file.messages, *file.enums):
                detached = Comments(detached=symbol.comments.detached)
                statements.append((symbol.span.start, f"`{symbol.name}`", detached))
        for service in schema.services_of(file):
            statements.append((service.span.start, f"service `{service.name}`", service.comments))
        for _, name, comments in sorted(statements, key=lambda item: item[0]):
            yield from self._comments(name, comments)
        for text in file.dangling:
            yield self._prose.headed_comment(text)

    def _comments(self, name: str, comments: Comments) -> Iterator[str]:
        for text in comments.detached:
            if text.strip():
                yield self._prose.headed_comment(text)
        for text in (comments.leading, comments.trailing):
            if text.strip():
                comment = self._prose.headed_comment(text)
                yield f"Of {name}:\n\n{quoted(comment)}" if name else comment

    def _import(self, item: ir.Import) -> str:
        if item.file not in self._material.files:
            return code(item.written)
        link = linked(escaped(item.file), self._material.places.file(item.file), self._path)
        return f"{code(item.written)}, which is {link} here" if item.written != item.file else link

    def _row(self, symbol: Symbol) -> tuple[str, ...]:
        prose = self._material.prose(self._path, symbol.full_name)
        return (
            str(symbol.span.line),
            "message" if isinstance(symbol, ir.Message) else "enum",
            self._material.link(symbol.full_name, self._path),
            prose.summary(symbol.comments.leading, may_have_heading=True),
        )
