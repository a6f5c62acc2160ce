"""The fifteen scalar types of protobuf: one table of facts, used by every later stage."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from enum import Enum


class WireType(Enum):
    """How a field's value stands on the wire; the number is the low three bits of its tag."""

    VARINT = 0
    I64 = 1
    LEN = 2
    START_GROUP = 3
    END_GROUP = 4
    I32 = 5


class Domain(Enum):
    """What a scalar's values are."""

    INTEGER = "integer"
    FLOAT = "float"
    BOOL = "bool"
    STRING = "string"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Scalar:
    """One scalar type."""

    name: str
    domain: Domain
    wire_type: WireType
    # The number that descriptors use for the type (FieldDescriptorProto.Type).
    descriptor_number: int
    bits: int = 0
    is_signed: bool = False
    is_zigzag: bool = False

    @property
    def is_packable(self) -> bool:
        """True if several values may share one length-delimited record."""
        return self.wire_type is not WireType.LEN

    @property
    def is_map_key(self) -> bool:
        """True if a map may have keys of this type."""
        return self.domain in (Domain.INTEGER, Domain.BOOL, Domain.STRING)

    @property
    def smallest(self) -> int:
        """The smallest integer that the type holds."""
        return -(1 << (self.bits - 1)) if self.is_signed else 0

    @property
    def largest(self) -> int:
        """The largest integer that the type holds."""
        return (1 << (self.bits - 1 if self.is_signed else self.bits)) - 1

    def rounded(self, number: float) -> float:
        """The nearest number that a float type holds; beyond the largest, infinity."""
        if self.bits == 64:
            return number
        try:
            nearest: float = struct.unpack("<f", struct.pack("<f", number))[0]
        except OverflowError:
            return math.copysign(math.inf, number)
        return nearest


_INTEGER, _FLOAT = Domain.INTEGER, Domain.FLOAT
_VARINT, _I32, _I64, _LEN = WireType.VARINT, WireType.I32, WireType.I64, WireType.LEN

SCALARS = (
    Scalar("double", _FLOAT, _I64, 1, bits=64, is_signed=True),
    Scalar("float", _FLOAT, _I32, 2, bits=32, is_signed=True),
    Scalar("int64", _INTEGER, _VARINT, 3, bits=64, is_signed=True),
    Scalar("uint64", _INTEGER, _VARINT, 4, bits=64),
    Scalar("int32", _INTEGER, _VARINT, 5, bits=32, is_signed=True),
    Scalar("fixed64", _INTEGER, _I64, 6, bits=64),
    Scalar("fixed32", _INTEGER, _I32, 7, bits=32),
    Scalar("bool", Domain.BOOL, _VARINT, 8, bits=1),
    Scalar("string", Domain.STRING, _LEN, 9),
    Scalar("bytes", Domain.BYTES, _LEN, 12),
    Scalar("uint32", _INTEGER, _VARINT, 13, bits=32),
    Scalar("sfixed32", _INTEGER, _I32, 15, bits=32, is_signed=True),
    Scalar("sfixed64", _INTEGER, _I64, 16, bits=64, is_signed=True),
    Scalar("sint32", _INTEGER, _VARINT, 17, bits=32, is_signed=True, is_zigzag=True),
    Scalar("sint64", _INTEGER, _VARINT, 18, bits=64, is_signed=True, is_zigzag=True),
)
SCALAR_BY_NAME = {scalar.name: scalar for scalar in SCALARS}

# The numbers that descriptors use for the types that are no scalars.
GROUP_DESCRIPTOR_NUMBER = 10
MESSAGE_DESCRIPTOR_NUMBER = 11
ENUM_DESCRIPTOR_NUMBER = 14

LARGEST_FIELD_NUMBER = (1 << 29) - 1
# Numbers that protobuf keeps for its own implementation.
FIRST_INTERNAL_NUMBER, LAST_INTERNAL_NUMBER = 19000, 19999
