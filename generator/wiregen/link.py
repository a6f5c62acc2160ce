"""Links parsed files: syntax nodes in, the schema's intermediate representation out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from wiregen import ir
from wiregen.comments import Comments
from wiregen.defaults import default_of
from wiregen.diagnostics import Faults, whole
from wiregen.loading import ImportRoots
from wiregen.scalars import SCALAR_BY_NAME
from wiregen.source import Span
from wiregen.symbols import Symbols, declare_files, join, package_of, values_of
from wiregen.syntax import (
    Decimal,
    EnumNode,
    ExtensionsNode,
    FieldNode,
    FileNode,
    GroupNode,
    ImportNode,
    Integer,
    MapFieldNode,
    MessageItem,
    MessageNode,
    NamedConstant,
    OneofNode,
    OptionNode,
    RangeNode,
    ReservedNode,
    SyntaxNode,
    Text,
    Word,
)

_MAX_INT32 = (1 << 31) - 1


def link(files: Sequence[FileNode], roots: ImportRoots, faults: Faults) -> ir.Schema:
    """Resolve every name of some files, imported ones first, and decide what fields are.

    Faults are noted, not raised: what cannot be resolved is left out, so that the rest can
    still be checked.
    """
    symbols = declare_files(files, faults)
    imports_by_file = {
        file.source.name: tuple(_imports(file, roots)) for file in files
    }
    linked: dict[str, ir.File] = {}
    messages: dict[str, ir.Message] = {}
    enums: dict[str, ir.Enum] = {}
    for file in files:
        syntax = _syntax_of(file, faults)
        name = file.source.name
        visible = _visible_files(name, imports_by_file)
        linker = _FileLinker(name, syntax, symbols, visible, faults)
        linker.declare(file.items, package_of(file))
        linked[name] = linker.file(file, imports_by_file[name])
        messages.update(linker.message_by_name)
        enums.update(linker.enum_by_name)
    return ir.Schema(linked, messages, enums)


def _imports(file: FileNode, roots: ImportRoots) -> Iterable[ir.Import]:
    for node in file.items:
        if isinstance(node, ImportNode):
            written = node.name.value.decode("utf-8", "replace")
            yield ir.Import(
                written, roots.real_name(written), node.is_public, node.is_weak, node.name.span
            )


def _visible_files(name: str, imports_by_file: dict[str, tuple[ir.Import, ...]]) -> frozenset[str]:
    """A file sees itself, what it imports, and what those import publicly."""
    visible = {name}
    pending = [item.file for item in imports_by_file[name]]
    while pending:
        other = pending.pop()
        if other not in visible:
            visible.add(other)
            pending += (item.file for item in imports_by_file[other] if item.is_public)
    return frozenset(visible)


def _syntax_of(file: FileNode, faults: Faults) -> ir.Syntax:
    statements = [node for node in file.items if isinstance(node, SyntaxNode)]
    if not statements:
        return ir.Syntax.PROTO2
    first, *others = statements
    for other in others:
        faults.report(other.span, "the syntax is stated twice")
    if file.items[0] is not first:
        faults.report(first.span, "the syntax must be the first statement of the file")
    written = first.value.value.decode("utf-8", "replace")
    if first.is_edition or written not in ("proto2", "proto3"):
        faults.report(
            first.value.span, f"expected syntax \"proto2\" or \"proto3\", found '{written}'"
        )
        return ir.Syntax.PROTO2
    return ir.Syntax(written)


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where a declaration stands: the full name around it, and the oneof, if any."""

    full_name: str
    oneof: str | None = None


