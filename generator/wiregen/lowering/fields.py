"""Lowers fields and extensions."""

from __future__ import annotations

from dataclasses import dataclass

from wiregen.lowering.defaults import default_of
from wiregen.lowering.features import Features, chosen
from wiregen.lowering.naming_style import check_name
from wiregen.lowering.options import is_true, setting_of, written
from wiregen.lowering.reserved import integer
from wiregen.lowering.symbols import Symbols, field_name, join
from wiregen.lowering.type_names import TypeNames
from wiregen.schema import ir
from wiregen.schema.derived_names import json_name
from wiregen.schema.scalars import SCALAR_BY_NAME
from wiregen.source.diagnostics import Faults
from wiregen.syntax.nodes import FieldNode, GroupNode, MapFieldNode, Text

AnyFieldNode = FieldNode | MapFieldNode | GroupNode


@dataclass(frozen=True, slots=True)
class FieldScope:
    """Where a field stands: the full name around it, its features, and the oneof, if any."""

    full_name: str
    features: Features
    oneof: str | None = None
    is_extension: bool = False


class FieldLinker:
    """Links the fields of one file."""

    def __init__(
        self, syntax: ir.Syntax, symbols: Symbols, types: TypeNames, faults: Faults
    ) -> None:
        self._syntax = syntax
        self._symbols = symbols
        self._types = types
        self._faults = faults

    def field(self, node: AnyFieldNode, scope: FieldScope) -> ir.Field | None:
        """A field; None, and a report, where its type or number cannot be told."""
        settings = node.options.settings
        features = chosen(scope.features, settings, self._syntax, self._faults)
        kind = self._kind(node, scope.full_name, features)
        number = integer(node.number, self._faults)
        if kind is None or number is None:
            return None
        label = node.label.text if node.label is not None else ""
        is_repeated = label == "repeated" or isinstance(kind, ir.MapKind)
        name = field_name(node)
        self._check_label(node, label, scope)
        if isinstance(node, FieldNode):
            self._check_visibility(node, scope)
        if isinstance(node, GroupNode):
            self._check_group(node)
        else:
            check_name(node.name, "field", features, self._faults)
        return ir.Field(
            name=name,
            full_name=join(scope.full_name, name),
            number=number,
            kind=kind,
            is_repeated=is_repeated,
            presence=None if is_repeated else _presence(kind, label, scope, features),
            is_packed=self._is_packed(node, kind, is_repeated, features),
            default=default_of(settings, kind, self._symbols, self._faults),
            oneof=scope.oneof,
            is_utf8_checked=features.utf8_validation == "VERIFY",
            is_proto3_optional=self._syntax is ir.Syntax.PROTO3 and label == "optional",
            json_name=self._json_name(node, name),
            declared_type=_declared_type(node),
            declared_label=label,
            options=written(settings),
            comments=node.comments,
            span=node.name.span,
        )

    def _kind(self, node: AnyFieldNode, scope: str, features: Features) -> ir.FieldKind | None:
        match node:
            case GroupNode():
                return ir.MessageKind(join(scope, node.name.text), is_group=True)
            case FieldNode():
                kind = self._types.of_field(node.type, scope)
                if isinstance(kind, ir.MessageKind) and features.message_encoding == "DELIMITED":
                    return ir.MessageKind(kind.message, is_group=True)
                return kind
            case MapFieldNode():
                value = self._types.kind(node.value, scope)
                key = SCALAR_BY_NAME.get(node.key.text)
                if key is None or not key.is_map_key:
                    self._faults.report(
                        node.key.span,
                        f"a map's keys are integers, bools or strings, found '{node.key.text}'",
                    )
                    return None
                has_presence = features.field_presence != "IMPLICIT"
                return None if value is None else ir.MapKind(key, value, has_presence)

    def _is_packed(
        self, node: AnyFieldNode, kind: ir.FieldKind, is_repeated: bool, features: Features
    ) -> bool:
        match kind:
            case ir.ScalarKind(scalar):
                is_packable = is_repeated and scalar.is_packable
            case ir.EnumKind():
                is_packable = is_repeated
            case ir.MessageKind() | ir.MapKind():
                is_packable = False
        setting = setting_of(node.options.settings, "packed")
        if setting is None:
            return is_packable and features.repeated_field_encoding == "PACKED"
        if self._syntax.is_edition:
            self._faults.report(
                setting.span, "in editions, features.repeated_field_encoding says what is packed"
            )
        is_packed = is_true(setting)
        if is_packed and not is_packable:
            self._faults.report(
                setting.span, "only repeated fields of numbers, bools or enums can be packed"
            )
        return is_packed and is_packable

    def _check_label(self, node: AnyFieldNode, label: str, scope: FieldScope) -> None:
        faults = self._faults
        if isinstance(node, MapFieldNode):
            if node.label is not None:
                faults.report(node.label.span, "a map takes no label")
            if scope.oneof is not None:
                faults.report(node.name.span, "a map cannot stand in a oneof")
            if scope.is_extension:
                faults.report(node.name.span, "an extension cannot be a map")
        elif scope.oneof is not None:
            if node.label is not None:
                faults.report(node.label.span, "a field in a oneof takes no label")
        elif self._syntax is ir.Syntax.PROTO2 and not label:
            faults.report(
                node.name.span,
                f"expected 'optional', 'required' or 'repeated' before '{node.name.text}'",
            )
        elif self._syntax is ir.Syntax.PROTO3 and label == "required" and node.label is not None:
            faults.report(node.label.span, "proto3 has no required fields")
        elif self._syntax.is_edition and node.label is not None and label != "repeated":
            faults.report(
                node.label.span,
                f"editions have no label '{label}': features.field_presence says what it did",
            )

    def _check_group(self, node: GroupNode) -> None:
        if not node.name.text[0].isupper():
            self._faults.report(node.name.span, "the name of a group starts with a capital letter")
        if self._syntax is not ir.Syntax.PROTO2:
            name = "an edition" if self._syntax.is_edition else "proto3"
            self._faults.report(node.name.span, f"{name} has no groups: use a message")

    def _check_visibility(self, node: FieldNode, scope: FieldScope) -> None:
        """In a message, `export` and `local` are no types any more; elsewhere they are."""
        is_in_message = scope.oneof is None and not scope.is_extension
        if not self._syntax.has_visibility or not is_in_message or node.label is not None:
            return
        if node.type.text.partition(".")[0] in ("export", "local"):
            self._faults.report(
                node.type.span, f"only messages and enums can be '{node.type.text}'"
            )

    def _json_name(self, node: AnyFieldNode, name: str) -> str:
        setting = setting_of(node.options.settings, "json_name")
        if setting is None:
            return json_name(name)
        if isinstance(setting.value, Text):
            return setting.value.value.decode("utf-8", "surrogateescape")
        self._faults.report(
            setting.value.span, f"expected a string, found '{setting.value.span.text}'"
        )
        return json_name(name)


def _presence(kind: ir.FieldKind, label: str, scope: FieldScope, features: Features) -> ir.Presence:
    if label == "required":
        return ir.Presence.REQUIRED
    if scope.oneof is not None:
        return ir.Presence.EXPLICIT
    if features.field_presence == "LEGACY_REQUIRED":
        return ir.Presence.REQUIRED
    is_implicit = (
        features.field_presence == "IMPLICIT"
        and label != "optional"
        and not scope.is_extension
        and not isinstance(kind, ir.MessageKind)
    )
    return ir.Presence.IMPLICIT if is_implicit else ir.Presence.EXPLICIT


def _declared_type(node: AnyFieldNode) -> str:
    match node:
        case FieldNode():
            return node.type.text
        case MapFieldNode():
            return f"map<{node.key.text}, {node.value.text}>"
        case GroupNode():
            return f"group {node.name.text}"
