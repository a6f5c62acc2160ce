# Copied by wiregen from templates/runtime/_runtime/file_descriptor.py; do not edit.
"""Descriptors of schema files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from . import serialized
from .enum_descriptor import EnumDescriptor, ReadOnly

if TYPE_CHECKING:
    from .descriptor import Descriptor

# The files of the package, by name.
_files: dict[str, FileDescriptor] = {}


class FileDescriptor(ReadOnly):
    """A schema file: what it declares at its top level."""

    __slots__ = ("_read", "enum_types_by_name", "message_types_by_name", "name", "package")

    name: str
    package: str
    message_types_by_name: Mapping[str, Descriptor]
    enum_types_by_name: Mapping[str, EnumDescriptor]
    # Gives the serialized file, which is imported when it is asked for.
    _read: Callable[[], bytes]

    def __init__(
        self,
        name: str,
        package: str,
        messages: tuple[Descriptor, ...],
        enums: tuple[EnumDescriptor, ...],
        read: Callable[[], bytes],
    ) -> None:
        self._fill(
            name=name,
            package=package,
            message_types_by_name=MappingProxyType({item.name: item for item in messages}),
            enum_types_by_name=MappingProxyType({item.name: item for item in enums}),
            _read=read,
        )
        _files[name] = self
        for enum in enums:
            enum._fill(file=self)
        for message in messages:
            self._own(message)

    def _own(self, message: Descriptor) -> None:
        message._fill(file=self)
        for enum in message.enum_types:
            enum._fill(file=self)
        for nested in message.nested_messages:
            self._own(nested)

    @property
    def serialized_pb(self) -> bytes:
        """The file as a serialized FileDescriptorProto, as code of google's generator embeds it."""
        return self._read()

    @property
    def dependencies(self) -> list[FileDescriptor]:
        """The files that this one imports, of those that the package has."""
        return [_files[name] for name in self._imported() if name in _files]

    @property
    def public_dependencies(self) -> list[FileDescriptor]:
        """The files that this one imports publicly, of those that the package has."""
        names = self._imported()
        public: list[str] = [
            names[index]
            for number, index in serialized.records(self.serialized_pb)
            if number == serialized.PUBLIC_DEPENDENCIES
        ]
        return [_files[name] for name in public if name in _files]

    def _imported(self) -> list[str]:
        names: list[bytes] = serialized.payloads(self.serialized_pb, serialized.DEPENDENCIES)
        return [name.decode() for name in names]

    def CopyToProto(self, proto: Any) -> None:
        """Put the descriptor into a message of google's class FileDescriptorProto."""
        serialized.copy_to(self, self.serialized_bytes(), proto)

    def serialized_bytes(self) -> bytes:
        """The descriptor as a message of google\'s descriptor.proto."""
        return self.serialized_pb

    def __repr__(self) -> str:
        return f"<FileDescriptor {self.name}>"
