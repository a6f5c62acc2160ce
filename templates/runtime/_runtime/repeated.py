# pyright: reportUnknownMemberType=false
"""Repeated fields: lists that check and copy their elements.

A value is checked when it is added (see checks.py); a message is copied in, so that no two
messages share a part. Reading costs what it costs with a list, since it is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, SupportsIndex, TypeVar, overload

from . import checks
from .collector import made_of_each
from .container import Container
from .untouched import class_of
from .wire import read_packed_fixed

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec, Self

    from _typeshed import SupportsRichComparison, SupportsRichComparisonT

    from .accepted import BoolLike, EnumLike, EnumValue, FloatLike, IntLike, StrLike
    from .message import Message

    Keywords = ParamSpec("Keywords")
    MessageType = TypeVar("MessageType", bound=Message)
    ValueType = TypeVar("ValueType", bound=EnumValue)
else:
    BoolLike = EnumLike = FloatLike = IntLike = StrLike = Any
    MessageType = TypeVar("MessageType")
    ValueType = TypeVar("ValueType")

Element = TypeVar("Element")
# What can be added although it is not what is read: bytes to strings, numpy's numbers to numbers.
Accepted = TypeVar("Accepted")
Other = TypeVar("Other")
ListType = TypeVar("ListType", bound="Repeated[Any, Any]")

# What a debugger shows of a list must stay short, whatever the list holds.
_MOST_SHOWN = 8


class Repeated(Container, list[Element], Generic[Element, Accepted]):
    """The values of a repeated field."""

    __slots__ = ("_owner",)

    # What checks one value, and what it calls the value in errors.
    _check: ClassVar[staticmethod[[Any, str], Any]]
    _label: ClassVar[str]

    @classmethod
    def _of(cls: type[ListType], new: Iterable[Any]) -> ListType:
        """A list of some values; what `replace` takes will do."""
        made = cls()
        list.extend(made, made._all_made(new))
        return made

    def _checked(self, value: Any) -> Element:
        element: Element = self._check(value, self._label)
        return element

    def _all_checked(self, new: Iterable[Any]) -> list[Element]:
        check, label = self._check, self._label
        return [check(value, label) for value in new]

    def _all_made(self, new: Iterable[Any]) -> list[Element]:
        return self._all_checked(new)

    def append(self, value: Element | Accepted) -> None:
        """Add a value at the end."""
        element = self._checked(value)
        self._join()
        super().append(element)

    def extend(self, new: Iterable[Element | Accepted]) -> None:
        """Add values at the end; if one is refused, none is added."""
        elements = self._all_checked(new)
        self._join()
        super().extend(elements)

    def insert(self, index: SupportsIndex, value: Element | Accepted) -> None:
        """Add a value before the one at an index."""
        element = self._checked(value)
        self._join()
        super().insert(index, element)

    @overload
    def __setitem__(self, index: SupportsIndex, value: Element | Accepted) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[Element | Accepted]) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        is_slice = isinstance(index, slice)
        checked: Any = self._all_checked(value) if is_slice else self._checked(value)
        self._join()
        super().__setitem__(index, checked)

    @overload  # type: ignore[override]
    def __add__(self, other: Iterable[Element]) -> list[Element]: ...
    @overload
    def __add__(self, other: Iterable[Other]) -> list[Element | Other]: ...
    def __add__(self, other: Iterable[Any]) -> list[Any]:
        # Of any values, as `+=` takes them; mypy takes `message.field += values` for an addition.
        # An array adds the values to its own.
        return NotImplemented if hasattr(other, "__radd__") else [*self, *other]

    def __iadd__(self, new: Iterable[Element | Accepted]) -> Self:  # type: ignore[misc,override]
        self.extend(new)
        return self

    def __imul__(self, count: SupportsIndex) -> Self:
        # Not list's own: it would put the same messages in again.
        self[:] = list(self) * count
        return self

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        super().__delitem__(index)
        self._join()

    def pop(self, index: SupportsIndex = -1) -> Element:
        """Take out the value at an index and return it."""
        # A list of an absent message is empty: there is nothing to take out of it.
        return super().pop(index)

    def remove(self, value: Element) -> None:
        """Take out the first value that is equal; ValueError if there is none."""
        super().remove(value)

    def clear(self) -> None:
        """Take out all values."""
        self._join()
        super().clear()

    def reverse(self) -> None:
        """Turn the order round."""
        self._join()
        super().reverse()

    @overload
    def sort(
        self: Repeated[SupportsRichComparisonT, Any], *, key: None = None, reverse: bool = False
    ) -> None: ...
    @overload
    def sort(
        self, *, key: Callable[[Element], SupportsRichComparison], reverse: bool = False
    ) -> None: ...
    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Sort in place, as list.sort does."""
        self._join()
        super().sort(key=key, reverse=reverse)

    def replace(self, new: Iterable[Any]) -> None:
        """Take these values and no others; if one is refused, nothing changes."""
        # `message.field += values` ends with an assignment of the list to its own field.
        made = self if new is self else self._all_made(new)
        self._join()
        if made is not self:
            super().__setitem__(slice(None), made)

    def MergeFrom(self, other: Iterable[Element | Accepted]) -> None:
        """Add the values of another repeated field."""
        self.extend(other)

    def __repr__(self) -> str:
        if len(self) <= _MOST_SHOWN:
            return super().__repr__()
        shown = ", ".join(map(repr, self[:_MOST_SHOWN]))
        return f"[{shown}, ... {len(self)} values]"

    def __reduce__(self) -> Any:
        # Copied or pickled alone, a field is a list: it has no message to belong to.
        return list, (list(self),)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return self.__reduce__()


