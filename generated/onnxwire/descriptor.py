# Copied by wiregen from templates/runtime/descriptor.py; do not edit.
"""Descriptors of files, messages, fields, oneofs and enums."""

from __future__ import annotations

from ._runtime.descriptor import Descriptor, FieldDescriptor, FileDescriptor, OneofDescriptor
from ._runtime.enum_descriptor import EnumDescriptor, EnumValueDescriptor

__all__ = [
    "Descriptor",
    "EnumDescriptor",
    "EnumValueDescriptor",
    "FieldDescriptor",
    "FileDescriptor",
    "OneofDescriptor",
]
