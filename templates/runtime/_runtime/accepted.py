"""What fields accept beside the values that they return, for type checkers only.

The aliases describe `checks`: a value of another type is an error in the editor wherever the type
system can tell it from one that is accepted. A bool in an integer field is one that it cannot.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, SupportsFloat, SupportsIndex


class _HashableFloat(SupportsFloat, Hashable, Protocol):
    """A number; arrays also have `__float__`, but no hash."""


class _HashableIndex(SupportsIndex, Hashable, Protocol):
    """An integer; arrays also have `__index__`, but no hash."""


class _PlainInt(Protocol):
    """An integer that is not a value of an enum."""

    def __index__(self) -> int: ...
    @property
    def denominator(self) -> int: ...


class EnumValue(int):
    """A value of a generated enum, which has a subclass of its own; at run time it is an int.

    Values of one enum are no values of another, although all of them are ints: for type checkers,
    their `denominator` differs from that of plain ints.
    """

    denominator: None  # type: ignore[assignment] # pyright: ignore


IntLike = int | SupportsIndex
FloatLike = float | _HashableFloat | _HashableIndex
BoolLike = bool | _HashableIndex
StrLike = str | bytes
EnumLike = _PlainInt | str
