"""Builds the views of the Python templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wiregen.output.rendering import templates_folder
from wiregen.schema import ir
from wiregen.schema.derived_names import own_oneof_by_field
from wiregen.schema.prose import comment_text, plain_text, source_name
from wiregen.targets.python.fields import FieldBuilder, tag_tables
from wiregen.targets.python.names import (
    ClassName,
    PythonNames,
    Scope,
    helper_names,
)
from wiregen.targets.python.scalars import LIST_CLASSES, PYTHON_SCALARS, TYPES_OF_VALUES
from wiregen.targets.python.template_names import names_in_templates
from wiregen.targets.python.view import (
    EnumValueView,
    EnumView,
    FileView,
    Import,
    MessageView,
    OneofView,
)

# What only type checkers import.
ACCEPTED = ".._runtime.accepted"
# The names that modules of messages use besides the schema's own, and where they are from.
_MESSAGE_HELPERS = {
    "Any": "typing",
    "Enum": ".._runtime.enums",
    **dict.fromkeys(TYPES_OF_VALUES, ACCEPTED),
    "enum": ".._runtime.enums",
    "Iterable": "collections.abc",
    "Literal": "typing",
    "Map": ".._runtime.mapping",
    "Mapping": "collections.abc",
    "Message": ".._runtime.message",
    "NoReturn": "typing",
    "RepeatedClosedEnum": ".._runtime.repeated",
    "RepeatedMessage": ".._runtime.repeated",
    "RepeatedOpenEnum": ".._runtime.repeated",
    "TYPE_CHECKING": "typing",
    "TypedDict": "typing",
    "adder": ".._runtime.repeated",
    "Packed": ".._runtime.packed",
    "last_keyword_wins": ".._runtime.oneofs",
    "list_for": ".._runtime.packed",
    "whole": ".._runtime.mapped_file",
    "builtins": "",
    "overload": "typing",
    "checks": ".._runtime",
    **dict.fromkeys(LIST_CLASSES, ".._runtime.repeated"),
}
_BUILTINS = (*("bool", "bytes", "float", "globals", "int", "property", "setattr", "str", "type"),)
# The same for decoders and encoders, whose names give way to nobody: classes have aliases.
_CODEC_HELPERS = {
    "Any": "typing",
    **dict.fromkeys(
        ("Descriptor", "EnumDescriptor", "FieldDescriptor", "FileDescriptor"),
        "..._runtime.descriptor",
    ),
    "Malformed": "..._runtime.errors",
    **dict.fromkeys(
        ("LARGE_FROM", "UNTOUCHED_FROM", "UNTOUCHED_IN_LARGE_FROM"), "..._runtime.untouched"
    ),
    **dict.fromkeys(("AGED_BYTES", "age_objects", "made_of_each"), "..._runtime.collector"),
    **dict.fromkeys(
        ("PACKED_FROM", "Packed", "as_list", "copy_of", "packed_fixed", "packed_varints"),
        "..._runtime.packed",
    ),
    "methodcaller": "operator",
    "is_map": "..._runtime.untouched",
    "origin_of": "..._runtime.origin",
    "merge_records": "..._runtime.decoding",
    "untouched": "..._runtime.untouched",
    "nonzero": "..._runtime.checks",
    **dict.fromkeys(
        (
            "VIEWED_FROM",
            "cut",
            "low_int32",
            "pack_fixed",
            "pack_integers",
            "pack_nan",
            "pack_varints",
            "read_nan",
            "read_packed_fixed",
            "read_packed_integers",
            "read_packed_varints",
            "read_size",
            "read_tag",
            "signed",
            "skip_field",
            "varint",
            "with_one_byte",
            *(scalar.read for scalar in PYTHON_SCALARS.values() if scalar.read),
            *(scalar.write for scalar in PYTHON_SCALARS.values() if scalar.write),
        ),
        "..._runtime.wire",
    ),
    **dict.fromkeys(LIST_CLASSES, "..._runtime.repeated"),
}
# The templates of message classes, and those of codecs.
_TEMPLATES = templates_folder() / "python"
_FIELD_TEMPLATES = (_TEMPLATES / "values.jinja", *sorted(_TEMPLATES.glob("fields/*.jinja")))
_MESSAGE_TEMPLATES = (_TEMPLATES / "messages.py.jinja", *_FIELD_TEMPLATES)
_CODEC_TEMPLATES = (
    *(_TEMPLATES / f"{name}.py.jinja" for name in ("copiers", "decoders", "encoders")),
    *_FIELD_TEMPLATES,
)


def file_views(
    schema: ir.Schema,
    file_names: Iterable[str],
    message_api: frozenset[str],
    knowing_origin: Sequence[str] = (),
) -> tuple[FileView, ...]:
    """The views of some files of a schema; the classes of other files are imported.

    The messages `knowing_origin`, by their full names, keep what is said of their file.
    """
    names = PythonNames(schema, message_api, {*_codec_names(), *tag_tables(schema)})
    files = [schema.file_by_name[name] for name in file_names]
    marked = frozenset(knowing_origin), _groups(schema)
    return tuple(_file_view(file, schema, names, *marked) for file in files)


def _codec_names() -> set[str]:
    """The names that decoders, encoders and copiers use for themselves."""
    return {*names_in_templates(_CODEC_TEMPLATES), *_CODEC_HELPERS}


def _groups(schema: ir.Schema) -> frozenset[str]:
    """The messages that some field holds as a group."""
    kinds = [field.kind for message in schema.message_by_name.values() for field in message.fields]
    return frozenset(
        kind.message for kind in kinds if isinstance(kind, ir.MessageKind) and kind.is_group
    )


def _file_view(
    file: ir.File,
    schema: ir.Schema,
    names: PythonNames,
    knowing_origin: frozenset[str],
    groups: frozenset[str],
) -> FileView:
    module = names.module_by_file[file.name]
    use = helper_names(_MESSAGE_HELPERS, _BUILTINS, _names_in_sight(file, schema, names))
    stand_ins = _stand_ins(file, schema, names, use)
    fields = FieldBuilder(schema, names, use, module, stand_ins)
    builder = _Builder(schema, names, fields, knowing_origin, groups)
    messages = tuple(builder.message(schema.message_by_name[name]) for name in file.messages)
    enums = tuple(builder.enum(schema.enum_by_name[name]) for name in file.enums)
    own = [names.class_by_name[message.full_name] for message in schema.messages_of(file)]
    used = {cls.alias: cls for cls in (*own, *fields.used_classes)}
    used_enums = {cls.alias: cls for cls in fields.used_enums}
    own_enums = [names.class_by_name[enum.full_name] for enum in schema.enums_of(file)]
    foreign = [cls for cls in used.values() if cls.module != module]
    return FileView(
        module=module,
        name=file.name,
        package=file.package,
        source=source_name(file),
        doc=plain_text(file.comments.leading),
        messages=messages,
        enums=enums,
        use=use,
        stand_ins=tuple(fields.used_stand_ins.items()),
        message_imports=(
            *(
                Import(module, name, use[name], is_for_types=module == ACCEPTED)
                for name, module in _MESSAGE_HELPERS.items()
            ),
            *_classes((*foreign, *(e for e in used_enums.values() if e.module != module)), "."),
        ),
        codec_imports=(
            *(Import(where, name, name) for name, where in _CODEC_HELPERS.items()),
            *_classes((*used.values(), *used_enums.values(), *own_enums), "...messages."),
            *_map_classes(messages),
            *_foreign_codecs(foreign),
        ),
        codec_classes=tuple(used.values()),
        codec_enums=tuple(used_enums.values()),
    )


def _classes(classes: Iterable[ClassName], package: str) -> Iterable[Import]:
    """The imports of some classes and of their lists; `package` is where `messages` is seen."""
    for cls in classes:
        yield Import(f"{package}{cls.module}", cls.root, cls.root_alias)
        yield Import(f"{package}{cls.module}", cls.list_class, cls.list_class)


def _map_classes(messages: Iterable[MessageView]) -> Iterable[Import]:
    for message in messages:
        for nested in message.with_nested:
            for field in nested.fields:
                if field.is_map:
                    yield Import(
                        f"...messages.{nested.cls.module}", field.map_class, field.map_class
                    )


def _foreign_codecs(classes: Iterable[ClassName]) -> Iterable[Import]:
    for cls in classes:
        for name in (f"decode_{cls.function}", f"encode_{cls.function}"):
            yield Import(f".{cls.module}", name, name)


def _stand_ins(
    file: ir.File, schema: ir.Schema, names: PythonNames, use: Mapping[str, str]
) -> dict[str, str]:
    """Other names for top-level classes that are hidden where they are used.

    A field, what is nested in a class, or a variable of a method can hide them.
    """
    hidden = _names_of_fields(file, schema, names) | names_in_templates(_MESSAGE_TEMPLATES)
    hidden |= names.inner_types
    for message in schema.messages_of(file):
        hidden |= {names.class_by_name[name].name for name in (*message.messages, *message.enums)}
        for name in message.enums:
            values = schema.enum_by_name[name].values
            hidden |= {names.member_by_name[value.full_name] for value in values}
    scope = Scope((*_names_in_sight(file, schema, names), *use.values()))
    return {root: scope.claim(f"{root}_class") for root in sorted(names.roots & hidden)}


def _names_of_fields(file: ir.File, schema: ir.Schema, names: PythonNames) -> set[str]:
    return {
        names.attribute_by_name[field.full_name]
        for message in schema.messages_of(file)
        for field in message.fields
    }


def _names_in_sight(file: ir.File, schema: ir.Schema, names: PythonNames) -> set[str]:
    """The schema's names that could hide an import or a builtin in the modules of a file.

    Inside a class body, a field hides a module-level name or builtin, also for the
    annotations of other fields.
    """
    return _names_of_fields(file, schema, names) | names.of_classes_and_values


class _Builder:
    """Builds the views of the messages and enums of one module."""

    def __init__(
        self,
        schema: ir.Schema,
        names: PythonNames,
        fields: FieldBuilder,
        knowing_origin: frozenset[str],
        groups: frozenset[str],
    ) -> None:
        self._schema = schema
        self._knowing_origin = knowing_origin
        self._names = names
        self._fields = fields
        self._groups = groups
        # A local variable of one of these names would hide what a decoder calls.
        self._taken_by_codecs = _codec_names() | names.in_codecs

    def message(self, message: ir.Message) -> MessageView:
        cls = self._names.class_by_name[message.full_name]
        locals_ = Scope(self._taken_by_codecs)
        local_by_name = {field.name: locals_.claim(field.name) for field in message.fields}
        fields = tuple(
            self._fields.field(field, message, local_by_name) for field in message.fields
        )
        messages = tuple(
            self.message(self._schema.message_by_name[name]) for name in message.messages
        )
        enums = tuple(self.enum(self._schema.enum_by_name[name]) for name in message.enums)
        parameters = Scope(field.attribute for field in fields)
        return MessageView(
            cls=cls,
            full_name=message.full_name,
            doc=comment_text(message.comments),
            fields=fields,
            oneofs=(
                *(
                    OneofView(oneof.name, oneof.fields, comment_text(oneof.comments))
                    for oneof in message.oneofs
                ),
                # Protobuf gives each `optional` field of proto3 a oneof of its own.
                *(
                    OneofView(name, (field,), "")
                    for field, name in own_oneof_by_field(message).items()
                ),
            ),
            messages=messages,
            enums=enums,
            knows_origin=message.full_name in self._knowing_origin,
            is_group=message.full_name in self._groups,
            receiver=parameters.claim("self"),
            rest=parameters.claim("unknown_fields"),
            keywords_class=self._names.inner_type_by_name[message.full_name],
        )

    def enum(self, enum: ir.Enum) -> EnumView:
        values = []
        for value in enum.values:
            name = self._names.member_by_name[value.full_name]
            values.append(
                EnumValueView(
                    name=name,
                    schema_name=value.name,
                    number=value.number,
                    is_renamed=name != value.name,
                    line=f"{value.name} = {value.number}",
                    doc=comment_text(value.comments),
                )
            )
        return EnumView(
            cls=self._names.class_by_name[enum.full_name],
            full_name=enum.full_name,
            doc=comment_text(enum.comments),
            values=tuple(values),
            is_closed=enum.is_closed,
            value_type=self._names.inner_type_by_name[enum.full_name],
        )
