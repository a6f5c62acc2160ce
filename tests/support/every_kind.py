"""Schemas with every type in every kind of field, and with every kind of presence.

A message has one kind of field, with a field of each type that this kind can have. The numbers of
its fields start where tags grow by a byte, so that each type has short and long tags.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from oracles.any_schema import generate, our_classes, their_classes
from wiregen.schema.scalars import SCALARS

SCALAR_NAMES = tuple(scalar.name for scalar in SCALARS)
_KEYS = tuple(scalar.name for scalar in SCALARS if scalar.is_map_key)
_PACKABLE = tuple(scalar.name for scalar in SCALARS if scalar.is_packable)
_NAMES = ("every3.proto", "every2.proto", "every_edition.proto")
# Only ours are made of it, too: to google's classes, these extensions are unknown fields.
_EXTENSIONS = "every_extension.proto"

_NUMBERS = "UNO = 1; DUO = 128; BIG = 2147483647; TINY = -2147483648; SOME = 16384;"
_OPEN = "enum Open { NONE = 0; ONE = 1; TWO = 128; LARGE = 2147483647; }\n"
# Maps take closed enums only if their first number is 0.
_CLOSED = (
    f"enum Closed {{ {{0}} FIVE = 5; {_NUMBERS} }}\nenum Zeroed {{ {{0}} NIL = 0; EIN = 1; }}\n"
)


def _fields(types: Iterable[str], first: int, label: str = "", options: str = "") -> str:
    """One field of each type."""
    word = label or "a"
    return "".join(
        f"  {label} {name} {word}_{name.lower()} = {number}{options};\n"
        for number, name in enumerate(types, first)
    )


def _message(name: str, *content: str) -> str:
    return f"message {name} {{\n{''.join(content)}}}\n"


def _choice(types: Iterable[str], first: int, extra: str = "") -> str:
    members = _fields(types, first).replace(" a_", " one_")
    return f"  oneof choice {{\n{members}{extra}  }}\n"


def _key_maps(value: str, first: int) -> str:
    return "".join(
        f"  map<{key}, {value}> by_{key} = {number};\n" for number, key in enumerate(_KEYS, first)
    )


def _value_maps(types: Iterable[str], first: int) -> str:
    return "".join(
        f"  map<sint32, {name}> of_{name.lower()} = {number};\n"
        for number, name in enumerate(types, first)
    )


def _proto3() -> str:
    every, numbers = (*SCALAR_NAMES, "Open", "Part"), (*_PACKABLE, "Open")
    return "".join(
        (
            'syntax = "proto3";\npackage every3;\n',
            _OPEN,
            _message("Part", _fields(("int32", "string", "bool"), 1)),
            _message("Implicit", _fields(every, 1)),
            _message("Optional", _fields(every, 8, "optional")),
            _message("Lists", _fields(every, 1, "repeated")),
            _message("Expanded", _fields(numbers, 2040, "repeated", " [packed = false]")),
            _message("Choice", _choice(every, 10), _fields(every, 100)),
            _message("Keys", _key_maps("string", 1)),
            _message("Values", _value_maps(every, 9)),
            _message("Holder", _fields(("Keys", "Values", "Lists", "Holder"), 1)),
        )
    )


def _proto2() -> str:
    every, numbers = (*SCALAR_NAMES, "Closed", "Part"), (*_PACKABLE, "Closed")
    packed = partial(_fields, numbers, label="repeated", options=" [packed = true]")
    group = packed(200) + _fields(every, 13, "optional")
    return "".join(
        (
            'syntax = "proto2";\npackage every2;\n',
            _CLOSED.replace("{0}", ""),
            _message("Part", _fields(("int32", "string", "bool"), 1, "optional")),
            _message("Optional", _fields(every, 1, "optional")),
            _message("Required", _fields(every, 12, "required")),
            _message("Lists", _fields(every, 262135, "repeated")),
            _message("Packed", packed(5)),
            _message("Choice", _choice(every, 1, f"group Member = 33554431 {{\n{group}}}\n")),
            _message("Keys", _key_maps("uint32", 2040)),
            _message("Values", _value_maps((*SCALAR_NAMES, "Zeroed", "Part"), 1)),
            _message(
                "Groups",
                f"  optional group One = 1 {{\n{group}}}\n",
                f"  repeated group Many = 2048 {{\n{group}}}\n",
                "  optional Groups inner = 3;\n",
            ),
            _message("Extended", "  optional int32 known = 5;\n  extensions 1 to 4, 100 to max;\n"),
        )
    )


def _extensions() -> str:
    every = (*SCALAR_NAMES, "Closed", "Part")
    packed = _fields(_PACKABLE, 2040, "repeated", " [packed = true]")
    return (
        'syntax = "proto2";\npackage every2;\nimport "every2.proto";\n'
        f"extend Extended {{\n{_fields(every, 100, 'optional')}{packed}}}\n"
    )


def _edition() -> str:
    every = (*SCALAR_NAMES, "Open", "Closed", "Part")
    numbers = (*_PACKABLE, "Open", "Closed")
    implicit, required, expanded, delimited, unchecked = (
        f" [features.{feature}]"
        for feature in (
            "field_presence = IMPLICIT",
            "field_presence = LEGACY_REQUIRED",
            "repeated_field_encoding = EXPANDED",
            "message_encoding = DELIMITED",
            "utf8_validation = NONE",
        )
    )
    of_text = f"  map<string, string> of_text = 2{unchecked};\n"
    return "".join(
        (
            'edition = "2023";\npackage every_edition;\n',
            _OPEN,
            _CLOSED.replace("{0}", "option features.enum_type = CLOSED;"),
            _message("Part", _fields(("int32", "string", "bool"), 1)),
            _message("Explicit", _fields(every, 2040)),
            _message("Implicit", _fields((*SCALAR_NAMES, "Open"), 1, options=implicit)),
            _message("Required", _fields(every, 1, options=required)),
            _message("Lists", _fields(every, 1, "repeated")),
            _message("Expanded", _fields(numbers, 1, "repeated", expanded)),
            _message("Choice", _choice(every, 262135)),
            _message("Keys", _key_maps("int32", 10)),
            _message("Values", _value_maps((*SCALAR_NAMES, "Open", "Zeroed", "Part"), 1)),
            _message("Unchecked", _fields(("string",), 1, options=unchecked), of_text),
            _message(
                "Delimited",
                _fields(("Explicit",), 1, options=delimited),
                _fields(("Implicit",), 16, "repeated", delimited),
                f"  oneof choice {{\n    Part part = 3{delimited};\n    Lists lists = 4;\n  }}\n",
                _fields(("Delimited",), 5, options=delimited),
            ),
        )
    )


@dataclass(frozen=True)
class EveryKind:
    """The package, and the message classes of either side by full name."""

    package: Any
    ours: dict[str, Any]
    theirs: dict[str, Any]


def make_every_kind(folder: Path) -> EveryKind:
    """Generate the package in a folder and import it."""
    schemas = (_proto3(), _proto2(), _edition(), _extensions())
    for name, schema in zip((*_NAMES, _EXTENSIONS), schemas, strict=True):
        (folder / name).write_text(schema, encoding="utf-8")
    package = generate(folder, "every_package", *_NAMES, _EXTENSIONS)
    modules = (name.removesuffix(".proto") for name in _NAMES)
    ours = our_classes(package, *modules)
    return EveryKind(package, ours, their_classes(folder, *_NAMES))
