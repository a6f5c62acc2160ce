"""Links the declarations of one file: syntax nodes in, messages and enums of the IR out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from wiregen import ir
from wiregen.defaults import default_of
from wiregen.diagnostics import Faults
from wiregen.features import Features, chosen
from wiregen.options import (
    is_true,
    json_name,
    option_nodes,
    options,
    report_repeated,
    setting_of,
    settings,
)
from wiregen.scalars import SCALAR_BY_NAME
from wiregen.set_aside import (
    extension_ranges,
    integer,
    reserved_in_enum,
    reserved_in_message,
)
from wiregen.symbols import Symbols, field_name, join, values_of
from wiregen.syntax import (
    EnumNode,
    ExtendNode,
    FieldNode,
    GroupNode,
    MapFieldNode,
    MessageItem,
    MessageNode,
    OneofNode,
    OptionNode,
    RpcNode,
    ServiceNode,
    Text,
)
from wiregen.type_names import TypeNames


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where a declaration stands: the full name around it, and the oneof, if any."""

    full_name: str
    features: Features
    oneof: str | None = None


class DeclarationLinker:
    """Links the declarations of one file into its two tables."""

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
        self._types = TypeNames(symbols, visible, faults)
        self._faults = faults
        self.message_by_name: dict[str, ir.Message] = {}
        self.enum_by_name: dict[str, ir.Enum] = {}

    def declare(self, items: Iterable[object], scope: str, features: Features) -> None:
        """Link messages and enums, parents before what is nested in them."""
        for node in items:
            match node:
                case MessageNode() | GroupNode():
                    full_name = join(scope, node.name.text)
                    if full_name not in self.message_by_name:
                        own = self._chosen(features, option_nodes(node.items), "message")
                        self.message_by_name[full_name] = self._message(node, full_name, own)
                        self.declare(node.items, full_name, own)
                case OneofNode():
                    self.declare(node.items, scope, features)
                case EnumNode():
                    full_name = join(scope, node.name.text)
                    own = self._chosen(features, option_nodes(node.items), "enum")
                    self.enum_by_name.setdefault(full_name, self._enum(node, full_name, own))
                case ServiceNode():
                    self._check_service(node, join(scope, node.name.text))
                case ExtendNode():
                    self._check_extensions(node, _Scope(scope, features))
                case _:
                    pass

    # Messages

    def _chosen(self, inherited: Features, nodes: Sequence[OptionNode], target: str) -> Features:
        report_repeated(nodes, self._faults)
        return chosen(inherited, nodes, target, self._syntax, self._faults)

    def _message(
        self, node: MessageNode | GroupNode, full_name: str, features: Features
    ) -> ir.Message:
        items = node.items
        return ir.Message(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            fields=tuple(self._fields(items, _Scope(full_name, features))),
            oneofs=tuple(self._oneofs(items, full_name)),
            messages=names_of(_with_oneof_items(items), full_name, (MessageNode, GroupNode)),
            enums=names_of(items, full_name, EnumNode),
            reserved=reserved_in_message(items, self._syntax, self._faults),
            extension_ranges=extension_ranges(items, self._syntax, self._faults),
            is_json_strict=features.json_format == "ALLOW",
            options=options(items),
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
                    own = self._chosen(scope.features, option_nodes(node.items), "oneof")
                    inner = _Scope(scope.full_name, own, node.name.text)
                    yield from self._fields(node.items, inner)
                case _:
                    pass

    def _field(self, node: FieldNode | MapFieldNode | GroupNode, scope: _Scope) -> ir.Field | None:
        features = self._chosen(scope.features, node.options, "field")
        kind = self._kind(node, scope.full_name, features)
        number = integer(node.number, self._faults)
        if kind is None or number is None:
            return None
        label = node.label.text if node.label is not None else ""
        is_repeated = label == "repeated" or isinstance(kind, ir.MapKind)
        name = field_name(node)
        self._check_label(node, label, scope)
        return ir.Field(
            name=name,
            full_name=join(scope.full_name, name),
            number=number,
            kind=kind,
            is_repeated=is_repeated,
            presence=None if is_repeated else self._presence(kind, label, scope, features),
            is_packed=self._is_packed(node, kind, is_repeated, features),
            default=default_of(node.options, kind, self._symbols, self._faults),
            oneof=scope.oneof,
            is_utf8_checked=features.utf8_validation == "VERIFY",
            is_proto3_optional=self._syntax is ir.Syntax.PROTO3 and label == "optional",
            json_name=self._json_name(node, name),
            declared_type=_declared_type(node),
            declared_label=label,
            options=settings(node.options),
            comments=node.comments,
            span=node.name.span,
        )

    def _kind(
        self, node: FieldNode | MapFieldNode | GroupNode, scope: str, features: Features
    ) -> ir.FieldKind | None:
        match node:
            case GroupNode():
                return ir.MessageKind(join(scope, node.name.text), is_group=True)
            case FieldNode():
                kind = self._types.kind(node.type, scope)
                if isinstance(kind, ir.MessageKind) and features.message_encoding == "DELIMITED":
                    return ir.MessageKind(kind.message, is_group=True)
                return kind
            case MapFieldNode():
                value = self._types.kind(node.value, scope)
                key = SCALAR_BY_NAME.get(node.key.text)
                if key is None or not key.is_map_key:
                    self._faults.report(
                        node.key.span,
                        "a map's keys are integers, bools or strings," f" found '{node.key.text}'",
                    )
                    return None
                return None if value is None else ir.MapKind(key, value)

    def _presence(
        self, kind: ir.FieldKind, label: str, scope: _Scope, features: Features
    ) -> ir.Presence:
        if label == "required" or features.field_presence == "LEGACY_REQUIRED":
            return ir.Presence.REQUIRED
        is_implicit = (
            features.field_presence == "IMPLICIT"
            and label != "optional"
            and scope.oneof is None
            and not isinstance(kind, ir.MessageKind)
        )
        return ir.Presence.IMPLICIT if is_implicit else ir.Presence.EXPLICIT

    def _is_packed(
        self,
        node: FieldNode | MapFieldNode | GroupNode,
        kind: ir.FieldKind,
        is_repeated: bool,
        features: Features,
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
            return is_packable and features.repeated_field_encoding == "PACKED"
        if self._syntax.is_edition:
            self._faults.report(
                setting.span, "in editions, features.repeated_field_encoding says what is packed"
            )
        is_packed = is_true(setting, self._faults)
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
        elif self._syntax.is_edition and node.label is not None and label != "repeated":
            self._faults.report(
                node.label.span,
                f"editions have no label '{label}': features.field_presence says what it did",
            )
        if isinstance(node, GroupNode) and not node.name.text[0].isupper():
            self._faults.report(node.name.span, "the name of a group starts with a capital letter")
        if self._syntax is not ir.Syntax.PROTO2 and isinstance(node, GroupNode):
            name = "an edition" if self._syntax.is_edition else "proto3"
            self._faults.report(node.name.span, f"{name} has no groups: use a message")

    def _json_name(self, node: FieldNode | MapFieldNode | GroupNode, name: str) -> str:
        setting = setting_of(node.options, "json_name")
        if setting is None:
            return json_name(name)
        if isinstance(setting.value, Text):
            return setting.value.value.decode("utf-8", "replace")
        self._faults.report(
            setting.value.span, f"expected a string, found '{setting.value.span.text}'"
        )
        return json_name(name)

    def _oneofs(self, items: Iterable[object], scope: str) -> Iterable[ir.Oneof]:
        for node in items:
            if not isinstance(node, OneofNode):
                continue
            names = tuple(
                field_name(item) for item in node.items if not isinstance(item, OptionNode)
            )
            if not names:
                self._faults.report(node.name.span, "a oneof needs at least one field")
            yield ir.Oneof(
                name=node.name.text,
                full_name=join(scope, node.name.text),
                fields=names,
                options=options(node.items),
                comments=node.comments,
                span=node.name.span,
            )

    # What no code is made of, but must be right all the same

    def _check_service(self, node: ServiceNode, full_name: str) -> None:
        for rpc in node.items:
            if isinstance(rpc, RpcNode):
                self._types.message(rpc.request, full_name)
                self._types.message(rpc.response, full_name)

    def _check_extensions(self, node: ExtendNode, scope: _Scope) -> None:
        extended = self._types.message(node.extendee, scope.full_name)
        if extended is None:
            return
        symbol = self._symbols.find(extended.message)
        assert symbol is not None and isinstance(symbol.type, (MessageNode, GroupNode))
        is_option = symbol.file == "google/protobuf/descriptor.proto"
        if self._syntax is ir.Syntax.PROTO3 and not is_option:
            self._faults.report(node.extendee.span, "proto3 extends nothing but protobuf's options")
        # Faults in the ranges are reported where the message is linked.
        ranges = extension_ranges(symbol.type.items, self._syntax, Faults())
        for item in node.items:
            field = self._field(item, scope)
            if field is not None and not any(r.first <= field.number <= r.last for r in ranges):
                self._faults.report(
                    item.number.span,
                    f"'{extended.message}' does not set {field.number} aside for extensions",
                )
            if field is not None and field.presence is ir.Presence.REQUIRED:
                self._faults.report(field.span, "an extension cannot be required")
            if isinstance(item, MapFieldNode):
                self._faults.report(item.name.span, "an extension cannot be a map")

    # Enums

    def _enum(self, node: EnumNode, full_name: str, features: Features) -> ir.Enum:
        scope = full_name.rpartition(".")[0]
        values = []
        for value in values_of(node):
            report_repeated(value.options, self._faults)
            number = integer(value.number, self._faults)
            if number is not None:
                values.append(
                    ir.EnumValue(
                        name=value.name.text,
                        full_name=join(scope, value.name.text),
                        number=number,
                        options=settings(value.options),
                        comments=value.comments,
                        span=value.span,
                    )
                )
        alias = setting_of(option_nodes(node.items), "allow_alias")
        return ir.Enum(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            values=tuple(values),
            is_closed=features.enum_type == "CLOSED",
            allows_aliases=alias is not None and is_true(alias, self._faults),
            reserved=reserved_in_enum(node.items, self._syntax, self._faults),
            options=options(node.items),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )


def names_of(
    items: Iterable[object], scope: str, kinds: type | tuple[type, ...]
) -> tuple[str, ...]:
    """The full names of the messages, or enums, that stand among some items."""
    return tuple(
        join(scope, node.name.text)
        for node in items
        if isinstance(node, kinds) and isinstance(node, (MessageNode, GroupNode, EnumNode))
    )


def _with_oneof_items(items: Iterable[MessageItem]) -> Iterable[object]:
    return chain.from_iterable(
        item.items if isinstance(item, OneofNode) else (item,) for item in items
    )


def _declared_type(node: FieldNode | MapFieldNode | GroupNode) -> str:
    match node:
        case FieldNode():
            return node.type.text
        case MapFieldNode():
            return f"map<{node.key.text}, {node.value.text}>"
        case GroupNode():
            return f"group {node.name.text}"