class _FileLinker:
    """Links the declarations of one file."""

    def __init__(
        self,
        name: str,
        syntax: ir.Syntax,
        symbols: Symbols,
        visible: frozenset[str],
        faults: Faults,
    ) -> None:
        self._name = name
        self._syntax = syntax
        self._symbols = symbols
        self._visible = visible
        self._faults = faults
        self.message_by_name: dict[str, ir.Message] = {}
        self.enum_by_name: dict[str, ir.Enum] = {}

    def file(self, node: FileNode, imports: tuple[ir.Import, ...]) -> ir.File:
        package = package_of(node)
        statement = next((item for item in node.items if isinstance(item, SyntaxNode)), None)
        return ir.File(
            name=self._name,
            path=node.source.path,
            syntax=self._syntax,
            package=package,
            imports=imports,
            messages=_names(node.items, package, MessageNode),
            enums=_names(node.items, package, EnumNode),
            options=_options(node.items),
            comments=statement.comments if statement is not None else Comments(),
            dangling=node.dangling,
        )

    def declare(self, items: Iterable[object], scope: str) -> None:
        """Link messages and enums, parents before what is nested in them."""
        for node in items:
            match node:
                case MessageNode() | GroupNode():
                    full_name = join(scope, node.name.text)
                    if full_name not in self.message_by_name:
                        self.message_by_name[full_name] = self._message(node, full_name)
                        self.declare(node.items, full_name)
                case OneofNode():
                    self.declare(node.items, scope)
                case EnumNode():
                    full_name = join(scope, node.name.text)
                    self.enum_by_name.setdefault(full_name, self._enum(node, full_name))
                case _:
                    pass

    # Messages

    def _message(self, node: MessageNode | GroupNode, full_name: str) -> ir.Message:
        items = node.items
        return ir.Message(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            fields=tuple(self._fields(items, _Scope(full_name))),
            oneofs=tuple(self._oneofs(items, full_name)),
            messages=_names(_with_oneof_items(items), full_name, (MessageNode, GroupNode)),
            enums=_names(items, full_name, EnumNode),
            reserved=tuple(self._reserved(items)),
            extension_ranges=tuple(
                number_range
                for item in items
                if isinstance(item, ExtensionsNode)
                for number_range in self._ranges(item.ranges, ir_largest=(1 << 29) - 1)
            ),
            options=_options(items),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )

    def _fields(self, items: Iterable[object], scope: _Scope) -> Iterable[ir.Field]:
        for node in items:
            match node:
                case FieldNode() | MapFieldNode() | GroupNode():
                    field = self._field(node, scope)
                    if field is not None:
                        yield field
                case OneofNode():
                    yield from self._fields(node.items, _Scope(scope.full_name, node.name.text))
                case _:
                    pass

    def _field(
        self, node: FieldNode | MapFieldNode | GroupNode, scope: _Scope
    ) -> ir.Field | None:
        kind = self._kind(node, scope.full_name)
        number = self._integer(node.number)
        if kind is None or number is None:
            return None
        label = node.label.text if node.label is not None else ""
        is_repeated = label == "repeated" or isinstance(kind, ir.MapKind)
        name = node.name.text.lower() if isinstance(node, GroupNode) else node.name.text
        self._check_label(node, label, scope)
        return ir.Field(
            name=name,
            full_name=join(scope.full_name, name),
            number=number,
            kind=kind,
            is_repeated=is_repeated,
            presence=None if is_repeated else self._presence(kind, label, scope),
            is_packed=self._is_packed(node, kind, is_repeated),
            default=default_of(node.options, kind, self._symbols, self._faults),
            oneof=scope.oneof,
            is_proto3_optional=self._syntax is ir.Syntax.PROTO3 and label == "optional",
            json_name=self._json_name(node, name),
            declared_type=_declared_type(node),
            declared_label=label,
            options=_settings(node.options),
            comments=node.comments,
            span=node.name.span,
        )

    def _kind(
        self, node: FieldNode | MapFieldNode | GroupNode, scope: str
    ) -> ir.FieldKind | None:
        match node:
            case GroupNode():
                return ir.MessageKind(join(scope, node.name.text), is_group=True)
            case FieldNode():
                return self._type(node.type, scope)
            case MapFieldNode():
                value = self._type(node.value, scope)
                key = SCALAR_BY_NAME.get(node.key.text)
                if key is None or not key.is_map_key:
                    self._faults.report(
                        node.key.span,
                        "a map's keys are integers, bools or strings,"
                        f" found '{node.key.text}'",
                    )
                    return None
                return None if value is None else ir.MapKind(key, value)

    def _type(
        self, name: Word, scope: str
    ) -> ir.ScalarKind | ir.EnumKind | ir.MessageKind | None:
        scalar = SCALAR_BY_NAME.get(name.text)
        if scalar is not None:
            return ir.ScalarKind(scalar)
        found = self._symbols.resolve(name.text, scope, self._visible)
        if found is None:
            self._faults.report(name.span, self._unresolved(name.text, scope))
            return None
        full_name, symbol = found
        match symbol.type:
            case MessageNode() | GroupNode():
                return ir.MessageKind(full_name)
            case EnumNode():
                return ir.EnumKind(full_name)
            case None:
                self._faults.report(
                    name.span, f"expected a type, but '{full_name}' is a {symbol.what}"
                )
                return None

    def _unresolved(self, name: str, scope: str) -> str:
        everywhere = self._symbols.resolve(name, scope, _Everything())
        if everywhere is not None:
            full_name, symbol = everywhere
            return f"'{full_name}' is declared in '{symbol.file}', which is not imported here"
        return f"no message or enum '{name}' is visible in '{scope}'"

    def _presence(self, kind: ir.FieldKind, label: str, scope: _Scope) -> ir.Presence:
        if label == "required":
            return ir.Presence.REQUIRED
        is_implicit = (
            self._syntax is ir.Syntax.PROTO3
            and label != "optional"
            and scope.oneof is None
            and not isinstance(kind, ir.MessageKind)
        )
        return ir.Presence.IMPLICIT if is_implicit else ir.Presence.EXPLICIT

    def _is_packed(
        self, node: FieldNode | MapFieldNode | GroupNode, kind: ir.FieldKind, is_repeated: bool
    ) -> bool:
        match kind:
            case ir.ScalarKind(scalar):
                is_packable = is_repeated and scalar.is_packable
            case ir.EnumKind():
                is_packable = is_repeated
            case ir.MessageKind() | ir.MapKind():
                is_packable = False
        setting = setting_of(node.options, "packed")
        if setting is None:
            return is_packable and self._syntax is ir.Syntax.PROTO3
        is_packed = _is_true(setting, self._faults)
        if is_packed and not is_packable:
            self._faults.report(
                setting.span, "only repeated fields of numbers, bools or enums can be packed"
            )
        return is_packed and is_packable

    def _check_label(
        self, node: FieldNode | MapFieldNode | GroupNode, label: str, scope: _Scope
    ) -> None:
        if isinstance(node, MapFieldNode):
            if node.label is not None:
                self._faults.report(node.label.span, "a map takes no label")
            if scope.oneof is not None:
                self._faults.report(node.name.span, "a map cannot stand in a oneof")
        elif scope.oneof is not None:
            if node.label is not None:
                self._faults.report(node.label.span, "a field in a oneof takes no label")
        elif self._syntax is ir.Syntax.PROTO2 and not label:
            self._faults.report(
                node.name.span,
                f"expected 'optional', 'required' or 'repeated' before '{node.name.text}'",
            )
        elif self._syntax is ir.Syntax.PROTO3 and label == "required" and node.label is not None:
            self._faults.report(node.label.span, "proto3 has no required fields")
        if self._syntax is ir.Syntax.PROTO3 and isinstance(node, GroupNode):
            self._faults.report(node.name.span, "proto3 has no groups: use a message")

    def _json_name(self, node: FieldNode | MapFieldNode | GroupNode, name: str) -> str:
        setting = setting_of(node.options, "json_name")
        if setting is not None and isinstance(setting.value, Text):
            return setting.value.value.decode("utf-8", "replace")
        return json_name(name)

    def _oneofs(self, items: Iterable[object], scope: str) -> Iterable[ir.Oneof]:
        for node in items:
            if not isinstance(node, OneofNode):
                continue
            names = tuple(
                item.name.text.lower() if isinstance(item, GroupNode) else item.name.text
                for item in node.items
                if not isinstance(item, OptionNode)
            )
            if not names:
                self._faults.report(node.name.span, "a oneof needs at least one field")
            yield ir.Oneof(
                name=node.name.text,
                full_name=join(scope, node.name.text),
                fields=names,
                options=_options(node.items),
                comments=node.comments,
                span=node.name.span,
            )

    def _reserved(
        self, items: Iterable[object], largest: int = (1 << 29) - 1
    ) -> Iterable[ir.Reserved]:
        for node in items:
            if isinstance(node, ReservedNode):
                yield ir.Reserved(
                    ranges=tuple(self._ranges(node.ranges, largest)),
                    names=tuple(name.text for name in node.names),
                    comments=node.comments,
                    span=node.span,
                )

    def _ranges(self, nodes: Iterable[RangeNode], ir_largest: int) -> Iterable[ir.NumberRange]:
        for node in nodes:
            first = self._integer(node.first)
            last = ir_largest if node.last is None else self._integer(node.last)
            if first is None or last is None:
                continue
            if last < first:
                self._faults.report(node.span, f"this range ends ({last}) before it starts")
                continue
            yield ir.NumberRange(first, last)

    # Enums

    def _enum(self, node: EnumNode, full_name: str) -> ir.Enum:
        scope = full_name.rpartition(".")[0]
        values = []
        for value in values_of(node):
            number = self._integer(value.number)
            if number is not None:
                values.append(
                    ir.EnumValue(
                        name=value.name.text,
                        full_name=join(scope, value.name.text),
                        number=number,
                        options=_settings(value.options),
                        comments=value.comments,
                        span=value.span,
                    )
                )
        alias = setting_of(_option_nodes(node.items), "allow_alias")
        return ir.Enum(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            values=tuple(values),
            is_closed=self._syntax is ir.Syntax.PROTO2,
            allows_aliases=alias is not None and _is_true(alias, self._faults),
            reserved=tuple(self._reserved(node.items, _MAX_INT32)),
            options=_options(node.items),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )

    def _integer(self, number: Integer | Decimal) -> int | None:
        if isinstance(number, Integer):
            return number.value
        self._faults.report(number.span, f"expected an integer, found '{number.span.text}'")
        return None


