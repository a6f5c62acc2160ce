"""The overview in each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wiregen.annotations.model import Language
from wiregen.annotations.model import Section as OverviewSection
from wiregen.output.escaping import escaped, escaped_words
from wiregen.schema import ir
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import paragraphs
from wiregen.targets.docs.remarks import vocabulary_table
from wiregen.targets.docs.sources import PATH as SOURCES_PATH
from wiregen.targets.docs.topic import Topic
from wiregen.targets.docs.version_numbers import numbers_table
from wiregen.targets.docs.view import Section, Table
from wiregen.targets.places import Place

PATH = "overview.md"
_ENGLISH = Language("en", "English", {}, {})


@dataclass(frozen=True, slots=True)
class OverviewView:
    """An overview: the words of the page in its language, links, and sections."""

    reference: str
    # The page of sources, then the other languages.
    links: tuple[str, ...]
    sections: tuple[Section, ...]


def overview_topics(material: Material) -> Iterator[Topic]:
    """Yield one page per language, English first, if the annotations have an overview."""
    if not material.annotations.overview:
        return
    languages = (_ENGLISH, *material.annotations.languages)
    for language in languages:
        yield _Overview(language, languages, material).topic()


@dataclass(frozen=True)
class _Overview:
    language: Language
    languages: tuple[Language, ...]
    material: Material
    concept_by_message: Mapping[str, tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        concepts = self.material.annotations.concepts
        names = {item.message: (item.name, item.list_name) for item in concepts}
        object.__setattr__(self, "concept_by_message", names)

    @property
    def path(self) -> str:
        return _path(self.language)

    def topic(self) -> Topic:
        purpose = (
            "What there is, in plain words and tables, for those who see it for the first time."
        )
        if self.language is not _ENGLISH:
            purpose = f"The overview in another language: {escaped_words(self.language.name)}."
        return Topic(
            self.path,
            self._said("Overview"),
            "I am new here",
            purpose,
            lambda _: self.view(),
            "docs/overview.md.jinja",
        )

    def view(self) -> OverviewView:
        others = [
            linked(escaped(other.name), Place(_path(other)), self.path)
            for other in self.languages
            if other is not self.language
        ]
        return OverviewView(
            self._said("Reference"),
            (linked(self._said("Sources"), Place(SOURCES_PATH), self.path), *others),
            tuple(map(self._section, self.material.annotations.overview)),
        )

    def _said(self, words: str) -> str:
        """Words of a template in the language, as Markdown."""
        found = self.language.words.get(words)
        return words if found is None else escaped(found)

    def _section(self, item: OverviewSection) -> Section:
        said = item.text_by_language.get(self.language.id) or item.text_by_language["en"]
        prose = self.material.prose(self.path, item.message)
        texts = [prose.line(text) for text in said.paragraphs]
        tables = []
        if item.message:
            tables.append(self._fields(self.material.schema.message_by_name[item.message]))
            texts.append(self.material.link(item.message, self.path))
        tables += [self._words(v) for v in (item.vocabulary,) if v]
        if item.decodes:
            tables.append(numbers_table(self._said))
        return Section(f"s.{item.id}", escaped(said.title), paragraphs(texts), tuple(tables))

    def _fields(self, message: ir.Message) -> Table:
        rows = tuple(
            (
                linked(escaped(item.name), self.material.places.field(item), self.path),
                escaped(self._type(item)),
                self._meaning(item, message),
            )
            for item in message.fields
        )
        return Table(tuple(map(self._said, ("Name", "Type", "Description"))), rows)

    def _meaning(self, item: ir.Field, message: ir.Message) -> str:
        prose = self.material.prose(self.path, message.full_name)
        translated = self.language.meanings.get(item.full_name)
        return prose.line(translated) if translated else prose.summary(item.comments.leading)

    def _type(self, item: ir.Field) -> str:
        """A type in plain words: `Node[]`, `map<string,string>`."""
        match item.kind:
            case ir.MessageKind(name) if name in self.concept_by_message:
                return self.concept_by_message[name][item.is_repeated]
            case ir.MessageKind(name) | ir.EnumKind(name):
                plain = self.material.shown(name)
            case _:
                plain = item.declared_type
        return f"{plain}[]" if item.is_repeated else plain

    def _words(self, full_name: str) -> Table:
        found = next(v for v in self.material.annotations.vocabularies if v.field == full_name)
        table = vocabulary_table(found, self.path, self.material)
        rows = tuple(tuple(map(self._said, row)) for row in table.rows)
        return Table(tuple(map(self._said, table.columns)), rows)


def _path(language: Language) -> str:
    return PATH if language is _ENGLISH else f"overview.{language.id}.md"
