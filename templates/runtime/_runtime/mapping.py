# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""Map fields: dicts that check keys and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from .container import Container

if TYPE_CHECKING:
    from _typeshed import SupportsKeysAndGetItem

Key = TypeVar("Key")
Value = TypeVar("Value")
# What can be set although it is not what is read.
AcceptedKey = TypeVar("AcceptedKey")
AcceptedValue = TypeVar("AcceptedValue")
Default = TypeVar("Default")

if TYPE_CHECKING:
    # Types of mappings are exact in their keys: those of plain keys are named apart.
    Entries = (
        SupportsKeysAndGetItem[Key, Value]
        | SupportsKeysAndGetItem[AcceptedKey, Value]
        | Iterable[tuple[Key | AcceptedKey, Value]]
    )


class Map(Container, dict[Key, Value], Generic[Key, Value, AcceptedKey, AcceptedValue]):
    """The entries of a map field; a missing key that is read is added, as protobuf does."""

    __slots__ = ("_owner",)

    def _checked_key(self, value: Any) -> Key:
        raise NotImplementedError

    def _checked_value(self, value: Any) -> Value:
        raise NotImplementedError

    def _new_value(self) -> Value:
        raise NotImplementedError

    def _all_checked(self, entries: Mapping[Any, Any]) -> dict[Key, Value]:
        return {
            self._checked_key(key): self._checked_value(value) for key, value in entries.items()
        }

    def _clone(self) -> Self:
        clone = type(self)()
        for key, value in self.items():
            dict.__setitem__(clone, key, self._checked_value(value))
        return clone

    # Every way in: keys are checked and made plain first, so that bytes find the string they are.

    def __missing__(self, key: Key | AcceptedKey) -> Value:
        # Another thread may have added one: both get the first.
        checked = self._checked_key(key)
        self._join()
        return dict.setdefault(self, checked, self._new_value())

    def __contains__(self, key: object) -> bool:
        return super().__contains__(self._checked_key(key))

    if TYPE_CHECKING:

        def __getitem__(self, key: Key | AcceptedKey) -> Value: ...

    def __setitem__(self, key: Key | AcceptedKey, value: Value | AcceptedValue) -> None:
        checked = self._checked_key(key), self._checked_value(value)
        self._join()
        super().__setitem__(*checked)

    def __delitem__(self, key: Key | AcceptedKey) -> None:
        super().__delitem__(self._checked_key(key))

    def __ior__(self, entries: Entries[Key, AcceptedKey, Value | AcceptedValue]) -> Self:  # type: ignore[misc,override]
        self.update(entries)
        return self

    @overload
    def get(self, key: Key | AcceptedKey, default: None = None) -> Value | None: ...
    @overload
    def get(self, key: Key | AcceptedKey, default: Value) -> Value: ...
    @overload
    def get(self, key: Key | AcceptedKey, default: Default) -> Value | Default: ...
    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or the default if there is none; nothing is added."""
        return super().get(self._checked_key(key), default)

    @overload
    def pop(self, key: Key | AcceptedKey, /) -> Value: ...
    @overload
    def pop(self, key: Key | AcceptedKey, default: Value, /) -> Value: ...
    @overload
    def pop(self, key: Key | AcceptedKey, default: Default, /) -> Value | Default: ...
    def pop(self, key: Any, *default: Any) -> Any:
        """Take out the value of a key and return it; KeyError if there is none, and no default."""
        return super().pop(self._checked_key(key), *default)

    def update(  # type: ignore[override]
        self,
        *entries: Entries[Key, AcceptedKey, Value | AcceptedValue],
        **named: Value | AcceptedValue,
    ) -> None:
        """Set entries from another mapping or pairs; if one is refused, none is set."""
        checked = self._all_checked(dict(*entries, **named))
        self._join()
        super().update(checked)

    def setdefault(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        key: Key | AcceptedKey,
        default: Value | AcceptedValue = None,  # type: ignore[assignment]
    ) -> Value:
        """The value of a key, which is set first if there is none."""
        checked = self._checked_key(key)
        if not super().__contains__(checked):
            value = self._checked_value(default)
            self._join()
            dict.setdefault(self, checked, value)
        return self[checked]

    def get_or_create(self, key: Key | AcceptedKey) -> Value:
        """The value of a key, which is added if there is none; what reading by index does, too."""
        return self[key]

    def replace(self, entries: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        """Set these entries and no others."""
        new = self if entries is self else self._all_checked(dict(entries))
        self._join()
        if new is not self:
            self.clear()
            super().update(new)

    def MergeFrom(self, other: Entries[Key, AcceptedKey, Value | AcceptedValue]) -> None:
        """Set the entries of another map."""
        self.update(other)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self.__reduce__()
