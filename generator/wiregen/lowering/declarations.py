"""Lowers the messages, enums and services of one file."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from wiregen.lowering.features import Features, chosen
from wiregen.lowering.fields import FieldLinker, FieldScope
from wiregen.lowering.naming_style import check_name
from wiregen.lowering.options import is_true, option_nodes, setting_of, written
from wiregen.lowering.reserved import (
    extension_ranges,
    integer,
    reserved_in_enum,
    reserved_in_message,
)
from wiregen.lowering.symbols import Symbols, field_name, join, values_of
from wiregen.lowering.type_names import TypeNames
from wiregen.schema import ir
from wiregen.source.diagnostics import Faults
from wiregen.syntax.nodes import (
    EnumNode,
    EnumValueNode,
    ExtendNode,
    FieldNode,
    GroupNode,
    MapFieldNode,
    MessageNode,
    OneofNode,
    OptionNode,
    RpcNode,
    ServiceNode,
    Word,
)

# protoc's limit, groups not counted.
_DEEPEST = 31


class DeclarationLinker:
    """Links the declarations of one file into its four tables."""

    def __init__(
        self,
        name: str,
        syntax: ir.Syntax,
        symbols: Symbols,
        types: TypeNames,
        faults: Faults,
    ) -> None:
        self._name = name
        self._syntax = syntax
        self._symbols = symbols
        self._types = types
        self._fields = FieldLinker(syntax, symbols, types, faults)
        self._faults = faults
        self.message_by_name: dict[str, ir.Message] = {}
        self.enum_by_name: dict[str, ir.Enum] = {}
        self.extension_by_name: dict[str, ir.Extension] = {}
        self.service_by_name: dict[str, ir.Service] = {}

    def declare(self, items: Iterable[object], package: str, features: Features) -> None:
        """Link what stands at the top level of the file, and all that is nested in it."""
        self._declare(items, package, "", features, 0)

    def _declare(
        self, items: Iterable[object], scope: str, parent: str, features: Features, depth: int
    ) -> None:
        """Link declarations in the order written, parents before what is nested in them.

        `scope` is the full name around them, `parent` the same where it is a message's, and
        `depth` the number of messages around them.
        """
        for node in items:
            match node:
                case MessageNode() | GroupNode():
                    full_name = join(scope, node.name.text)
                    if depth == _DEEPEST:
                        sentence = f"more than {_DEEPEST} messages stand inside one another"
                        self._faults.report(node.name.span, sentence)
                    elif full_name not in self.message_by_name:
                        own = self._chosen(features, option_nodes(node.items))
                        self.message_by_name[full_name] = self._message(node, full_name, own)
                        deeper = depth + isinstance(node, MessageNode)
                        self._declare(node.items, full_name, full_name, own, deeper)
                case OneofNode():
                    self._declare(node.items, scope, parent, features, depth)
                case EnumNode():
                    full_name = join(scope, node.name.text)
                    own = self._chosen(features, option_nodes(node.items))
                    self.enum_by_name.setdefault(full_name, self._enum(node, full_name, own))
                case ServiceNode():
                    full_name = join(scope, node.name.text)
                    own = self._chosen(features, option_nodes(node.items))
                    service = self._service(node, full_name, own)
                    self.service_by_name.setdefault(full_name, service)
                case ExtendNode():
                    for extension in self._extensions(node, scope, parent, features):
                        full_name = extension.field.full_name
                        self.extension_by_name.setdefault(full_name, extension)
                    groups = [item for item in node.items if isinstance(item, GroupNode)]
                    self._declare(groups, scope, parent, features, depth)
                case _:
                    pass

    def _chosen(self, inherited: Features, nodes: Iterable[OptionNode]) -> Features:
        return chosen(inherited, nodes, self._syntax, self._faults)

    # Messages

    def _message(
        self, node: MessageNode | GroupNode, full_name: str, features: Features
    ) -> ir.Message:
        items = node.items
        check_name(node.name, "message", features, self._faults)
        return ir.Message(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            fields=tuple(self._fields_among(items, FieldScope(full_name, features))),
            oneofs=tuple(self._oneofs(items, full_name, features)),
            messages=message_names(items, full_name),
            enums=names_of(items, full_name, EnumNode),
            extensions=extension_names(items, full_name),
            reserved=reserved_in_message(items, self._syntax, self._faults),
            extension_ranges=extension_ranges(items, self._syntax, self._faults),
            visibility=self._visibility(node.visibility if isinstance(node, MessageNode) else None),
            is_json_strict=features.json_format == "ALLOW",
            options=written(option_nodes(items)),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )

    def _visibility(self, word: Word | None) -> str:
        if word is None:
            return ""
        if not self._syntax.has_visibility:
            self._faults.report(word.span, f"'{word.text}' belongs to edition 2024 and later ones")
        return word.text

    def _fields_among(self, items: Iterable[object], scope: FieldScope) -> Iterable[ir.Field]:
        for node in items:
            match node:
                case FieldNode() | MapFieldNode() | GroupNode():
                    field = self._fields.field(node, scope)
                    if field is not None:
                        yield field
                case OneofNode():
                    own = self._chosen(scope.features, option_nodes(node.items))
                    inner = FieldScope(scope.full_name, own, node.name.text)
                    yield from self._fields_among(node.items, inner)
                case _:
                    pass

    def _oneofs(
        self, items: Iterable[object], scope: str, features: Features
    ) -> Iterable[ir.Oneof]:
        for node in items:
            if not isinstance(node, OneofNode):
                continue
            names = tuple(
                field_name(item) for item in node.items if not isinstance(item, OptionNode)
            )
            if not names:
                self._faults.report(node.name.span, "a oneof needs at least one field")
            options = option_nodes(node.items)
            own = chosen(features, options, self._syntax, Faults())
            check_name(node.name, "oneof", own, self._faults)
            yield ir.Oneof(
                name=node.name.text,
                full_name=join(scope, node.name.text),
                fields=names,
                options=written(options),
                comments=node.comments,
                dangling=node.dangling,
                span=node.name.span,
            )

    # Extensions

    def _extensions(
        self, node: ExtendNode, scope: str, parent: str, features: Features
    ) -> Iterable[ir.Extension]:
        extendee = self._types.message(node.extendee, scope)
        if extendee is None:
            return
        for item in node.items:
            field = self._fields.field(item, FieldScope(scope, features, is_extension=True))
            if field is not None:
                yield ir.Extension(field, extendee.message, parent, self._name, node.extendee.span)

    # Enums

    def _enum(self, node: EnumNode, full_name: str, features: Features) -> ir.Enum:
        check_name(node.name, "enum", features, self._faults)
        scope = full_name.rpartition(".")[0]
        values = (self._value(value, scope, features) for value in values_of(node))
        return ir.Enum(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            values=tuple(value for value in values if value is not None),
            is_closed=features.enum_type == "CLOSED",
            allows_aliases=is_true(setting_of(option_nodes(node.items), "allow_alias")),
            is_json_strict=features.json_format == "ALLOW",
            reserved=reserved_in_enum(node.items, self._syntax, self._faults),
            visibility=self._visibility(node.visibility),
            options=written(option_nodes(node.items)),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )

    def _value(self, node: EnumValueNode, scope: str, features: Features) -> ir.EnumValue | None:
        options = node.options.settings
        check_name(node.name, "enum value", self._chosen(features, options), self._faults)
        number = integer(node.number, self._faults)
        if number is None:
            return None
        return ir.EnumValue(
            name=node.name.text,
            full_name=join(scope, node.name.text),
            number=number,
            options=written(options),
            comments=node.comments,
            span=node.span,
        )

    # Services

    def _service(self, node: ServiceNode, full_name: str, features: Features) -> ir.Service:
        check_name(node.name, "service", features, self._faults)
        rpcs = [item for item in node.items if isinstance(item, RpcNode)]
        methods = (self._method(rpc, full_name, features) for rpc in rpcs)
        return ir.Service(
            name=node.name.text,
            full_name=full_name,
            file=self._name,
            methods=tuple(method for method in methods if method is not None),
            options=written(option_nodes(node.items)),
            comments=node.comments,
            dangling=node.dangling,
            span=node.name.span,
        )

    def _method(self, node: RpcNode, service: str, features: Features) -> ir.Method | None:
        check_name(node.name, "method", self._chosen(features, node.options), self._faults)
        request = self._types.message(node.request, service)
        response = self._types.message(node.response, service)
        if request is None or response is None:
            return None
        return ir.Method(
            name=node.name.text,
            full_name=join(service, node.name.text),
            request=request.message,
            is_request_stream=node.request_stream is not None,
            response=response.message,
            is_response_stream=node.response_stream is not None,
            has_block=node.has_block,
            options=written(node.options),
            comments=node.comments,
            span=node.name.span,
        )


# --- names of what stands in a file or message ---------------------------------------------


def names_of(items: Iterable[object], scope: str, kind: type) -> tuple[str, ...]:
    """The full names of the declarations of one kind that stand among some items."""
    return tuple(
        join(scope, node.name.text)
        for node in items
        if isinstance(node, kind) and isinstance(node, (EnumNode, ServiceNode))
    )


def message_names(items: Iterable[object], scope: str) -> tuple[str, ...]:
    """The full names of the messages among some items, groups of fields and extensions too."""
    inner: Iterable[object] = chain.from_iterable(
        item.items if isinstance(item, (OneofNode, ExtendNode)) else (item,) for item in items
    )
    return tuple(
        join(scope, node.name.text) for node in inner if isinstance(node, (MessageNode, GroupNode))
    )


def extension_names(items: Iterable[object], scope: str) -> tuple[str, ...]:
    """The full names of the extensions among some items."""
    return tuple(
        join(scope, field_name(item))
        for node in items
        if isinstance(node, ExtendNode)
        for item in node.items
    )
