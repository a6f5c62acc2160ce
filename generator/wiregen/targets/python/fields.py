"""Builds the field views of the Python templates."""

from __future__ import annotations

import math
from collections.abc import Mapping

from wiregen.schema import ir
from wiregen.schema.derived_names import json_name
from wiregen.schema.prose import comment_text, field_line
from wiregen.schema.scalars import (
    ENUM_DESCRIPTOR_NUMBER,
    GROUP_DESCRIPTOR_NUMBER,
    MESSAGE_DESCRIPTOR_NUMBER,
    Domain,
    WireType,
)
from wiregen.targets.python.field_view import ElementKind, FieldView
from wiregen.targets.python.names import ClassName, PythonNames
from wiregen.targets.python.scalars import (
    ENUM_ON_THE_WIRE,
    PYTHON_SCALARS,
    UTF8_STRING,
    PythonScalar,
)
from wiregen.wire.encoding import varint


class FieldBuilder:
    """Builds the views of the fields of one module and notes which classes they use."""

    def __init__(
        self,
        schema: ir.Schema,
        names: PythonNames,
        use: Mapping[str, str],
        module: str,
        stand_ins: Mapping[str, str],
    ) -> None:
        self._schema = schema
        self._names = names
        self._use = use
        self._module = module
        self._stand_ins = stand_ins
        self.used_stand_ins: dict[str, str] = {}
        self.used_classes: list[ClassName] = []
        self.used_enums: list[ClassName] = []

    def field(
        self, field: ir.Field, message: ir.Message, local_by_name: dict[str, str]
    ) -> FieldView:
        """The view of a field; `local_by_name` has the variables of the message's decoder."""
        siblings = [
            other
            for other in message.fields
            if field.oneof is not None and other.oneof == field.oneof and other is not field
        ]
        attribute = self._names.attribute_by_name[field.full_name]
        owner = self._names.class_by_name[message.full_name].path
        return self._value(
            field.kind,
            name=field.name,
            number=field.number,
            attribute=attribute,
            slot=self._names.slot_by_name[field.full_name],
            number_constant=self._names.number_constant_by_name[field.full_name],
            local=local_by_name[field.name],
            label=f"{owner}.{field.name}",
            field=field,
            presence=field.presence,
            sibling_slots=tuple(self._names.slot_by_name[other.full_name] for other in siblings),
            sibling_locals=tuple(local_by_name[other.name] for other in siblings),
            is_utf8_checked=field.is_utf8_checked,
        )

    def _entry_field(
        self,
        kind: ir.FieldKind,
        name: str,
        number: int,
        has_presence: bool,
        label: str,
        is_utf8_checked: bool,
    ) -> FieldView:
        """One of the two fields of a map's entries."""
        is_explicit = has_presence or isinstance(kind, ir.MessageKind)
        return self._value(
            kind,
            name=name,
            number=number,
            attribute=name,
            slot=f"_{name}",
            number_constant="",
            local=f"entry_{name}",
            label=f"{name} of {label}",
            field=None,
            presence=ir.Presence.EXPLICIT if is_explicit else ir.Presence.IMPLICIT,
            sibling_slots=(),
            sibling_locals=(),
            is_utf8_checked=is_utf8_checked,
        )

    def _value(
        self,
        kind: ir.FieldKind,
        *,
        name: str,
        number: int,
        attribute: str,
        slot: str,
        number_constant: str,
        local: str,
        label: str,
        field: ir.Field | None,
        presence: ir.Presence | None,
        sibling_slots: tuple[str, ...],
        sibling_locals: tuple[str, ...],
        is_utf8_checked: bool,
    ) -> FieldView:
        is_repeated = field is not None and field.is_repeated
        is_packed = field is not None and field.is_packed
        cls = self._class_of(kind)
        scalar = _python_scalar(kind, is_utf8_checked=is_utf8_checked)
        types = self._types(kind, scalar, is_repeated=is_repeated)
        wire_type = ir.wire_type_of(kind)
        end_tag = number << 3 | WireType.END_GROUP.value
        tag = number << 3 | wire_type.value
        packed_tag = number << 3 | WireType.LEN.value
        closed = isinstance(kind, ir.EnumKind) and self._schema.enum_by_name[kind.enum].is_closed
        key = value = None
        if isinstance(kind, ir.MapKind):
            entry = kind.has_presence, label, is_utf8_checked
            key = self._entry_field(ir.ScalarKind(kind.key), "key", 1, *entry)
            value = self._entry_field(kind.value, "value", 2, *entry)
        return FieldView(
            name=name,
            number=number,
            attribute=attribute,
            slot=slot,
            number_constant=number_constant,
            local=local,
            line="" if field is None else field_line(field),
            doc="" if field is None else comment_text(field.comments),
            cls=cls,
            path="" if cls is None else self._path(cls),
            scalar=scalar,
            map_key=key,
            map_value=value,
            map_class=(
                "" if field is None else self._names.map_class_by_name.get(field.full_name, "")
            ),
            descriptor_type=_descriptor_type(kind),
            element=self._element(kind),
            wire_type=wire_type,
            presence=presence,
            is_repeated=is_repeated,
            is_packed=is_packed,
            is_packable=field is not None and field.is_packable,
            is_utf8_checked=is_utf8_checked,
            has_default=field is not None and field.default is not None,
            json_name=_odd_json_name(field),
            getter_type=types[0],
            setter_type=types[1],
            default=self._default(kind, field),
            check=self._check("value", kind, label, scalar, closed=closed),
            parameter_check=self._check(attribute, kind, label, scalar, closed=closed),
            list_class=self._list_class(kind, scalar, cls),
            sibling_slots=sibling_slots,
            sibling_locals=sibling_locals,
            tag=f"0x{tag:02X}",
            packed_tag=f"0x{packed_tag:02X}",
            tag_bytes=_bytes_literal(varint(tag)),
            packed_tag_bytes=_bytes_literal(varint(packed_tag)),
            end_tag_bytes=_bytes_literal(varint(end_tag)),
            tag_table=_tag_table(packed_tag if is_packed else tag),
            tag_size=len(varint(tag)),
            is_one_byte_tag=tag < 0x80,
        )

    def _element(self, kind: ir.FieldKind) -> ElementKind:
        match kind:
            case ir.ScalarKind(scalar):
                return _ELEMENT_BY_DOMAIN.get(scalar.domain, ElementKind.NUMBER)
            case ir.EnumKind(name):
                is_closed = self._schema.enum_by_name[name].is_closed
                return ElementKind.CLOSED_ENUM if is_closed else ElementKind.OPEN_ENUM
            case ir.MessageKind(is_group=is_group):
                return ElementKind.GROUP if is_group else ElementKind.MESSAGE
            case ir.MapKind():
                return ElementKind.ENTRY

    def _class_of(self, kind: ir.FieldKind) -> ClassName | None:
        match kind:
            case ir.MessageKind(name):
                self.used_classes.append(self._names.class_by_name[name])
                return self.used_classes[-1]
            case ir.EnumKind(name):
                self.used_enums.append(self._names.class_by_name[name])
                return self.used_enums[-1]
            case ir.ScalarKind() | ir.MapKind():
                return None

    def _path(self, cls: ClassName) -> str:
        """How classes in the module of messages write a class: by a name that none of them hides."""
        path = cls.path if cls.module == self._module else cls.path_from_elsewhere
        root, dot, rest = path.partition(".")
        if root in self._stand_ins:
            self.used_stand_ins[self._stand_ins[root]] = root
        return self._stand_ins.get(root, root) + dot + rest

    def _types(
        self, kind: ir.FieldKind, scalar: PythonScalar | None, *, is_repeated: bool
    ) -> tuple[str, str]:
        """What a property gives and what it takes."""
        use = self._use
        match kind:
            case ir.MapKind(key, value):
                keys, python = PYTHON_SCALARS[key.name], _python_scalar(value)
                got, taken = self._types(value, python, is_repeated=False)
                entry = f"{use[keys.type]}, {got}, {use[keys.accepted]}, {taken}"
                return f"{use['Map']}[{entry}]", f"{use['Mapping']}[{use[keys.type]}, {taken}]"
            case ir.ScalarKind():
                assert scalar is not None
                got, taken = use[scalar.type], use[scalar.accepted]
                list_class = use[scalar.list_class]
            case ir.EnumKind(full_name):
                got, list_class = self._inner_type(full_name)
                taken = f"{got} | {use['EnumLike']}"
            case ir.MessageKind(full_name):
                got = self._path(self._names.class_by_name[full_name])
                keywords, list_class = self._inner_type(full_name)
                taken = f"{got} | {keywords}"
        return (list_class, f"{use['Iterable']}[{taken}]") if is_repeated else (got, taken)

    def _inner_type(self, full_name: str) -> tuple[str, str]:
        """A message's keywords or an enum's values, and the class of a list of it."""
        cls = self._names.class_by_name[full_name]
        return f"{self._path(cls)}.{self._names.inner_type_by_name[full_name]}", cls.list_class

    def _default(self, kind: ir.FieldKind, field: ir.Field | None) -> str:
        default = None if field is None else field.default
        match kind:
            case ir.ScalarKind(scalar):
                if default is None:
                    return PYTHON_SCALARS[scalar.name].default
                if isinstance(default, float) and not math.isfinite(default):
                    return f'float("{default}")'
                return repr(default)
            case ir.EnumKind(full_name):
                enum = self._schema.enum_by_name[full_name]
                value = next((v for v in enum.values if v.name == default), enum.values[0])
                # The number, not its name: that would be looked up at every reading.
                return str(value.number)
            case ir.MessageKind() | ir.MapKind():
                return "None"

    def _check(
        self,
        value: str,
        kind: ir.FieldKind,
        label: str,
        scalar: PythonScalar | None,
        *,
        closed: bool,
    ) -> str:
        """The expression that checks what a variable holds; nothing for messages and maps."""
        match kind:
            case ir.ScalarKind() if scalar is not None:
                return f'{self._use["checks"]}.{scalar.check}({value}, "{label}")'
            case ir.EnumKind(full_name):
                path = self._path(self._names.class_by_name[full_name])
                function = "closed_enum" if closed else "open_enum"
                return f'{self._use["checks"]}.{function}({value}, "{label}", {path})'
            case _:
                return ""

    def _list_class(
        self, kind: ir.FieldKind, scalar: PythonScalar | None, cls: ClassName | None
    ) -> str:
        if cls is not None:
            return cls.list_class
        return self._use[scalar.list_class] if scalar is not None else ""


