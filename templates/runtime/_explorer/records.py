"""Records and the messages that contain them, as a walk yields them."""

from __future__ import annotations

from typing import NamedTuple

from .layout import Layout, Place
from .notes import Note


class Frame:
    """A message that is being walked through: where it stands, and what it has had so far."""

    __slots__ = (
        *("layout", "offset", "start", "end", "declared_end", "after", "parent", "place"),
        *("nth", "depth", "seen", "last", "is_disordered", "keys"),
    )

    def __init__(
        self,
        layout: Layout,
        offset: int,
        start: int,
        end: int,
        parent: Frame | None = None,
        place: Place | None = None,
        nth: int = -1,
    ) -> None:
        self.layout = layout
        # The offset of the record that holds the message, of its content, and the content's end;
        # where that should be in a file that was cut; and where the walk goes on.
        self.offset, self.start, self.end = offset, start, end
        self.declared_end = self.after = end
        self.parent, self.place, self.nth = parent, place, nth
        self.depth: int = 0 if parent is None else parent.depth + 1
        # By number: of a repeated field its count, of another the offset of its first record.
        self.seen: dict[int, int] = {}
        # The highest number so far, and whether a lower one followed.
        self.last = 0
        self.is_disordered = False
        # Of the maps that the message has, the fields and keys.
        self.keys: set[tuple[int, bytes]] | None = None

    @property
    def path(self) -> str:
        """The fields from the root to here, empty for the root."""
        steps: list[str] = []
        frame: Frame | None = self
        while frame is not None and frame.place is not None:
            index = f"[{frame.nth}]" if frame.nth >= 0 else ""
            steps.append(f"{frame.place.field.name}{index}")
            frame = frame.parent
        return ".".join(reversed(steps))

    @property
    def is_cut(self) -> bool:
        """True if the file ends before the message does."""
        return self.declared_end > self.end


class Record(NamedTuple):
    """One record on the wire, or bytes that are none.

    The tag stands from `offset` to `tag_end`, a length from there to `body`, the value from
    `body` to `stop`. `tag` is 0 for bytes that could not be decoded. A record without a
    `place` is an unknown field or the end of a group. `nth` counts the elements of a repeated
    field, -1 for others. `opened` is the message that the
    value is, whose records come next.
    """

    offset: int
    tag_end: int
    body: int
    stop: int
    tag: int
    place: Place | None
    nth: int
    frame: Frame
    opened: Frame | None
    notes: tuple[Note, ...]

    @property
    def number(self) -> int:
        """The number of the field."""
        return self.tag >> 3

    @property
    def name(self) -> str:
        """The name of the field, or its number in angle brackets."""
        known = self.frame.layout.fields.get(self.number)
        return f"<{self.number}>" if known is None else known.name

    @property
    def path(self) -> str:
        """The fields from the root to this record."""
        parent = self.frame.path
        if self.tag == 0:
            return parent
        own = f"{self.name}[{self.nth}]" if self.nth >= 0 else self.name
        return f"{parent}.{own}" if parent else own

    @property
    def is_group_end(self) -> bool:
        """True if this is no field, but the end of a group that is one."""
        return self.tag & 7 == 4


def undecoded(frame: Frame, offset: int, stop: int, *remarks: Note) -> Record:
    """Bytes of a message that are no record."""
    return Record(offset, offset, offset, stop, 0, None, -1, frame, None, remarks)


def group_end(frame: Frame) -> Record:
    """The tag that ends a message which is written as a group."""
    assert frame.place is not None and frame.parent is not None
    tag = frame.place.field.number << 3 | 4
    start, end = frame.end, frame.after
    return Record(start, end, end, end, tag, None, -1, frame.parent, None, ())
