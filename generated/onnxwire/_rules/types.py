# Copied by wiregen from templates/runtime/_rules/types.py; do not edit.
"""Types of rules and of the context in which they are checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .._runtime.descriptor import Descriptor
from .._runtime.message import Message
from .._runtime.untouched import class_of

# Numbers of an enum with their names, or any other values.
Values = dict[int, str] | tuple[int | str, ...]


class Mark(NamedTuple):
    """What is wrong with one field, so that several rules do not report the same fault.

    `holder` is the path to the message that has the field; `aspect` is `presence`, `value`, or
    the code of a finding.
    """

    holder: str
    field: str
    aspect: str


class Violation(NamedTuple):
    """That a rule is broken: where, from the checked message down, and by what, in a few words."""

    path: str
    what: str
    marks: tuple[Mark, ...] = ()


class Visit:
    """A message that is checked, and which field of which other message it was found in.

    `index` is -1 in a field that is not repeated. `memory` is for what checks of the message
    or of those inside it find out and need again.
    """

    __slots__ = ("_memory", "descriptor", "field", "index", "message", "parent")

    def __init__(
        self, message: Message, parent: Visit | None = None, field: str = "", index: int = -1
    ) -> None:
        self.message: Any = message
        # Asking the message itself would touch it.
        message_class: Any = class_of(message)
        self.descriptor: Descriptor = message_class.DESCRIPTOR
        self.parent = parent
        self.field = field
        self.index = index
        self._memory: dict[Any, Any] | None = None

    @property
    def path(self) -> str:
        """The fields from the outermost message to this one: `graph.node[3].attribute[0]`."""
        steps = [visit.step for visit in self.outwards() if visit.parent is not None]
        return ".".join(reversed(steps))

    @property
    def step(self) -> str:
        """The last part of the path."""
        return self.field if self.index < 0 else f"{self.field}[{self.index}]"

    @property
    def memory(self) -> dict[Any, Any]:
        """What was found out about the message."""
        if self._memory is None:
            self._memory = {}
        return self._memory

    @property
    def start(self) -> Start:
        """The outermost message."""
        *_, start = self.outwards()
        assert isinstance(start, Start)
        return start

    def outwards(self) -> Iterator[Visit]:
        """This message, the one that it stands in, and so on up to the outermost."""
        visit: Visit | None = self
        while visit is not None:
            yield visit
            visit = visit.parent

    def enclosing(self, *full_names: str) -> Visit | None:
        """The nearest message of some types: this one or one around it."""
        found = (visit for visit in self.outwards() if visit.descriptor.full_name in full_names)
        return next(found, None)

    def is_at(self, root: str, steps: tuple[str, ...]) -> bool:
        """True if fields of these names lead from a message of some type to this one."""
        visit: Visit | None = self
        for step in reversed(steps):
            if visit is None or visit.field != step:
                return False
            visit = visit.parent
        return visit is not None and visit.descriptor.full_name == root


class Start(Visit):
    """The outermost message; `revision` is the one of the schema that it states.

    `folder` is the one that other files of the message lie in, None if nobody knows.
    """

    __slots__ = ("folder", "revision")

    def __init__(
        self, message: Message, revision: int | None, folder: str | os.PathLike[str] | None
    ) -> None:
        super().__init__(message)
        self.revision = revision
        self.folder = folder


Check = Callable[[Visit], Iterable[Violation]]
Condition = Callable[[Visit], bool]


@dataclass(frozen=True)
class Rule:
    """One rule, with its permanent id.

    `check` and the conditions of `when` are made for a message's descriptor; without a check,
    only people can tell whether the rule is kept. `where` are the only places it holds at: a
    message's full name, and fields from there; `first` and `last` the revisions of the schema.
    `code` names the kind of fault, `enforcers` are those who refuse it, in part only if
    there is an `extent`, and `link` is the rule's place in the reference. What is tolerated is no error, whatever the rule says.
    """

    id: str
    message: str
    strength: Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"]
    sentence: str
    check: Callable[[Descriptor], Check] | None = field(default=None, repr=False)
    when: tuple[Callable[[Descriptor], Condition], ...] = field(default=(), repr=False)
    # The fields that have to be there, so that a rule about them has the same fault as another.
    when_present: tuple[str, ...] = ()
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    first: int | None = None
    last: int | None = None
    code: str = ""
    enforcers: tuple[str, ...] = ()
    extent: str = ""
    link: str = ""
    is_tolerated: bool = False

    @property
    def is_error(self) -> bool:
        """True if what breaks the rule is wrong, and not only unusual."""
        return self.strength in ("MUST", "MUST NOT") and not self.is_tolerated