class RepeatedDouble(Repeated[float, FloatLike]):
    """The values of a `repeated double` field."""

    __slots__ = ()
    _check = staticmethod(checks.double)
    _label = "element of a repeated double field"


class RepeatedFloat(Repeated[float, FloatLike]):
    """The values of a `repeated float` field, rounded to 32 bits."""

    __slots__ = ()
    _check = staticmethod(checks.float32)
    _label = "element of a repeated float field"

    def _all_checked(self, new: Iterable[Any]) -> list[float]:
        packed = checks.packed_floats(new)
        if packed is not None:
            return list(read_packed_fixed(packed, 0, len(packed), "f", 4))
        return super()._all_checked(new)


class RepeatedInt32(Repeated[int, IntLike]):
    """The values of a repeated field of signed 32-bit integers."""

    __slots__ = ()
    _check = staticmethod(checks.int32)
    _label = "element of a repeated int32 field"


class RepeatedInt64(Repeated[int, IntLike]):
    """The values of a repeated field of signed 64-bit integers."""

    __slots__ = ()
    _check = staticmethod(checks.int64)
    _label = "element of a repeated int64 field"


class RepeatedUInt32(Repeated[int, IntLike]):
    """The values of a repeated field of unsigned 32-bit integers."""

    __slots__ = ()
    _check = staticmethod(checks.uint32)
    _label = "element of a repeated uint32 field"


class RepeatedUInt64(Repeated[int, IntLike]):
    """The values of a repeated field of unsigned 64-bit integers."""

    __slots__ = ()
    _check = staticmethod(checks.uint64)
    _label = "element of a repeated uint64 field"


class RepeatedBool(Repeated[bool, BoolLike]):
    """The values of a `repeated bool` field."""

    __slots__ = ()
    _check = staticmethod(checks.boolean)
    _label = "element of a repeated bool field"


class RepeatedString(Repeated[str, StrLike]):
    """The values of a `repeated string` field."""

    __slots__ = ()
    _check = staticmethod(checks.string)
    _label = "element of a repeated string field"


class RepeatedUtf8String(Repeated[str, StrLike]):
    """The values of a `repeated string` field whose schema requires UTF-8."""

    __slots__ = ()
    _check = staticmethod(checks.utf8_string)
    _label = "element of a repeated string field"


class RepeatedBytes(Repeated[bytes, bytes]):
    """The values of a `repeated bytes` field."""

    __slots__ = ()
    _check = staticmethod(checks.byte_string)
    _label = "element of a repeated bytes field"


class RepeatedClosedEnum(Repeated[ValueType, EnumLike]):
    """The values of a repeated field of an enum that takes only its own numbers."""

    __slots__ = ()
    _enum: ClassVar[Any]

    def _checked(self, value: Any) -> Any:
        return checks.closed_enum(value, "element of a repeated enum field", self._enum)

    def _all_checked(self, new: Iterable[Any]) -> list[Any]:
        return list(map(self._checked, new))


class RepeatedOpenEnum(Repeated[ValueType, EnumLike]):
    """The values of a repeated field of an enum that takes any number."""

    __slots__ = ()
    _enum: ClassVar[Any]

    def _checked(self, value: Any) -> Any:
        return checks.open_enum(value, "element of a repeated enum field", self._enum)

    def _all_checked(self, new: Iterable[Any]) -> list[Any]:
        return list(map(self._checked, new))


class RepeatedMessage(Repeated[MessageType, MessageType]):
    """The messages of a repeated field; what is added is copied.

    Where all are replaced, mappings of their fields will do.
    """

    # What untouched messages of a mapped file need to know of each other.
    __slots__ = ("__weakref__", "_asked")
    _message_class: ClassVar[type[Message]]

    if TYPE_CHECKING:
        # Messages have no order.
        def sort(  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
            self, *, key: Callable[[MessageType], SupportsRichComparison], reverse: bool = False
        ) -> None: ...

    def _checked(self, value: Any) -> MessageType:
        message_class = self._message_class
        if class_of(value) is message_class:
            copy: MessageType = value._clone()
            return copy
        raise TypeError(f"a {message_class.__qualname__} is wanted, not {type(value).__qualname__}")

    def _all_checked(self, new: Iterable[Any]) -> list[MessageType]:
        return made_of_each(self._checked, list(new))

    def _all_made(self, new: Iterable[Any]) -> list[MessageType]:
        return made_of_each(self._made, list(new))

    def _made(self, value: Any) -> MessageType:
        # By type: asking an instance would touch it.
        if issubclass(type(value), Mapping):
            message_class: Any = self._message_class
            message: MessageType = message_class(**value)
            return message
        return self._checked(value)


if TYPE_CHECKING:

    def adder(
        message_class: Callable[Keywords, MessageType],
    ) -> Callable[Concatenate[RepeatedMessage[MessageType], Keywords], MessageType]:
        """The `add` method of a list of messages; it takes the message's own keywords."""
        ...

else:

    def adder(message_class):
        """The `add` method of a list of messages; it takes the message's own keywords."""

        def add(self, **fields):
            """Add a new message at the end, set its fields, and return it."""
            message = message_class(**fields)
            self._join()
            list.append(self, message)
            return message

        return add
