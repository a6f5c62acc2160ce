"""Frozen values of an annotations file: facts that a schema cannot express.

Messages, fields, oneofs and enums are named in full (`onnx.TensorProto.raw_data`), values
of enums by their enum (`onnx.TensorProto.DataType.FLOAT`). `annotation_reading` makes these
values of a file and sees to it that every name in it is one of the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from wiregen.annotations.rule_checks import Check, Condition, FieldPath
from wiregen.schema import ir
from wiregen.source.text import Span


class Strength(Enum):
    """How binding a rule is, in the words of RFC 2119."""

    MUST = "MUST"
    MUST_NOT = "MUST NOT"
    SHOULD = "SHOULD"
    SHOULD_NOT = "SHOULD NOT"
    MAY = "MAY"


@dataclass(frozen=True, slots=True)
class Revision:
    """What the schema counts its own revisions in, and which field says it of a file."""

    enum: str
    field: FieldPath
    # How people call it: "IR version".
    name: str


@dataclass(frozen=True, slots=True)
class Selection:
    """One value of a selector, and the fields that may be in use with it."""

    value: ir.EnumValue
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selector:
    """A field whose value says which other fields of its message are in use.

    `selections` has the values in the order of the enum, those without fields (`empty`)
    too; `refused` are values that the field must not have.
    """

    field: str
    message: str
    enum: str
    selections: tuple[Selection, ...]
    refused: tuple[ir.EnumValue, ...]
    span: Span

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields that some value selects, each once, in the order of the selections."""
        return tuple(dict.fromkeys(name for item in self.selections for name in item.fields))


@dataclass(frozen=True, slots=True)
class ElementFormat:
    """How elements of one type are written: bits in the raw form, entries in the typed field.

    One of the two numbers is 1: a complex number takes two entries, and an entry can hold
    two elements of four bits. Without a typed field the number of bits is None.
    """

    value: ir.EnumValue
    field: str
    bits: int | None
    entries_per_element: int
    elements_per_entry: int
    # What an entry or a group of bits looks like, in a few words.
    form: str


@dataclass(frozen=True, slots=True)
class Encoding:
    """How elements are stored in a message, for each type of an enum.

    `shape` is the field with the sizes whose product is the number of elements, `raw` the
    one that holds elements of any type as bytes.
    """

    enum: str
    message: str
    shape: str
    raw: str
    formats: tuple[ElementFormat, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a rule stems from: a document of the file, and a symbol or a heading in it.

    In the document `schema`, the place is the symbol whose comment says it.
    """

    document: str
    place: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a file of the schema has to keep to.

    The id stays for ever. `where` restricts the rule to messages that these paths reach;
    `conditions` all have to hold. `enforced_by` are ids of `Enforcer`s, none if nobody
    does; `extent` says what they leave out. `finding` is the code under which an explorer
    reports it, or empty. A MUST that is tolerated is reported as a SHOULD: nobody refuses
    files that break it, and there are many.
    """

    id: str
    owner: str
    # The message that the owner is or belongs to; empty for a rule of the whole package.
    message: str
    strength: Strength
    sentence: str
    check: Check
    conditions: tuple[Condition, ...]
    where: tuple[FieldPath, ...]
    first_revision: int | None
    last_revision: int | None
    enforced_by: tuple[str, ...]
    extent: str
    origins: tuple[Origin, ...]
    finding: str
    is_tolerated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class RetiredRule:
    """The tombstone of a rule: its id is not used again."""

    id: str
    reason: str
    since: str
    span: Span


@dataclass(frozen=True, slots=True)
class Enforcer:
    """Somebody who refuses files that break a rule."""

    id: str
    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text outside of the schema that rules and contradictions refer to."""

    id: str
    name: str
    url: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Values that together tell one message from all others; paths may start at a parent."""

    message: str
    fields: tuple[FieldPath, ...]
    sentence: str
    span: Span


@dataclass(frozen=True, slots=True)
class Root:
    """A message that a whole file can be; the order in the file is the order of preference.

    `is_usual` tells kinds of file that are in use from messages that are only tried when
    nothing else fits. `file_count` is how many files of it were seen, and `evidence` where.
    """

    message: str
    is_usual: bool
    file_names: tuple[str, ...]
    written_by: str
    first_bytes: tuple[str, ...]
    confused_with: tuple[str, ...]
    confusion: str
    file_count: int
    evidence: str
    span: Span


@dataclass(frozen=True, slots=True)
class Removed:
    """What reserved numbers of a message were; without a name, nobody says."""

    message: str
    numbers: tuple[int, ...]
    name: str
    declaration: str
    until: str
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Side:
    """What one source says in a contradiction; `document` is an id, or `schema`."""

    document: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Sources that disagree, and what the generated code does."""

    id: str
    title: str
    about: tuple[str, ...]
    sides: tuple[Side, ...]
    ours: str
    span: Span


@dataclass(frozen=True, slots=True)
class Namespace:
    """Names that must not clash with each other; `fields` are those that hold one."""

    name: str
    meaning: str
    fields: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """One key or word that has a meaning of its own."""

    name: str
    is_required: bool
    format: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a text field, or the keys of a list of pairs, are known to have.

    `is_of_keys` tells the second from the first.
    """

    field: str
    is_of_keys: bool
    words: tuple[Word, ...]
    note: str
    span: Span


@dataclass(frozen=True, slots=True)
class Confusable:
    """Enums that are taken for each other."""

    enums: tuple[str, ...]
    sentence: str
    span: Span


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section's title and paragraphs in one language."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the overview: texts by language (`en`, `zh`), then tables if named.

    `message` asks for a table of its fields, `vocabulary` for that of a field's words;
    `decodes` names a field whose version number a reader may want taken apart.
    """

    id: str
    text_by_language: Mapping[str, SectionText]
    message: str
    vocabulary: str
    decodes: str
    span: Span


@dataclass(frozen=True, slots=True)
class Language:
    """Words of one other language: `words` for those of templates, `meanings` for symbols."""

    id: str
    name: str
    words: Mapping[str, str]
    meanings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Concept:
    """The plain name of a message (`Node`), and that of a list of it (`Node[]`)."""

    message: str
    name: str
    list_name: str


@dataclass(frozen=True, slots=True)
class Annotations:
    """Everything in one annotations file; each table is empty where the file has nothing."""

    package: str = ""
    revision: Revision | None = None
    # By the full name of an integer field, the enum whose numbers it holds.
    carries: Mapping[str, str] = field(default_factory=dict)
    selectors: tuple[Selector, ...] = ()
    encodings: tuple[Encoding, ...] = ()
    enforcers: tuple[Enforcer, ...] = ()
    documents: tuple[Document, ...] = ()
    rules: tuple[Rule, ...] = ()
    retired_rules: tuple[RetiredRule, ...] = ()
    identities: tuple[Identity, ...] = ()
    roots: tuple[Root, ...] = ()
    removed: tuple[Removed, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    namespaces: tuple[Namespace, ...] = ()
    vocabularies: tuple[Vocabulary, ...] = ()
    confusables: tuple[Confusable, ...] = ()
    concepts: tuple[Concept, ...] = ()
    overview: tuple[Section, ...] = ()
    languages: tuple[Language, ...] = ()
