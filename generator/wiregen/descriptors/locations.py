"""Source locations and comments of a file, as protoc reports them.

Every declaration and each of its parts has a location: a path of field numbers through the
file's descriptor, a span, and the comments of the declaration. Order and paths are protoc's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wiregen.descriptors.values import described
from wiregen.lowering.options import PSEUDO_OPTIONS
from wiregen.schema import ir
from wiregen.schema.elements import Element
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.scalars import SCALAR_BY_NAME
from wiregen.source.positions import Positions
from wiregen.source.text import Span
from wiregen.syntax.comments import Comments
from wiregen.syntax.nodes import (
    BracketedOptions,
    EnumNode,
    EnumValueNode,
    ExtendNode,
    ExtensionsNode,
    FieldNode,
    FileNode,
    GroupNode,
    ImportNode,
    MapFieldNode,
    MessageNode,
    OneofNode,
    OptionNode,
    PackageNode,
    RangeNode,
    ReservedNode,
    RpcNode,
    ServiceNode,
    SyntaxNode,
)

_Path = tuple[int, ...]
_AnyField = FieldNode | MapFieldNode | GroupNode

# The numbers of descriptor.proto that paths are made of.
_FILE_PACKAGE, _FILE_IMPORT, _FILE_MESSAGE, _FILE_ENUM, _FILE_SERVICE = 2, 3, 4, 5, 6
_FILE_EXTENSION, _FILE_OPTIONS, _FILE_PUBLIC, _FILE_WEAK = 7, 8, 10, 11
_FILE_SYNTAX, _FILE_OPTION_IMPORT = 12, 15
_MESSAGE_FIELD, _MESSAGE_NESTED, _MESSAGE_ENUM, _MESSAGE_RANGES = 2, 3, 4, 5
_MESSAGE_EXTENSION, _MESSAGE_OPTIONS, _MESSAGE_ONEOF = 6, 7, 8
_MESSAGE_RESERVED, _MESSAGE_RESERVED_NAMES = 9, 10
_FIELD_EXTENDEE, _FIELD_NUMBER, _FIELD_LABEL, _FIELD_TYPE = 2, 3, 4, 5
_FIELD_TYPE_NAME, _FIELD_DEFAULT, _FIELD_OPTIONS, _FIELD_JSON_NAME = 6, 7, 8, 10
_RANGE_START, _RANGE_END, _RANGE_OPTIONS = 1, 2, 3
_ONEOF_OPTIONS, _ENUM_VALUE, _ENUM_OPTIONS, _ENUM_RESERVED, _ENUM_RESERVED_NAMES = 2, 2, 3, 4, 5
_VALUE_NUMBER, _VALUE_OPTIONS = 2, 3
_SERVICE_METHOD, _SERVICE_OPTIONS = 2, 3
_METHOD_INPUT, _METHOD_OUTPUT, _METHOD_OPTIONS = 2, 3, 4
_METHOD_REQUEST_STREAM, _METHOD_RESPONSE_STREAM = 5, 6
_NAME = 1


def source_info(node: FileNode, elements: Iterable[Element], types: OptionTypes) -> ir.MessageValue:
    """Return the source info of a file, whose elements tell which fields its options set."""
    source = node.source
    positions = Positions(source.text, has_byte_order_mark=source.has_byte_order_mark)
    recorder = _Recorder(positions, _option_paths(elements, types))
    recorder.file(node)
    return described("SourceCodeInfo", location=recorder.locations)


@dataclass(slots=True)
class _Counts:
    """How many declarations of each kind a message or file has had so far."""

    count_by_number: dict[int, int]

    def next(self, number: int) -> int:
        count = self.count_by_number.get(number, 0)
        self.count_by_number[number] = count + 1
        return count


class _Recorder:
    """Walks through a file and notes locations in protoc's order: outer ones first."""

    def __init__(self, positions: Positions, path_by_option: Mapping[int, _Path | None]) -> None:
        self._positions = positions
        # By where an option starts; None for one that no descriptor has.
        self._path_by_option = path_by_option
        self.locations: list[ir.MessageValue] = []

    def _add(self, path: _Path, span: Span, comments: Comments | None = None) -> None:
        line, column = self._positions.place(span.start)
        end_line, end_column = self._positions.place(span.end)
        numbers = (line, column) if line == end_line else (line, column, end_line)
        self.locations.append(
            described(
                "SourceCodeInfo.Location",
                path=list(path),
                span=[*numbers, end_column],
                leading_comments=comments.leading or None if comments else None,
                trailing_comments=comments.trailing or None if comments else None,
                leading_detached_comments=list(comments.detached) if comments else None,
            )
        )

    # Files

    def _file(self, node: FileNode) -> None:
        if node.span.start < node.span.end:
            self._add((), node.span)
        else:
            # Without a token, protoc's span goes from the end of the file to its start.
            line, column = self._positions.place(len(node.source.text))
            numbers = [line, column, 0] if line == 0 else [line, column, 0, 0]
            self.locations.append(described("SourceCodeInfo.Location", path=[], span=numbers))

    def file(self, node: FileNode) -> None:
        """Note everything in a file."""
        self._file(node)
        counts = _Counts({})
        for item in node.items:
            match item:
                case SyntaxNode():
                    self._add((_FILE_SYNTAX,), item.span, item.comments)
                case PackageNode():
                    self._add((_FILE_PACKAGE,), item.span, item.comments)
                case ImportNode():
                    self._import(item, counts)
                case OptionNode():
                    self._option((_FILE_OPTIONS,), item)
                case MessageNode():
                    self._message((_FILE_MESSAGE, counts.next(_FILE_MESSAGE)), item)
                case EnumNode():
                    self._enum((_FILE_ENUM, counts.next(_FILE_ENUM)), item)
                case ServiceNode():
                    self._service((_FILE_SERVICE, counts.next(_FILE_SERVICE)), item)
                case ExtendNode():
                    self._extend((), _FILE_EXTENSION, _FILE_MESSAGE, item, counts)

    def _import(self, node: ImportNode, counts: _Counts) -> None:
        modifier = node.modifier
        if modifier is not None and modifier.text == "option":
            path = (_FILE_OPTION_IMPORT, counts.next(_FILE_OPTION_IMPORT))
            self._add(path, node.span, node.comments)
            return
        self._add((_FILE_IMPORT, counts.next(_FILE_IMPORT)), node.span, node.comments)
        if modifier is not None:
            number = _FILE_PUBLIC if modifier.text == "public" else _FILE_WEAK
            self._add((number, counts.next(number)), modifier.span)

    # Options

    def _option(self, path: _Path, node: OptionNode) -> None:
        """An option statement: the options of the element, and the field that is set."""
        inner = self._path_by_option.get(node.span.start)
        if inner is None:
            return
        self._add(path, node.span)
        self._add_inner(path, inner, node)

    def _add_inner(self, path: _Path, inner: _Path | None, node: OptionNode) -> None:
        if inner:
            self._add(path + inner, node.span, node.comments)

    def _bracketed(self, path: _Path, number: int, options: BracketedOptions) -> None:
        """Options in brackets; `default` and `json_name` are parts of the field itself."""
        if options.span is None:
            return
        paths = {
            node.span.start: self._path_by_option.get(node.span.start)
            for node in options.settings
            if not _is_pseudo_option(node)
        }
        if not paths or any(inner is not None for inner in paths.values()):
            self._add((*path, number), options.span)
        for node in options.settings:
            if not _is_pseudo_option(node):
                self._add_inner((*path, number), paths[node.span.start], node)
            elif node.parts[0].text == "default":
                self._add((*path, _FIELD_DEFAULT), node.value.span)
            else:
                self._add((*path, _FIELD_JSON_NAME), node.span)
                self._add((*path, _FIELD_JSON_NAME), node.value.span)

    # Messages

    def _message(self, path: _Path, node: MessageNode) -> None:
        # The words `export` and `local` stand before what protoc takes for the message.
        self._add(path, _from(node.keyword.span, node.span), node.comments)
        self._add((*path, _NAME), node.name.span)
        self._block(path, node.items)

    def _block(self, path: _Path, items: Iterable[object]) -> None:
        counts = _Counts({})
        for item in items:
            match item:
                case FieldNode() | MapFieldNode() | GroupNode():
                    field = (*path, _MESSAGE_FIELD, counts.next(_MESSAGE_FIELD))
                    self._field(field, item, path, _MESSAGE_NESTED, counts)
                case MessageNode():
                    inner = (*path, _MESSAGE_NESTED, counts.next(_MESSAGE_NESTED))
                    self._message(inner, item)
                case EnumNode():
                    self._enum((*path, _MESSAGE_ENUM, counts.next(_MESSAGE_ENUM)), item)
                case OneofNode():
                    self._oneof(path, item, counts)
                case ExtensionsNode():
                    self._extensions((*path, _MESSAGE_RANGES), item, counts)
                case ExtendNode():
                    self._extend(path, _MESSAGE_EXTENSION, _MESSAGE_NESTED, item, counts)
                case ReservedNode():
                    self._reserved(path, item, _MESSAGE_RESERVED, _MESSAGE_RESERVED_NAMES, counts)
                case OptionNode():
                    self._option((*path, _MESSAGE_OPTIONS), item)
                case _:
                    raise AssertionError(f"{item!r} in a message")

    def _field(
        self,
        path: _Path,
        node: _AnyField,
        parent: _Path,
        nested: int,
        counts: _Counts,
        extendee: Span | None = None,
    ) -> None:
        is_group = isinstance(node, GroupNode)
        self._add(path, node.span, None if is_group else node.comments)
        if extendee is not None:
            self._add((*path, _FIELD_EXTENDEE), extendee)
        if node.label is not None:
            self._add((*path, _FIELD_LABEL), node.label.span)
        match node:
            case FieldNode():
                is_scalar = node.type.text in SCALAR_BY_NAME
                number = _FIELD_TYPE if is_scalar else _FIELD_TYPE_NAME
                self._add((*path, number), node.type.span)
            case MapFieldNode():
                self._add((*path, _FIELD_TYPE_NAME), node.type_span)
            case GroupNode():
                self._add((*path, _FIELD_TYPE), node.keyword.span)
        self._add((*path, _NAME), node.name.span)
        self._add((*path, _FIELD_NUMBER), node.number.span)
        self._bracketed(path, _FIELD_OPTIONS, node.options)
        if isinstance(node, GroupNode):
            group = (*parent, nested, counts.next(nested))
            self._add(group, node.span, node.comments)
            self._add((*group, _NAME), node.name.span)
            self._add((*path, _FIELD_TYPE_NAME), node.name.span)
            self._block(group, node.items)
        elif isinstance(node, MapFieldNode):
            # The message of its entries has no place, but it has a number.
            counts.next(nested)

    def _oneof(self, message: _Path, node: OneofNode, counts: _Counts) -> None:
        path = (*message, _MESSAGE_ONEOF, counts.next(_MESSAGE_ONEOF))
        self._add(path, node.span, node.comments)
        self._add((*path, _NAME), node.name.span)
        for item in node.items:
            if isinstance(item, OptionNode):
                self._option((*path, _ONEOF_OPTIONS), item)
            else:
                field = (*message, _MESSAGE_FIELD, counts.next(_MESSAGE_FIELD))
                self._field(field, item, message, _MESSAGE_NESTED, counts)

    def _extend(
        self, parent: _Path, number: int, nested: int, node: ExtendNode, counts: _Counts
    ) -> None:
        self._add((*parent, number), node.span, node.comments)
        for item in node.items:
            path = (*parent, number, counts.next(number))
            self._field(path, item, parent, nested, counts, node.extendee.span)

    def _extensions(self, path: _Path, node: ExtensionsNode, counts: _Counts) -> None:
        self._add(path, node.span, node.comments)
        ranges = [(*path, counts.next(_MESSAGE_RANGES)) for _ in node.ranges]
        for range_path, found in zip(ranges, node.ranges, strict=True):
            self._range(range_path, found)
        for range_path in ranges:
            self._bracketed(range_path, _RANGE_OPTIONS, node.options)

    def _range(self, path: _Path, node: RangeNode) -> None:
        self._add(path, node.span)
        self._add((*path, _RANGE_START), node.first.span)
        end = node.last_span
        if end == node.first.span and end.text.startswith("-"):
            # protoc notes the first token of a number that is a whole range.
            end = Span(end.source, end.start, end.start + 1)
        self._add((*path, _RANGE_END), end)

    def _reserved(
        self, parent: _Path, node: ReservedNode, ranges: int, names: int, counts: _Counts
    ) -> None:
        number = names if node.names else ranges
        self._add((*parent, number), node.span, node.comments)
        for name in node.names:
            self._add((*parent, number, counts.next(number)), name.span)
        for found in node.ranges:
            self._range((*parent, number, counts.next(number)), found)

    # Enums and services

    def _enum(self, path: _Path, node: EnumNode) -> None:
        self._add(path, _from(node.keyword.span, node.span), node.comments)
        self._add((*path, _NAME), node.name.span)
        counts = _Counts({})
        for item in node.items:
            match item:
                case EnumValueNode():
                    value = (*path, _ENUM_VALUE, counts.next(_ENUM_VALUE))
                    self._add(value, item.span, item.comments)
                    self._add((*value, _NAME), item.name.span)
                    self._add((*value, _VALUE_NUMBER), item.number.span)
                    self._bracketed(value, _VALUE_OPTIONS, item.options)
                case ReservedNode():
                    self._reserved(path, item, _ENUM_RESERVED, _ENUM_RESERVED_NAMES, counts)
                case OptionNode():
                    self._option((*path, _ENUM_OPTIONS), item)

    def _service(self, path: _Path, node: ServiceNode) -> None:
        self._add(path, node.span, node.comments)
        self._add((*path, _NAME), node.name.span)
        counts = _Counts({})
        for item in node.items:
            if isinstance(item, OptionNode):
                self._option((*path, _SERVICE_OPTIONS), item)
            else:
                self._method((*path, _SERVICE_METHOD, counts.next(_SERVICE_METHOD)), item)

    def _method(self, path: _Path, node: RpcNode) -> None:
        self._add(path, node.span, node.comments)
        self._add((*path, _NAME), node.name.span)
        if node.request_stream is not None:
            self._add((*path, _METHOD_REQUEST_STREAM), node.request_stream.span)
        self._add((*path, _METHOD_INPUT), node.request.span)
        if node.response_stream is not None:
            self._add((*path, _METHOD_RESPONSE_STREAM), node.response_stream.span)
        self._add((*path, _METHOD_OUTPUT), node.response.span)
        for option in node.options:
            self._option((*path, _METHOD_OPTIONS), option)


