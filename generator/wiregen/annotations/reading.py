"""Reads and resolves an annotations file.

Every name is looked up in the schema, so that an annotations file cannot fall behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from wiregen.annotations import model as kinds
from wiregen.annotations.model import Annotations
from wiregen.annotations.names import Names
from wiregen.annotations.rule_arguments import Known
from wiregen.annotations.rule_checks import FieldPath
from wiregen.annotations.rule_reading import check_ids, read_retired_rules, read_rules
from wiregen.schema import ir
from wiregen.schema.scalars import Domain
from wiregen.source.diagnostics import Faults
from wiregen.source.text import Source
from wiregen.source.toml_tables import Table, read_table

_Kind = TypeVar("_Kind")
_Read = Callable[[Table, Names], "_Kind | None"]


def read_annotations(source: Source, schema: ir.Schema, faults: Faults) -> Annotations:
    """Everything that a file says about a schema; SchemaError with all that is wrong in it."""
    top = read_table(source, faults)
    faults.raise_if_any()
    annotations = _annotations(top, Names(schema, top.text("package", "")))
    top.close()
    faults.raise_if_any()
    return annotations


def _annotations(top: Table, names: Names) -> Annotations:
    def each(key: str, read: _Read[_Kind]) -> tuple[_Kind, ...]:
        return _each(top, key, read, names)

    # Those that others refer to come first.
    carries = _carries(top.table("carries"), names)
    revision = _revision(top.table("revision"), names) if top.holds("revision") else None
    enforcers, documents = each("enforcer", _enforcer), each("document", _document)
    selectors, encodings = each("selector", _selector), each("encoding", _encoding)
    vocabularies = each("vocabulary", _vocabulary)
    known = Known(
        names=names,
        revisions=names.numbers(revision.enum) if revision else frozenset(),
        enforcers=frozenset(enforcer.id for enforcer in enforcers),
        documents=frozenset(document.id for document in documents),
        selectors=selectors,
        encoded_enums=frozenset(encoding.enum for encoding in encodings),
        vocabularies=vocabularies,
    )
    rules, tombstones = tuple(top.tables("rule")), tuple(top.tables("tombstone"))
    found = Annotations(
        package=top.text("package", ""),
        revision=revision,
        carries=carries,
        selectors=selectors,
        encodings=encodings,
        enforcers=enforcers,
        documents=documents,
        rules=read_rules(rules, known),
        retired_rules=read_retired_rules(tombstones),
        identities=each("identity", _identity),
        roots=each("root", _root),
        removed=each("removed", _removed),
        contradictions=each("contradiction", lambda t, n: _contradiction(t, n, known.documents)),
        namespaces=each("namespace", _namespace),
        vocabularies=vocabularies,
        confusables=each("confusable", _confusable),
        concepts=each("concept", _concept),
        overview=each("section", _section),
        languages=_languages(top.table("language"), names),
    )
    check_ids([*rules, *tombstones])
    return found


def _each(top: Table, key: str, read: _Read[_Kind], names: Names) -> tuple[_Kind, ...]:
    """The kinds that the tables of a list make, without those that have no meaning."""
    found = []
    for table in top.tables(key):
        made = read(table, names)
        table.close()
        if made is not None:
            found.append(made)
    return tuple(found)


def _carries(table: Table, names: Names) -> dict[str, str]:
    for written in table.keys():
        owner = names.field(table, written, written)
        enum = names.enum(table, written, table.text(written))
        if owner is None or enum is None:
            continue
        assert owner.field is not None
        kind = owner.field.kind
        if not (isinstance(kind, ir.ScalarKind) and kind.scalar.domain is Domain.INTEGER):
            table.report(f"'{owner.symbol}' holds no whole numbers", written)
        names.carries[owner.symbol] = enum.full_name
    return names.carries


def _revision(table: Table, names: Names) -> kinds.Revision | None:
    enum = names.enum(table, "enum", table.text("enum"))
    path = names.path(table, "field", table.text("field"), None)
    name = table.text("name")
    table.close()
    return kinds.Revision(enum.full_name, path, name) if enum and path else None


def _enforcer(table: Table, names: Names) -> kinds.Enforcer:
    return kinds.Enforcer(table.text("id"), table.text("name"), table.text("meaning"))


def _document(table: Table, names: Names) -> kinds.Document:
    url, meaning = table.text("url", ""), table.text("meaning")
    return kinds.Document(table.text("id"), table.text("name"), url, meaning)


def _selector(table: Table, names: Names) -> kinds.Selector | None:
    owner = names.field(table, "field", table.text("field"))
    fields = table.table("fields")
    empty, refused = table.texts("empty"), table.texts("refused")
    fields_by_value = {value: fields.texts(value) for value in fields.keys()}
    if owner is None or owner.field is None or owner.message is None:
        return None
    enum = names.enum_in(owner.field)
    if enum is None:
        table.report(f"'{owner.symbol}' holds numbers of no enum", "field")
        return None
    for value, written in fields_by_value.items():
        names.enum_value(fields, value, value, enum)
        for name in written:
            names.field_of(fields, value, name, owner.message)
    for key, values in (("empty", empty), ("refused", refused)):
        for value in values:
            names.enum_value(table, key, value, enum)
    for known in enum.values:
        places = (known.name in fields_by_value, known.name in empty, known.name in refused)
        if sum(places) != 1:
            fault = "is in more than one of" if any(places) else "is in none of"
            table.report(f"'{known.name}' {fault} 'fields', 'empty' and 'refused'", "field")
    return kinds.Selector(
        field=owner.symbol,
        message=owner.message.full_name,
        enum=enum.full_name,
        selections=tuple(
            kinds.Selection(known, fields_by_value.get(known.name, ()))
            for known in enum.values
            if known.name not in refused
        ),
        refused=tuple(known for known in enum.values if known.name in refused),
        span=table.span(),
    )


def _encoding(table: Table, names: Names) -> kinds.Encoding | None:
    enum = names.enum(table, "enum", table.text("enum"))
    message = names.message(table, "message", table.text("message"))
    shape, raw = table.text("shape"), table.text("raw")
    formats = tuple(table.tables("format"))
    if enum is None or message is None:
        return None
    names.field_of(table, "shape", shape, message)
    names.field_of(table, "raw", raw, message)
    made = [_format(format_table, names, enum, message) for format_table in formats]
    return kinds.Encoding(
        enum.full_name,
        message.full_name,
        shape,
        raw,
        tuple(item for found in made for item in found),
        table.span(),
    )


def _format(
    table: Table, names: Names, enum: ir.Enum, message: ir.Message
) -> list[kinds.ElementFormat]:
    """The formats of all values that one table speaks of."""
    field, form = table.text("field"), table.text("form")
    bits = table.number("bits")
    per_element, per_entry = table.number("entries_per_element"), table.number("elements_per_entry")
    values = [
        names.enum_value(table, "values", value, enum)
        for value in table.texts("values", is_needed=True)
    ]
    names.field_of(table, "field", field, message)
    table.close()
    return [
        kinds.ElementFormat(value, field, bits, per_element or 1, per_entry or 1, form)
        for value in values
        if value is not None
    ]


def _vocabulary(table: Table, names: Names) -> kinds.Vocabulary | None:
    owner = names.field(table, "field", table.text("field"))
    note = table.text("note", "")
    words = _each(table, "word", _word, names)
    if owner is None or owner.field is None:
        return None
    kind = owner.field.kind
    is_of_keys = isinstance(kind, ir.MessageKind) and owner.field.is_repeated
    is_text = isinstance(kind, ir.ScalarKind) and kind.scalar.domain is Domain.STRING
    if not is_of_keys and not is_text:
        table.report(f"'{owner.symbol}' is neither a text nor a list of messages", "field")
    return kinds.Vocabulary(owner.symbol, is_of_keys, words, note, table.span())


def _word(table: Table, names: Names) -> kinds.Word:
    name, form, meaning = table.text("name"), table.text("format", ""), table.text("meaning")
    return kinds.Word(name, table.flag("required"), form, meaning)


def _identity(table: Table, names: Names) -> kinds.Identity | None:
    message = names.message(table, "message", table.text("message"))
    fields = _paths(table, "fields", names, message)
    sentence = table.text("says")
    return kinds.Identity(message.full_name, fields, sentence, table.span()) if message else None


def _root(table: Table, names: Names) -> kinds.Root | None:
    message = names.message(table, "message", table.text("message"))
    others = [
        names.message(table, "confused_with", written) for written in table.texts("confused_with")
    ]
    root = kinds.Root(
        message=message.full_name if message else "",
        is_usual=table.flag("usual"),
        file_names=table.texts("file_names"),
        written_by=table.text("written_by", ""),
        first_bytes=table.texts("first_bytes"),
        confused_with=tuple(other.full_name for other in others if other),
        confusion=table.text("confusion", ""),
        file_count=table.number("file_count") or 0,
        evidence=table.text("evidence", ""),
        span=table.span(),
    )
    return root if message else None


def _removed(table: Table, names: Names) -> kinds.Removed | None:
    message = names.message(table, "message", table.text("message"))
    numbers = table.list("numbers", is_needed=True)
    name, declaration = table.text("name", ""), table.text("declaration", "")
    until, reason = table.text("until", ""), table.text("reason")
    if message is None:
        return None
    ranges = [found for reserved in message.reserved for found in reserved.ranges]
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool):
            table.report("'numbers' is a list of whole numbers", "numbers")
        elif not any(found.first <= number <= found.last for found in ranges):
            sentence = f"'{message.full_name}' does not reserve {number}"
            table.report(sentence, "numbers", str(number))
    return kinds.Removed(message.full_name, numbers, name, declaration, until, reason, table.span())


def _contradiction(
    table: Table, names: Names, documents: frozenset[str]
) -> kinds.Contradiction | None:
    about = [names.symbol(table, "about", s) for s in table.texts("about", is_needed=True)]
    return kinds.Contradiction(
        table.text("id"),
        table.text("title"),
        tuple(symbol for symbol in about if symbol),
        _each(table, "side", lambda t, n: _side(t, n, documents), names),
        table.text("ours"),
        table.span(),
    )


def _side(table: Table, names: Names, documents: frozenset[str]) -> kinds.Side:
    document, place, sentence = table.text("document"), table.text("place", ""), table.text("says")
    if document == "schema":
        place = names.symbol(table, "place", place) or ""
    elif document not in documents:
        table.report(f"no document '{document}'", "document")
    return kinds.Side(document, place, sentence)


def _namespace(table: Table, names: Names) -> kinds.Namespace:
    owners = [names.field(table, "fields", written) for written in table.texts("fields")]
    fields = tuple(owner.symbol for owner in owners if owner)
    return kinds.Namespace(table.text("name"), table.text("meaning"), fields, table.span())


def _confusable(table: Table, names: Names) -> kinds.Confusable:
    enums = [names.enum(table, "enums", written) for written in table.texts("enums")]
    found = tuple(enum.full_name for enum in enums if enum)
    return kinds.Confusable(found, table.text("says"), table.span())


def _concept(table: Table, names: Names) -> kinds.Concept | None:
    message = names.message(table, "message", table.text("message"))
    name = table.text("name")
    list_name = table.text("list", f"{name}[]")
    return kinds.Concept(message.full_name, name, list_name) if message else None


def _section(table: Table, names: Names) -> kinds.Section:
    texts = {}
    language_tables = table.table("text")
    for language in language_tables.keys():
        inner = language_tables.table(language)
        title, paragraphs = inner.text("title"), inner.texts("paragraphs")
        inner.close()
        texts[language] = kinds.SectionText(title, paragraphs)
    written = table.text("message", "")
    message = names.message(table, "message", written) if written else None
    fields = [
        names.field(table, key, table.text(key)) if table.holds(key) else None
        for key in ("vocabulary", "decodes")
    ]
    vocabulary, decodes = (owner.symbol if owner else "" for owner in fields)
    name = message.full_name if message else ""
    return kinds.Section(table.text("id"), texts, name, vocabulary, decodes, table.span())


# As of HTML and BCP 47; it becomes part of the name of a page.
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


def _languages(table: Table, names: Names) -> tuple[kinds.Language, ...]:
    found = []
    for name in table.keys():
        inner = table.table(name)
        if not _LANGUAGE.fullmatch(name):
            table.report(f"expected the tag of a language such as 'zh', got {name!r}", name)
        words, meanings = inner.table("words"), inner.table("meanings")
        text_by_word = {word: words.text(word) for word in words.keys()}
        text_by_symbol = {
            names.symbol(meanings, written, written) or "": meanings.text(written)
            for written in meanings.keys()
        }
        found.append(kinds.Language(name, inner.text("name"), text_by_word, text_by_symbol))
        inner.close()
    return tuple(found)


def _paths(table: Table, key: str, names: Names, start: ir.Message | None) -> tuple[FieldPath, ...]:
    found = [names.path(table, key, written, start) for written in table.texts(key)]
    return tuple(path for path in found if path is not None)
