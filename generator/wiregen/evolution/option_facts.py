"""What options set, resolved as in descriptors, in texts that can be compared.

Two options are alike if they set the same fields to the same values, however they are written:
as a whole in braces or part by part, with an extension's full name or a short one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from wiregen.schema import ir
from wiregen.schema.default_text import default_text
from wiregen.schema.option_types import OptionTypes
from wiregen.schema.prose import quoted
from wiregen.wire.encoding import is_implied, merged

Settings = Mapping[str, str]

# What other facts tell of: whether a field is packed, and what protobuf's own features choose.
_TOLD = re.compile(r"packed|features(\.\w.*)?")
_OWN_OPTIONS = re.compile(r"google\.protobuf\.\w+Options\.\w+")


def settings_of_options(options: Iterable[ir.Option], types: OptionTypes) -> Settings:
    """What is set by the path of each field, without what other facts tell.

    One of protobuf's own options says the same when it is absent and when it is set to its
    default.
    """
    return {
        path: text
        for path, text in all_settings(options, types).items()
        if not _TOLD.fullmatch(path)
    }


def all_settings(options: Iterable[ir.Option], types: OptionTypes) -> Settings:
    """What is set by the path of each field."""
    written = [option.setting for option in options if option.setting is not None]
    return dict(sorted(_leaves(merged(written, types), types, "")))


def settings_text(settings: Settings) -> str:
    """Settings on one line, as they could stand in brackets."""
    return ", ".join(f"{path} = {text}" for path, text in settings.items())


def _leaves(message: ir.MessageValue, types: OptionTypes, start: str) -> Iterator[tuple[str, str]]:
    """The fields of a message that are no messages themselves, each with its path."""
    for name, values in _values_by_field(message).items():
        field = types.field(name)
        path = f"{start}{_shown(field, types)}"
        last = values[-1]
        if isinstance(last, ir.MessageValue) and not field.is_repeated:
            yield from tuple(_leaves(last, types, f"{path}.")) or [(path, "{}")]
        elif isinstance(field.kind, ir.MapKind):
            yield path, f"[{', '.join(_entries(values, field.kind, types))}]"
        elif field.is_repeated:
            texts = (_text(value, field.kind, types) for value in values)
            yield path, f"[{', '.join(texts)}]"
        elif not is_implied(last, field) and not _is_default(last, field, types):
            yield path, _text(last, field.kind, types)


def _values_by_field(message: ir.MessageValue) -> Mapping[str, list[ir.OptionValue]]:
    found: dict[str, list[ir.OptionValue]] = {}
    for value in message.fields:
        found.setdefault(value.field, []).append(value.value)
    return found


def _shown(field: ir.Field, types: OptionTypes) -> str:
    return f"({field.full_name})" if types.extension(field.full_name) else field.name


def _is_default(value: ir.OptionValue, field: ir.Field, types: OptionTypes) -> bool:
    """True for one of protobuf's own switches that is set to what it is when it is absent."""
    if not _OWN_OPTIONS.fullmatch(field.full_name):
        return False
    match field.kind:
        case ir.EnumKind(name):
            enum = types.enum(name)
            default = field.default or enum.values[0].name
            return any(v.name == default and v.number == value for v in enum.values)
        case _:
            return isinstance(value, bool) and value == bool(field.default)


def _entries(
    values: Iterable[ir.OptionValue], kind: ir.MapKind, types: OptionTypes
) -> Iterable[str]:
    """The entries of a map by key: their order means nothing, and the last of a key counts."""
    text_by_key = {}
    for entry in values:
        assert isinstance(entry, ir.MapEntry)
        parts = (("key", entry.key, ir.ScalarKind(kind.key)), ("value", entry.value, kind.value))
        texts = {name: _text(held, of, types) for name, held, of in parts if held is not None}
        inside = " ".join(f"{name}: {text}" for name, text in texts.items())
        text_by_key[texts.get("key", "")] = f"{{ {inside} }}"
    return [text_by_key[key] for key in sorted(text_by_key)]


def _text(value: ir.OptionValue, kind: ir.FieldKind, types: OptionTypes) -> str:
    match value, kind:
        case ir.MessageValue(), _:
            inside = " ".join(f"{path}: {text}" for path, text in sorted(_leaves(value, types, "")))
            return f"{{ {inside} }}" if inside else "{}"
        case int(), ir.EnumKind(name):
            names = (v.name for v in types.enum(name).values if v.number == value)
            return next(names, str(value))
        case str(), _:
            return quoted(value.encode("utf-8", "surrogateescape"))
        case bytes(), _:
            return quoted(value)
        case ir.MapEntry(), _:
            raise AssertionError("an entry stands in a map")
        case _:
            return default_text(value, kind)
