# Copied by wiregen from templates/onnx/_tensors/element_types.py; do not edit.
"""Storage of each TensorProto.DataType."""

from __future__ import annotations

from typing import NamedTuple

from ..messages.onnx import TensorProto

_TYPE = TensorProto.DataType


class ElementType(NamedTuple):
    """How the elements of one type are stored (the comments of TensorProto are the source).

    `bits` is what an element takes in `raw_data` and in other files, 0 for strings, which can
    be in neither; `field` is where the elements are if not there. `dtype` is numpy's type for
    them; where numpy has none, that of the integers that stand for them, one an element:
    the number itself for integers, the pattern of its bits for others. `ml_dtype` is then the
    type that the package ml_dtypes has.
    """

    number: int
    bits: int
    field: str
    dtype: str
    ml_dtype: str = ""

    @property
    def name(self) -> str:
        """The name in the schema: `FLOAT16`."""
        return _TYPE.Name(self.number)

    @property
    def is_packed(self) -> bool:
        """True if elements share bytes in `raw_data`."""
        return self.bits in (2, 4, 6)

    @property
    def is_complex(self) -> bool:
        """True if an element is two numbers, the real part first."""
        return self.dtype.startswith("complex")

    def byte_count(self, count: int) -> int:
        """The bytes that some elements take in `raw_data`."""
        return (count * self.bits + 7) // 8

    def entry_count(self, count: int) -> int:
        """The entries that some elements take in the typed field.

        Elements of 2 and 4 bits share an entry as they share a byte; those of 6 bits do not.
        """
        if self.is_complex:
            return 2 * count
        return self.byte_count(count) if self.bits in (2, 4) else count


ELEMENT_TYPES = (
    ElementType(_TYPE.FLOAT, 32, "float_data", "float32"),
    ElementType(_TYPE.UINT8, 8, "int32_data", "uint8"),
    ElementType(_TYPE.INT8, 8, "int32_data", "int8"),
    ElementType(_TYPE.UINT16, 16, "int32_data", "uint16"),
    ElementType(_TYPE.INT16, 16, "int32_data", "int16"),
    ElementType(_TYPE.INT32, 32, "int32_data", "int32"),
    ElementType(_TYPE.INT64, 64, "int64_data", "int64"),
    ElementType(_TYPE.STRING, 0, "string_data", "object"),
    ElementType(_TYPE.BOOL, 8, "int32_data", "bool"),
    ElementType(_TYPE.FLOAT16, 16, "int32_data", "float16"),
    ElementType(_TYPE.DOUBLE, 64, "double_data", "float64"),
    ElementType(_TYPE.UINT32, 32, "uint64_data", "uint32"),
    ElementType(_TYPE.UINT64, 64, "uint64_data", "uint64"),
    ElementType(_TYPE.COMPLEX64, 64, "float_data", "complex64"),
    ElementType(_TYPE.COMPLEX128, 128, "double_data", "complex128"),
    ElementType(_TYPE.BFLOAT16, 16, "int32_data", "uint16", "bfloat16"),
    ElementType(_TYPE.FLOAT8E4M3FN, 8, "int32_data", "uint8", "float8_e4m3fn"),
    ElementType(_TYPE.FLOAT8E4M3FNUZ, 8, "int32_data", "uint8", "float8_e4m3fnuz"),
    ElementType(_TYPE.FLOAT8E5M2, 8, "int32_data", "uint8", "float8_e5m2"),
    ElementType(_TYPE.FLOAT8E5M2FNUZ, 8, "int32_data", "uint8", "float8_e5m2fnuz"),
    ElementType(_TYPE.UINT4, 4, "int32_data", "uint8", "uint4"),
    ElementType(_TYPE.INT4, 4, "int32_data", "int8", "int4"),
    ElementType(_TYPE.FLOAT4E2M1, 4, "int32_data", "uint8", "float4_e2m1fn"),
    ElementType(_TYPE.FLOAT8E8M0, 8, "int32_data", "uint8", "float8_e8m0fnu"),
    ElementType(_TYPE.UINT2, 2, "int32_data", "uint8", "uint2"),
    ElementType(_TYPE.INT2, 2, "int32_data", "int8", "int2"),
    ElementType(_TYPE.FLOAT6E2M3, 6, "int32_data", "uint8", "float6_e2m3fn"),
    ElementType(_TYPE.FLOAT6E3M2, 6, "int32_data", "uint8", "float6_e3m2fn"),
)
ELEMENT_TYPE_BY_NUMBER = {element_type.number: element_type for element_type in ELEMENT_TYPES}
# The types by the names that numpy and ml_dtypes have for them.
ELEMENT_TYPE_BY_DTYPE_NAME = {
    element_type.ml_dtype or element_type.dtype: element_type for element_type in ELEMENT_TYPES
}
DATA_FIELDS = (
    "raw_data",
    "float_data",
    "int32_data",
    "string_data",
    "int64_data",
    "double_data",
    "uint64_data",
)
# What the entries of a typed field are to numpy.
DTYPE_BY_FIELD = {
    "float_data": "float32",
    "double_data": "float64",
    "int32_data": "int32",
    "int64_data": "int64",
    "uint64_data": "uint64",
}


def element_name(number: int) -> str:
    """The name of an element type, or what to call a number that is none."""
    element_type = ELEMENT_TYPE_BY_NUMBER.get(number)
    if element_type is not None:
        return element_type.name
    return "UNDEFINED" if number == _TYPE.UNDEFINED else f"<data type {number}>"