def _from(start: Span, whole: Span) -> Span:
    return Span(whole.source, start.start, whole.end)


def _is_pseudo_option(node: OptionNode) -> bool:
    return len(node.parts) == 1 and node.parts[0].text in PSEUDO_OPTIONS


# --- which fields options set ----------------------------------------------------------------


def _option_paths(elements: Iterable[Element], types: OptionTypes) -> dict[int, _Path | None]:
    """By where an option starts: the numbers from its options message to what it sets.

    An element whose options are all for the compiler alone has None for each; an option that
    is, beside others, has no numbers.
    """
    path_by_option: dict[int, _Path | None] = {}
    for element in elements:
        count_by_path: dict[_Path, int] = {}
        paths: dict[int, _Path] = {}
        for option in element.options:
            if option.setting is not None:
                fields = _fields_set(option.setting, len(option.parts), types)
                path = tuple(field.number for field in fields)
                if fields[-1].is_repeated:
                    count = count_by_path.get(path, 0)
                    count_by_path[path] = count + 1
                    path = (*path, count)
                is_dropped = any(types.is_for_compiler_only(field.full_name) for field in fields)
                paths[option.span.start] = () if is_dropped else path
        are_all_dropped = bool(paths) and all(
            _is_dropped_at_once(option, types) for option in element.options
        )
        path_by_option |= {at: None if are_all_dropped else path for at, path in paths.items()}
    return path_by_option


def _fields_set(setting: ir.FieldValue, depth: int, types: OptionTypes) -> Sequence[ir.Field]:
    fields = [types.field(setting.field)]
    while len(fields) < depth:
        assert isinstance(setting.value, ir.MessageValue)
        (setting,) = setting.value.fields
        fields.append(types.field(setting.field))
    return fields


def _is_dropped_at_once(option: ir.Option, types: OptionTypes) -> bool:
    return option.setting is None or types.is_for_compiler_only(option.setting.field)
