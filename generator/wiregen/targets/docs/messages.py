"""The pages of messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiregen.output.escaping import code, escaped, fenced
from wiregen.schema import ir
from wiregen.schema.prose import field_line, plain_text
from wiregen.targets.docs.comments import Removed, without_declarations
from wiregen.targets.docs.declaration import message_lines, reserved_line
from wiregen.targets.docs.examples import (
    example_link,
    examples_section,
    field_lines,
    first_value,
    readings_lines,
)
from wiregen.targets.docs.groups import Described, described
from wiregen.targets.docs.history import history_section, member_history, since
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.members import full_text, quoted, row_groups, summary
from wiregen.targets.docs.prose import Prose, paragraphs
from wiregen.targets.docs.remarks import (
    field_remarks,
    identity_section,
    readings_section,
    removed_table,
    vocabulary_sections,
    whole_file_remark,
)
from wiregen.targets.docs.rules import rules_of, rules_section
from wiregen.targets.docs.selectors import selector_sections
from wiregen.targets.docs.symbols import (
    anchors,
    badges,
    breadcrumb,
    footer,
    reserved_ids,
    source_of,
    used_in,
)
from wiregen.targets.docs.uses import held_type
from wiregen.targets.docs.values import constructor_call
from wiregen.targets.docs.view import Detail, RowGroup, Section, SymbolPage, Table
from wiregen.targets.docs.wire import (
    label,
    other_tag,
    presence_sentence,
    wire_phrase,
    wire_sentences,
    written_tag,
)
from wiregen.targets.places import field_id, number_id, oneof_id, rule_id

_COLUMNS = ("#", "Name", "Type", "Label", "Wire type", "Tag", "Since", "Meaning")


def message_page(message: ir.Message, material: Material) -> SymbolPage:
    """The page of one message."""
    return _MessagePage(message, material).page()


class _MessagePage:
    def __init__(self, message: ir.Message, material: Material) -> None:
        self._message = message
        self._material = material
        self._path = material.places.symbol(message.full_name).page
        own_place = material.places.symbol(message.full_name)
        self._prose = material.prose(self._path, message.full_name, own_place)
        self._outside = described([field for field in message.fields if field.oneof is None])
        self._members_by_oneof = {
            oneof.name: described([f for f in message.fields if f.oneof == oneof.name])
            for oneof in message.oneofs
        }

    def page(self) -> SymbolPage:
        message, material = self._message, self._material
        return SymbolPage(
            path=self._path,
            full_name=message.full_name,
            title=escaped(material.shown(message.full_name)),
            source=source_of(message.file, material),
            breadcrumb=breadcrumb(message, self._path, material),
            badges=badges(message, self._path, material),
            text=self._comment(),
            remarks=tuple(self._remarks()),
            declaration=fenced(message_lines(message, material.schema), "protobuf"),
            members_heading="Fields",
            members_id="s.fields",
            groups=tuple(self._groups()),
            sections_before_details=(
                *selector_sections(message, self._path, material),
                *vocabulary_sections(message, self._path, material),
                *identity_section(message, self._path, material),
                *self._nested(),
            ),
            details=tuple(self._details()),
            sections=tuple(self._sections()),
            footer=footer(message, self._path, material),
        )

    def _comment(self) -> str:
        comments = self._message.comments
        texts = [self._prose.headed_comment(comments.leading) if comments.leading.strip() else ""]
        if comments.trailing.strip():
            texts.append(f"*Short note:* {self._prose.line(plain_text(comments.trailing))}")
        return paragraphs(texts)

    def _remarks(self) -> Iterator[str]:
        """Comments that stand alone before a nested declaration, or at the end."""
        schema, message = self._material.schema, self._message
        nested: list[ir.Message | ir.Enum | ir.Oneof] = [
            *(schema.message_by_name[name] for name in message.messages),
            *(schema.enum_by_name[name] for name in message.enums),
            *message.oneofs,
        ]
        for item in sorted(nested, key=lambda item: item.span.start):
            for text in item.comments.detached:
                yield self._remark(f"Before `{item.name}`", text)
        for option in message.options:
            for text in (*option.comments.detached, option.comments.leading):
                if text.strip():
                    yield self._remark(f"Before `option {option.name}`", text)
        for oneof in message.oneofs:
            for text in oneof.dangling:
                yield self._remark(f"At the end of `{oneof.name}`", text)
        for text in message.dangling:
            yield self._remark("At the end", text)

    def _remark(self, where: str, text: str) -> str:
        return f"{where}, the schema says:\n\n{quoted(self._prose.comment(text))}"

    # Fields

    def _groups(self) -> Iterator[RowGroup]:
        """The fields in file order, those of a oneof as one group."""
        pending = list(self._outside)
        for oneof in self._message.oneofs:
            before = [item for item in pending if item.member.span.start < oneof.span.start]
            pending = pending[len(before) :]
            yield from self._rows(before)
            yield self._oneof_head(oneof)
            yield from self._rows(self._members_by_oneof[oneof.name])
        if self._message.oneofs and pending:
            yield RowGroup("", "Other fields", "", _NO_ROWS)
        yield from self._rows(pending)

    def _oneof_head(self, oneof: ir.Oneof) -> RowGroup:
        count = len(oneof.fields)
        comments = oneof.comments
        texts = [
            (
                f"At most one of these {count} fields is kept: a later one on the wire clears"
                " the earlier."
                if count > 1
                else "It has one field only."
            ),
            self._prose.comment(comments.leading) if comments.leading.strip() else "",
            (
                f"*Short note:* {self._prose.line(plain_text(comments.trailing))}"
                if comments.trailing.strip()
                else ""
            ),
        ]
        return RowGroup(
            oneof_id(oneof.name), f"oneof {escaped(oneof.name)}", paragraphs(texts), _NO_ROWS
        )

    def _rows(self, members: Sequence[Described]) -> Iterator[RowGroup]:
        columns = tuple(name for name in _COLUMNS if name != "Since" or self._material.history)
        yield from row_groups(members, columns, self._row, self._prose)

    def _row(self, item: Described) -> tuple[str, ...]:
        field = _field(item)
        other = other_tag(field)
        since_then = (since(field.full_name, self._material),) if self._material.history else ()
        return (
            str(field.number),
            linked(escaped(field.name), self._material.places.field(field), self._path),
            self._material.type_text(field, self._path),
            label(field),
            wire_phrase(field),
            f"`{written_tag(field)}` or `{other}`" if other else f"`{written_tag(field)}`",
            *since_then,
            summary(item, self._field_prose(field)),
        )

    def _field_prose(self, field: ir.Field) -> Prose:
        place = self._material.places.field(field)
        return self._material.prose(self._path, self._message.full_name, place)

    def _details(self) -> Iterator[Detail]:
        items = [*self._outside, *(i for items in self._members_by_oneof.values() for i in items)]
        for item in sorted(items, key=lambda item: item.member.span.start):
            field = _field(item)
            yield Detail(
                ids=(field_id(field.name), number_id(field.number)),
                name=escaped(field.name),
                line=code(f"{field_line(field)};"),
                text=full_text(item, self._field_prose(field)),
                facts=tuple(self._facts(field)),
            )

    def _facts(self, field: ir.Field) -> Iterator[str]:
        yield f"Type: {self._material.type_text(field, self._path)}"
        enum = self._material.schema.enum_by_name.get(held_type(field.kind) or "")
        first_value = enum.values[0].name if enum is not None else ""
        yield f"Presence: {presence_sentence(field, first_value)}"
        yield f"On the wire: {wire_sentences(field)}"
        if field.oneof is not None:
            yield f"Oneof: [`{field.oneof}`](#{oneof_id(field.oneof)})"
        yield from field_remarks(field, self._path, self._material)
        rules = rules_of(field.full_name, self._material)
        if rules:
            links = ", ".join(f"[{escaped(rule.id)}](#{rule_id(rule.id)})" for rule in rules)
            yield f"Rules: {links}"
        told = member_history(field.full_name, self._material)
        if told:
            yield f"History: {told}"
        binding = self._material.bindings.get(field.full_name)
        if binding is not None:
            yield f"In Python: {code(f'{binding.path}: {binding.type}')}"
        yield from field_lines(field, self._path, self._material)

    # Sections

    def _nested(self) -> Iterator[Section]:
        message, material = self._message, self._material
        if message.messages or message.enums:
            items = [
                *(f"message {material.link(name, self._path)}" for name in message.messages),
                *(f"enum {material.link(name, self._path)}" for name in message.enums),
            ]
            yield Section("s.nested", "Declared inside", items=tuple(items))

    def _sections(self) -> Iterator[Section]:
        yield from self._reserved()
        message, page, material = self._message, self._path, self._material
        remark = whole_file_remark(message, page, material)
        yield used_in(message.full_name, page, material, remark)
        yield rules_section(message.full_name, page, material)
        lines = readings_lines(message.full_name, page, material)
        yield from readings_section(message, page, material, tuple(lines))
        yield from examples_section(message, page, material)
        yield from self._python()
        yield from history_section(message.full_name, material)

    def _reserved(self) -> Iterator[Section]:
        remarks = list(self._removed_remarks())
        statements = [self._reserved_statement(item) for item in self._message.reserved]
        table = removed_table(self._message, self._path, self._material)
        if statements or remarks or table.rows:
            yield Section(
                "s.reserved",
                "Reserved and removed",
                paragraphs(
                    [
                        "Reserved numbers and names must not be used again." if statements else "",
                        *statements,
                        *remarks,
                    ]
                ),
                (table,) if table.rows else (),
            )

    def _reserved_statement(self, item: ir.Reserved) -> str:
        comments = (*item.comments.detached, item.comments.leading, item.comments.trailing)
        texts = [anchors(reserved_ids(item)), code(reserved_line(item))]
        for comment in comments:
            text, removed = without_declarations(comment)
            texts.append(self._prose.comment(text) if text.strip() else "")
            texts += map(self._removed, removed)
        return paragraphs(texts)

    def _removed_remarks(self) -> Iterator[str]:
        """What comments say of fields that are only comments any more."""
        for items in (self._outside, *self._members_by_oneof.values()):
            for item in items:
                for removed in item.removed:
                    head = f"The schema keeps number {removed.number} as a comment, above"
                    body = quoted(self._removed(removed))
                    yield f"{head} `{item.member.name}`:\n\n{body}"

    def _removed(self, removed: Removed) -> str:
        text = self._prose.comment(removed.text) if removed.text.strip() else ""
        return paragraphs([text, fenced([removed.declaration], "protobuf")])

    def _python(self) -> Iterator[Section]:
        bindings = self._material.bindings
        binding = bindings.get(self._message.full_name)
        if binding is None:
            return
        attributes = [(f.name, bindings[f.full_name].path) for f in self._message.fields]
        renamed = [(name, attribute) for name, attribute in attributes if name != attribute]
        names = ", ".join(f"`{name}` is `{attribute}`" for name, attribute in renamed)
        yield Section(
            "s.python",
            "In Python",
            paragraphs(
                [
                    f"The class is `{binding.path}`.",
                    self._constructor_call(),
                    f"Names that differ from the schema: {names}." if renamed else "",
                ]
            ),
        )

    def _constructor_call(self) -> str:
        """How to build a message of the examples, or an empty one."""
        message, material = self._message.full_name, self._material
        found = first_value(message, material)
        value, example = found if found is not None else (ir.MessageValue(()), None)
        lines, roots = constructor_call(value, message, "message", material)
        source = fenced(
            [f"from {material.package} import {', '.join(sorted(roots))}", "", *lines], "python"
        )
        if example is None:
            return source
        link = example_link(example, self._path, material)
        what = "This is" if example.message == message else "This stands in"
        return f"{source}\n\n{what} the example {link}."


_NO_ROWS = Table((), ())


def _field(item: Described) -> ir.Field:
    assert isinstance(item.member, ir.Field)
    return item.member
