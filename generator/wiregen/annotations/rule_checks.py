"""Kinds of check for the rules of an annotations file, as frozen values.

Paths start at the message that the rule is about. What a check says nothing of is absent
or empty: a check looks at values that are there, and only `Required` and `NotEmpty` ask
for one. On a repeated field a check holds for every element.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from wiregen.schema import ir

# A value to compare with: of an enum, the value itself, which has a name and a number.
Value = Union[int, str, ir.EnumValue]


@dataclass(frozen=True, slots=True)
class FieldPath:
    """Fields from a message down, as `graph.node.name`; repeated ones mean all their elements.

    `message` is a full name, `steps` are names of fields. Without steps, the message itself.
    """

    message: str
    steps: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.steps)


@dataclass(frozen=True, slots=True)
class Required:
    """Each of the fields is present."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class NotEmpty:
    """Each of the fields is present and not empty: a text, bytes or a list."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class Absent:
    """None of the fields is present; an empty list counts as absent."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class ExactlyOneOf:
    """One of the fields is present, and no second one."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class AtMostOneOf:
    """No two of the fields are present."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class AtLeastOneOf:
    """One of the fields is present, or more."""

    fields: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class Selected:
    """Of the fields that a selector knows, only those that its value selects are present.

    `field` is the selector's field, for which the file has a `Selector`.
    """

    field: FieldPath


@dataclass(frozen=True, slots=True)
class KnownNumber:
    """The number has a name in the enum that the field holds or carries."""

    field: FieldPath


@dataclass(frozen=True, slots=True)
class OneOfValues:
    """The field has one of the values."""

    field: FieldPath
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class NoneOfValues:
    """The field has none of the values."""

    field: FieldPath
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class InRange:
    """The number lies between two numbers, both included; None is no limit."""

    field: FieldPath
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class NotGreater:
    """The number is not greater than that of another field, which may belong to a parent."""

    field: FieldPath
    than: FieldPath


@dataclass(frozen=True, slots=True)
class Unique:
    """No two elements of all the lists together are alike.

    Messages are compared by the fields of `key` together, values (no key) as they are.
    Elements whose values are all empty are left out if `ignores_empty`.
    """

    lists: tuple[FieldPath, ...]
    key: tuple[str, ...]
    ignores_empty: bool


@dataclass(frozen=True, slots=True)
class Same:
    """All values of the path are equal."""

    field: FieldPath


@dataclass(frozen=True, slots=True)
class EqualLength:
    """The lists have as many elements together as the other lists have together."""

    lists: tuple[FieldPath, ...]
    others: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class LengthIs:
    """The list has as many elements as the number in a field says."""

    list: FieldPath
    field: FieldPath


@dataclass(frozen=True, slots=True)
class LengthInRange:
    """The number of elements lies between two numbers, both included; None is no limit."""

    list: FieldPath
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class ElementCount:
    """There is as much data as the product of the sizes in `shape` asks for, and no more.

    `field` is the selector that tells the type of the elements; the file has an `Encoding`
    for its enum.
    """

    shape: FieldPath
    field: FieldPath


@dataclass(frozen=True, slots=True)
class RefersTo:
    """The value occurs at one of the other paths, which start at any enclosing message."""

    field: FieldPath
    names: tuple[FieldPath, ...]


@dataclass(frozen=True, slots=True)
class Utf8:
    """The bytes are UTF-8."""

    field: FieldPath


@dataclass(frozen=True, slots=True)
class Matches:
    """The text matches a regular expression from its start to its end."""

    field: FieldPath
    pattern: str


@dataclass(frozen=True, slots=True)
class RequiredKeys:
    """The list has an entry for each key that its `Vocabulary` calls required."""

    list: FieldPath


@dataclass(frozen=True, slots=True)
class HandWritten:
    """A function of this name checks it: no other kind of check can say what is asked for."""

    code: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nothing can be checked: the rule speaks to people, or of what no file tells."""


Check = Union[
    Required,
    NotEmpty,
    Absent,
    ExactlyOneOf,
    AtMostOneOf,
    AtLeastOneOf,
    Selected,
    KnownNumber,
    OneOfValues,
    NoneOfValues,
    InRange,
    Utf8,
    Matches,
    NotGreater,
    Unique,
    Same,
    EqualLength,
    LengthIs,
    LengthInRange,
    ElementCount,
    RefersTo,
    RequiredKeys,
    HandWritten,
    Unchecked,
]


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold before a rule applies: a field is present, absent or has some value.

    Without values, `is_present` says which of the two; with values, the field has one of
    them, if it is absent as its default.
    """

    field: FieldPath
    is_present: bool
    values: tuple[Value, ...] = ()
