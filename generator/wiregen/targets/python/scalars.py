"""Runtime functions and Python types of each scalar type."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wiregen.schema.scalars import SCALARS, Domain, Scalar, WireType


@dataclass(frozen=True, slots=True)
class PythonScalar:
    """The names in the runtime that handle one scalar type."""

    # The type of a value that is read, the type of one that is set, and the function in checks.py.
    type: str
    accepted: str
    check: str
    # The list class in repeated.py.
    list_class: str
    # What wire.py offers: a varint's reader and writer, or struct's functions and letter.
    read: str
    write: str
    code: str
    size: int
    # Whether a NaN is read in a way of its own, since the common one changes its bits.
    is_nan_read_apart: bool
    # Whether a one-byte varint is the value itself, so that no function need be called.
    is_plain_below_128: bool
    default: str


_TYPE = {
    Domain.INTEGER: "int",
    Domain.FLOAT: "float",
    Domain.BOOL: "bool",
    Domain.STRING: "str",
    Domain.BYTES: "bytes",
}
# What `accepted` calls the values that a field takes.
_ACCEPTED = {
    Domain.INTEGER: "IntLike",
    Domain.FLOAT: "FloatLike",
    Domain.BOOL: "BoolLike",
    Domain.STRING: "StrLike",
    Domain.BYTES: "bytes",
}
_DEFAULT = {
    Domain.INTEGER: "0",
    Domain.FLOAT: "0.0",
    Domain.BOOL: "False",
    Domain.STRING: '""',
    Domain.BYTES: 'b""',
}
_WRITE_BY_VARINT = {
    "int32": "signed",
    "int64": "signed",
    "uint32": "varint",
    "uint64": "varint",
    "bool": "varint",
    "sint32": "zigzag32",
    "sint64": "zigzag64",
}
_CODE_BY_FIXED = {
    "double": "d",
    "float": "f",
    "fixed64": "Q",
    "fixed32": "I",
    "sfixed64": "q",
    "sfixed32": "i",
}


def _python_scalar(scalar: Scalar) -> PythonScalar:
    is_varint = scalar.wire_type is WireType.VARINT
    is_fixed = scalar.wire_type in (WireType.I32, WireType.I64)
    return PythonScalar(
        type=_TYPE[scalar.domain],
        accepted=_ACCEPTED[scalar.domain],
        check=_check(scalar),
        list_class=_list_class(scalar),
        read=f"read_{scalar.name}" if is_varint else f"unpack_{scalar.name}" if is_fixed else "",
        write=_WRITE_BY_VARINT.get(scalar.name, f"pack_{scalar.name}" if is_fixed else ""),
        code=_CODE_BY_FIXED.get(scalar.name, ""),
        size={WireType.I32: 4, WireType.I64: 8}.get(scalar.wire_type, 0),
        is_nan_read_apart=scalar.domain is Domain.FLOAT and scalar.bits == 32,
        is_plain_below_128=is_varint and scalar.domain is Domain.INTEGER and not scalar.is_zigzag,
        default=_DEFAULT[scalar.domain],
    )


def _check(scalar: Scalar) -> str:
    match scalar.domain:
        case Domain.INTEGER:
            return f"{'int' if scalar.is_signed else 'uint'}{scalar.bits}"
        case Domain.FLOAT:
            return "double" if scalar.bits == 64 else "float32"
        case Domain.BOOL:
            return "boolean"
        case Domain.STRING:
            return "string"
        case Domain.BYTES:
            return "byte_string"


def _list_class(scalar: Scalar) -> str:
    match scalar.domain:
        case Domain.INTEGER:
            return f"Repeated{'Int' if scalar.is_signed else 'UInt'}{scalar.bits}"
        case Domain.FLOAT:
            return "RepeatedDouble" if scalar.bits == 64 else "RepeatedFloat"
        case Domain.BOOL:
            return "RepeatedBool"
        case Domain.STRING:
            return "RepeatedString"
        case Domain.BYTES:
            return "RepeatedBytes"


PYTHON_SCALARS = {scalar.name: _python_scalar(scalar) for scalar in SCALARS}
# What encoders refuse is refused when it is set.
UTF8_STRING = replace(
    PYTHON_SCALARS["string"], check="utf8_string", list_class="RepeatedUtf8String"
)
# The names that `accepted` has for types of values.
TYPES_OF_VALUES = ("IntLike", "FloatLike", "BoolLike", "StrLike", "EnumLike", "EnumValue")
LIST_CLASSES = tuple(
    dict.fromkeys(scalar.list_class for scalar in (*PYTHON_SCALARS.values(), UTF8_STRING))
)
# An enum stands on the wire as an int32.
ENUM_ON_THE_WIRE = PYTHON_SCALARS["int32"]
