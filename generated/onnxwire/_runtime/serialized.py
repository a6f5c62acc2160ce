# Copied by wiregen from templates/runtime/_runtime/serialized.py; do not edit.
"""Parts of a schema file's serialized descriptor, and the options in them.

The numbers are those of google's descriptor.proto. Google's own classes for descriptors and options
are used where a program has imported them; nothing is imported here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from .wire import place_of_value, read_tag, read_uint64

# The fields of a file, and of a message, that hold what is declared in it.
MESSAGES_OF_FILE, ENUMS_OF_FILE = 4, 5
FIELDS, MESSAGES, ENUMS, ONEOFS = 2, 3, 4, 8
VALUES = 2
NAME, DEPENDENCIES, PUBLIC_DEPENDENCIES, EXTENSION_RANGES = 1, 3, 10, 5

_DEEPEST = 100

# Of each kind of descriptor: its message, the field of its options, and their message.
_OPTIONS = {
    "FileDescriptor": ("FileDescriptorProto", 8, "FileOptions"),
    "Descriptor": ("DescriptorProto", 7, "MessageOptions"),
    "MapEntryDescriptor": ("DescriptorProto", 7, "MessageOptions"),
    "FieldDescriptor": ("FieldDescriptorProto", 8, "FieldOptions"),
    "OneofDescriptor": ("OneofDescriptorProto", 2, "OneofOptions"),
    "EnumDescriptor": ("EnumDescriptorProto", 3, "EnumOptions"),
    "EnumValueDescriptor": ("EnumValueDescriptorProto", 3, "EnumValueOptions"),
}
# The options that protobuf declares, by number: the name, and the value if it is not set.
_DECLARED: dict[str, dict[int, tuple[str, bool | int | str]]] = {
    "FileOptions": {
        1: ("java_package", ""),
        8: ("java_outer_classname", ""),
        9: ("optimize_for", 1),
        10: ("java_multiple_files", False),
        11: ("go_package", ""),
        16: ("cc_generic_services", False),
        17: ("java_generic_services", False),
        18: ("py_generic_services", False),
        20: ("java_generate_equals_and_hash", False),
        23: ("deprecated", False),
        27: ("java_string_check_utf8", False),
        31: ("cc_enable_arenas", True),
        36: ("objc_class_prefix", ""),
        37: ("csharp_namespace", ""),
        39: ("swift_prefix", ""),
        40: ("php_class_prefix", ""),
        41: ("php_namespace", ""),
        44: ("php_metadata_namespace", ""),
        45: ("ruby_package", ""),
    },
    "MessageOptions": {
        1: ("message_set_wire_format", False),
        2: ("no_standard_descriptor_accessor", False),
        3: ("deprecated", False),
        7: ("map_entry", False),
        11: ("deprecated_legacy_json_field_conflicts", False),
    },
    "FieldOptions": {
        1: ("ctype", 0),
        2: ("packed", False),
        3: ("deprecated", False),
        5: ("lazy", False),
        6: ("jstype", 0),
        10: ("weak", False),
        15: ("unverified_lazy", False),
        16: ("debug_redact", False),
        17: ("retention", 0),
    },
    "OneofOptions": {},
    "EnumOptions": {
        2: ("allow_alias", False),
        3: ("deprecated", False),
        6: ("deprecated_legacy_json_field_conflicts", False),
    },
    "EnumValueOptions": {1: ("deprecated", False), 3: ("debug_redact", False)},
}


class Options:
    """The options of a declaration that protobuf itself declares, by name.

    Those that the schema does not set have their defaults; `HasField` tells them apart.
    """

    def __init__(self, name: str, data: bytes) -> None:
        declared = _DECLARED[name]
        self.__dict__ |= dict(declared.values())
        self._data = data
        self._set: set[str] = set()
        for number, value in records(data):
            if number in declared:
                known, default = declared[number]
                kind: Any = type(default)
                self.__dict__[known] = value.decode() if kind is str else kind(value)
                self._set.add(known)

    def HasField(self, field_name: str) -> bool:
        """True if the schema sets an option."""
        return field_name in self._set

    def SerializeToString(self) -> bytes:
        """All options, those that other schemas declare included, as they stand on the wire."""
        return self._data

    def __repr__(self) -> str:
        named = ", ".join(f"{name}={getattr(self, name)!r}" for name in sorted(self._set))
        return f"Options({named})"


def options_of(descriptor: object, data: bytes) -> Any:
    """The options in a serialized descriptor, as google's class if there is one."""
    _, number, name = _OPTIONS[type(descriptor).__name__]
    content = b"".join(payloads(data, number))
    theirs = sys.modules.get("google.protobuf.descriptor_pb2")
    return Options(name, content) if theirs is None else getattr(theirs, name).FromString(content)


def copy_to(descriptor: object, data: bytes, proto: Any) -> None:
    """Put a serialized descriptor into a message of google's class for it."""
    name = f"google.protobuf.{_OPTIONS[type(descriptor).__name__][0]}"
    found = getattr(getattr(proto, "DESCRIPTOR", None), "full_name", type(proto).__qualname__)
    if found != name:
        raise TypeError(f"a {name} is wanted, not {found}")
    proto.ParseFromString(data)


def part_named(data: bytes, number: int, name: str) -> bytes:
    """The part with some name among those that a field of a serialized descriptor holds."""
    return next(part for part in payloads(data, number) if name_of(part) == name)


def name_of(data: bytes) -> str:
    """The name in a serialized descriptor."""
    (name,) = payloads(data, NAME)
    return name.decode()


def payloads(data: bytes, number: int) -> list[bytes]:
    """What the records of one field hold; they have lengths."""
    return [value for found, value in records(data) if found == number]


def records(data: bytes) -> Iterator[tuple[int, Any]]:
    """The field numbers and values of all records: bytes, or the number of a varint."""
    position, end = 0, len(data)
    while position < end:
        tag, body = read_tag(data, position)
        start, stop, position = place_of_value(tag, data, body, end, _DEEPEST)
        yield tag >> 3, data[start:stop] if tag & 7 else read_uint64(data, body)[0]
