"""Messages and enums of the package by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .._codec import descriptors
from .._runtime.descriptor import Descriptor, FieldDescriptor, FileDescriptor
from .._runtime.enum_descriptor import EnumDescriptor
from .facts import CARRIES


@cache
def messages_by_name() -> dict[str, Descriptor]:
    """The messages of the package by their full names, in the order of the schema files."""
    found: dict[str, Descriptor] = {}
    for file in _files():
        for message in file.message_types_by_name.values():
            _add(message, found)
    return found


@cache
def enums_by_name() -> dict[str, EnumDescriptor]:
    """The enums of the package by their full names."""
    every = [enum for file in _files() for enum in file.enum_types_by_name.values()]
    every += [enum for message in messages_by_name().values() for enum in message.enum_types]
    return {enum.full_name: enum for enum in every}


def enum_of(field: FieldDescriptor) -> EnumDescriptor | None:
    """The enum whose numbers a field has, by its type or as an integer."""
    if field.enum_type is not None:
        return field.enum_type
    name = CARRIES.get(field.full_name)
    return None if name is None else enums_by_name()[name]


def message_named(name: str) -> Descriptor:
    """The message of a name, with or without that of its package; KeyError if there is none."""
    every = messages_by_name()
    return (
        every[name] if name in every else {short_name(item): item for item in every.values()}[name]
    )


def short_name(described: Descriptor | EnumDescriptor) -> str:
    """The name of a message or enum without that of its package."""
    return described.full_name.removeprefix(f"{described.file.package}.")


def _files() -> Iterator[FileDescriptor]:
    for module in vars(descriptors).values():
        file = getattr(module, "FILE", None)
        if isinstance(file, FileDescriptor):
            yield file


def _add(message: Descriptor, found: dict[str, Descriptor]) -> None:
    found[message.full_name] = message
    for nested in message.nested_messages:
        _add(nested, found)