class _Everything(frozenset[str]):
    """A set that has every file, to find out whether only an import is missing."""

    def __contains__(self, item: object) -> bool:
        return True


def json_name(name: str) -> str:
    """The name that JSON uses for a field: lowerCamelCase, by protobuf's own algorithm."""
    letters: list[str] = []
    is_after_underscore = False
    for letter in name:
        if letter == "_":
            is_after_underscore = True
            continue
        letters.append(letter.upper() if is_after_underscore and letter.isascii() else letter)
        is_after_underscore = False
    return "".join(letters)


def setting_of(options: Iterable[OptionNode], name: str) -> OptionNode | None:
    """The setting of one of protobuf's own options, by its plain name."""
    for option in options:
        if len(option.parts) == 1 and not option.parts[0].is_extension:
            if option.parts[0].text == name:
                return option
    return None


def _is_true(option: OptionNode, faults: Faults) -> bool:
    value = option.value
    if isinstance(value, NamedConstant) and not value.is_negative:
        if value.text in ("true", "false"):
            return value.text == "true"
    faults.report(value.span, f"expected true or false, found '{value.span.text}'")
    return False


def _names(
    items: Iterable[object], scope: str, kinds: type | tuple[type, ...]
) -> tuple[str, ...]:
    return tuple(
        join(scope, node.name.text)
        for node in items
        if isinstance(node, kinds) and isinstance(node, (MessageNode, GroupNode, EnumNode))
    )


def _with_oneof_items(items: Iterable[MessageItem]) -> Iterable[object]:
    return chain.from_iterable(
        item.items if isinstance(item, OneofNode) else (item,) for item in items
    )


def _option_nodes(items: Iterable[object]) -> list[OptionNode]:
    return [item for item in items if isinstance(item, OptionNode)]


def _options(items: Iterable[object]) -> tuple[ir.Option, ...]:
    return _settings(_option_nodes(items))


def _settings(options: Iterable[OptionNode]) -> tuple[ir.Option, ...]:
    return tuple(ir.Option(option_name(option), option.value) for option in options)


def option_name(option: OptionNode) -> str:
    """An option's name as written, extensions in parentheses."""
    return ".".join(f"({p.text})" if p.is_extension else p.text for p in option.parts)


def _declared_type(node: FieldNode | MapFieldNode | GroupNode) -> str:
    match node:
        case FieldNode():
            return node.type.text
        case MapFieldNode():
            return f"map<{node.key.text}, {node.value.text}>"
        case GroupNode():
            return f"group {node.name.text}"
