"""Resolves the options of a linked schema to typed settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wiregen.lowering.option_values import ValueFault, option_value
from wiregen.lowering.options import PSEUDO_OPTIONS
from wiregen.lowering.symbols import EVERY_FILE, Symbols
from wiregen.lowering.text_format import TextFormat
from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.source.diagnostics import Faults, did_you_mean
from wiregen.syntax.nodes import Aggregate, OptionPart

_PACKAGE = "google.protobuf"
# The messages that hold options; their fields are protobuf's own options.
_OPTIONS = tuple(
    f"{_PACKAGE}.{kind}Options"
    for kind in (
        "File",
        "Message",
        "Field",
        "Oneof",
        "ExtensionRange",
        "Enum",
        "EnumValue",
        "Service",
        "Method",
    )
)


def parent_of(full_name: str) -> str:
    """The scope that a full name stands in."""
    return full_name.rpartition(".")[0]


class OptionResolver:
    """Resolves the options of one file's declarations, and notes the files that they lead to."""

    def __init__(
        self,
        name: str,
        types: OptionTypes,
        symbols: Symbols,
        visible: frozenset[str],
        faults: Faults,
    ) -> None:
        self._name = name
        self._types = types
        self._symbols = symbols
        self._visible = visible
        self._faults = faults
        self.used_files: set[str] = set()

    def file(self, file: ir.File) -> ir.File:
        """A file with its own options resolved."""
        return replace(file, options=self._all(file.options, "FileOptions", file.package))

    def message(self, message: ir.Message) -> ir.Message:
        """A message with the options of everything in it resolved, but of what is nested."""
        name = message.full_name
        return replace(
            message,
            fields=tuple(map(self.field, message.fields)),
            oneofs=tuple(
                replace(oneof, options=self._all(oneof.options, "OneofOptions", name))
                for oneof in message.oneofs
            ),
            extension_ranges=tuple(
                replace(
                    found,
                    options=self._all(found.options, "ExtensionRangeOptions", parent_of(name)),
                )
                for found in message.extension_ranges
            ),
            options=self._all(message.options, "MessageOptions", parent_of(name)),
        )

    def field(self, field: ir.Field) -> ir.Field:
        """A field or extension with its options resolved."""
        if not field.options:
            return field
        scope = parent_of(field.full_name)
        return replace(field, options=self._all(field.options, "FieldOptions", scope))

    def enum(self, enum: ir.Enum) -> ir.Enum:
        """An enum with its options and those of its values resolved."""
        scope = parent_of(enum.full_name)
        return replace(
            enum,
            values=tuple(
                replace(value, options=self._all(value.options, "EnumValueOptions", scope))
                for value in enum.values
            ),
            options=self._all(enum.options, "EnumOptions", scope),
        )

    def service(self, service: ir.Service) -> ir.Service:
        """A service with its options and those of its methods resolved."""
        name = service.full_name
        return replace(
            service,
            methods=tuple(
                replace(method, options=self._all(method.options, "MethodOptions", name))
                for method in service.methods
            ),
            options=self._all(service.options, "ServiceOptions", parent_of(name)),
        )

    def _all(
        self, options: tuple[ir.Option, ...], message: str, scope: str
    ) -> tuple[ir.Option, ...]:
        """The options of one element; its names are looked for in `scope` and outwards."""
        done: list[ir.Option] = []
        for option in options:
            is_plain = len(option.parts) == 1 and not option.parts[0].is_extension
            if message == "FieldOptions" and is_plain and option.name in PSEUDO_OPTIONS:
                if any(option.name == other.name for other in done):
                    self._faults.report(option.name_span, f"'{option.name}' is set twice")
                done.append(option)
                continue
            try:
                setting = self._setting(option, f"{_PACKAGE}.{message}", scope, done)
            except ValueFault as fault:
                self._faults.report(fault.span, fault.sentence)
                setting = None
            done.append(replace(option, setting=setting))
        return tuple(done)

    def _setting(
        self, option: ir.Option, message: str, scope: str, earlier: list[ir.Option]
    ) -> ir.FieldValue:
        path = self._path(option, message, scope)
        field = path[-1]
        names = [item.full_name for item in path]
        settings = [other.setting for other in earlier if other.setting is not None]
        if not field.is_repeated and _is_set(settings, names):
            raise ValueFault(option.name_span, f"the option '{option.name}' is set twice")
        setting = ir.FieldValue(field.full_name, self._value(option, field, message))
        for outer in reversed(names[:-1]):
            setting = ir.FieldValue(outer, ir.MessageValue((setting,)))
        return setting

    def _path(self, option: ir.Option, message: str, scope: str) -> list[ir.Field]:
        """The fields that an option's name leads through, the one it sets last."""
        path: list[ir.Field] = []
        for part in option.parts:
            if path:
                message = self._inner_message(option, path[-1])
            path.append(self._field(option, part, message, scope))
        return path

    def _inner_message(self, option: ir.Option, field: ir.Field) -> str:
        if not isinstance(field.kind, ir.MessageKind):
            raise ValueFault(
                option.name_span, f"'{field.name}' is no message: nothing in it can be set"
            )
        if field.is_repeated:
            raise ValueFault(
                option.name_span,
                f"'{field.name}' is repeated: its elements are set as a whole, in braces",
            )
        return field.kind.message

    def _field(self, option: ir.Option, part: OptionPart, message: str, scope: str) -> ir.Field:
        if not part.is_extension:
            field = self._types.own_field(message, part.text)
            if field is None or part.text == "uninterpreted_option":
                fields = self._types.message(message).fields
                names = [f.name for f in fields if f.name != "uninterpreted_option"]
                hint = did_you_mean(part.text, names)
                if not hint and message in _OPTIONS:
                    hint = f"; one of your own is written ({part.text})"
                raise ValueFault(option.name_span, f"'{message}' has no option '{part.text}'{hint}")
            return field
        found = self._find(part.text, scope)
        if found is None:
            raise ValueFault(option.name_span, self._unresolved(part.text, scope))
        extension = self._types.extension(found)
        if extension is None or extension.extendee != message:
            is_what = f"extends '{extension.extendee}'" if extension else "is no extension"
            raise ValueFault(
                option.name_span, f"'{found}' {is_what}; expected an extension of '{message}'"
            )
        if option.parts[0] == OptionPart("features", False) and extension.file == self._name:
            raise ValueFault(
                option.name_span,
                f"the feature '{found}' cannot be used in the file that declares it",
            )
        return extension.field

    def _value(self, option: ir.Option, field: ir.Field, message: str) -> ir.OptionValue:
        if not isinstance(field.kind, (ir.MessageKind, ir.MapKind)):
            return option_value(option.written, field, self._types)
        if not isinstance(option.written, Aggregate):
            raise ValueFault(
                option.written.span,
                f"'{option.name}' is a message: expected its fields in braces,"
                f" or '{option.name}.field = value'",
            )
        reader = TextFormat(self._types, self._find)
        if isinstance(field.kind, ir.MapKind):
            return reader.map_entry(option.written, field.kind)
        return reader.message(option.written, field.kind.message)

    # Names

    def _find(self, name: str, scope: str) -> str | None:
        found = self._symbols.resolve(name, scope, self._visible, is_type=False)
        if found is None:
            return None
        self.used_files.add(found[1].file)
        return found[0]

    def _unresolved(self, name: str, scope: str) -> str:
        found = self._symbols.resolve(name, scope, EVERY_FILE, is_type=False)
        if found is None:
            names = (extension.field.full_name for extension in self._types.extensions)
            return f"there is no option '({name})'{did_you_mean(name, names)}"
        return f"'{found[0]}' is declared in '{found[1].file}', which is not imported here"


def _is_set(settings: Iterable[ir.FieldValue], names: Sequence[str]) -> bool:
    """True if one of some settings sets the field that a path of names leads to."""
    first, *rest = names
    for setting in settings:
        if setting.field == first:
            if not rest:
                return True
            if isinstance(setting.value, ir.MessageValue) and _is_set(setting.value.fields, rest):
                return True
    return False