def _python_scalar(kind: ir.FieldKind, *, is_utf8_checked: bool = False) -> PythonScalar | None:
    match kind:
        case ir.ScalarKind(scalar):
            if is_utf8_checked and scalar.domain is Domain.STRING:
                return UTF8_STRING
            return PYTHON_SCALARS[scalar.name]
        case ir.EnumKind():
            return ENUM_ON_THE_WIRE
        case ir.MessageKind() | ir.MapKind():
            return None


_ELEMENT_BY_DOMAIN = {Domain.STRING: ElementKind.STRING, Domain.BYTES: ElementKind.BYTES}


def _descriptor_type(kind: ir.FieldKind) -> int:
    match kind:
        case ir.ScalarKind(scalar):
            return scalar.descriptor_number
        case ir.EnumKind():
            return ENUM_DESCRIPTOR_NUMBER
        case ir.MessageKind(is_group=True):
            return GROUP_DESCRIPTOR_NUMBER
        case ir.MessageKind() | ir.MapKind():
            return MESSAGE_DESCRIPTOR_NUMBER


def tag_tables(schema: ir.Schema) -> set[str]:
    """The names of the tables that encoders may have."""
    # Those of map entries, and those of all fields.
    numbers = {1, 2}
    for message in schema.message_by_name.values():
        numbers |= {field.number for field in message.fields}
    wire_types = (WireType.VARINT, WireType.LEN)
    return {_tag_table(number << 3 | kind.value) for number in numbers for kind in wire_types}


def _tag_table(tag: int) -> str:
    return f"TAG_{varint(tag).hex().upper()}"


def _bytes_literal(data: bytes) -> str:
    """Bytes as a literal in hex throughout, since they are numbers and not text."""
    return 'b"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def _odd_json_name(field: ir.Field | None) -> str:
    """A field's name in JSON as a literal; empty if the rule for names gives the same."""
    if field is None or field.json_name == json_name(field.name):
        return ""
    return repr(field.json_name)
