# Copied by wiregen from templates/runtime/_runtime/mapped_file.py; do not edit.
"""Memory-mapped files, and detection of later changes to them.

A map shows what other programs write into its file, and reading it beyond the end of a file that
was cut short kills the process. So before bytes of a map are used, the file is compared with what
it was. This narrows the gap and cannot close it: a file may still change between the check and
the read. A file that is replaced or deleted does no harm, since the map keeps the old one.
"""

from __future__ import annotations

import mmap
import os
import sys
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import ref

from .errors import DecodeError

if TYPE_CHECKING:
    from .message import Message

_HINT = 'load it again (open(path, "wb") empties a file at once; save(message, path) replaces it)'
# A map has a descriptor by which its file is looked at. Before Python 3.13, it holds another one.
_OPTIONS: dict[str, Any] = {}
if sys.version_info >= (3, 13) and os.name == "posix":
    _OPTIONS["trackfd"] = False
# Maps take no more than this share of the descriptors that a process may have.
_SHARE = 4
# Linux allows a process 65,530 maps.
_MOST_MAPS = 1 << 14


class FileState(NamedTuple):
    """The identity of a file, and what changes when it is written to."""

    device: int
    inode: int
    size: int
    modified_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileState:
        """Return the state in the result of `os.stat`."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    def is_same_file(self, other: FileState) -> bool:
        """True if both are states of one file."""
        return (self.device, self.inode) == (other.device, other.inode)

    def change_to(self, other: FileState) -> str:
        """Describe what was done to the file; an empty text means nothing."""
        if not self.is_same_file(other):
            return "another file has taken its place"
        if self.size != other.size:
            return f"it had {self.size} bytes and has {other.size} now"
        return "" if self == other else "it has been written to"


class Map(mmap.mmap):
    """A mapped file whose messages are decoded when they are touched.

    `root` is the class of the message that the file holds, `file_name` what errors call it,
    `origin` what messages keep of it (see origin.py).
    """

    root: type[Message]
    file_name: str
    origin: Any = None
    # Of the file, and what it was when it was mapped; None if the map is of no file.
    descriptor: int = -1
    state: FileState | None = None
    # Which messages each message contains, and where; see places.py.
    children_by_start: dict[int, Any]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.children_by_start = {}

    def forget(self) -> None:
        """Give back the memory of what was read; it is read from the file again when needed."""
        # Windows has no such call.
        if hasattr(mmap, "MADV_DONTNEED"):
            self.madvise(mmap.MADV_DONTNEED)

    def has_changed(self) -> bool:
        """True if the file has been written to."""
        state = self.state
        if state is None:
            return False
        status = os.fstat(self.descriptor)
        return status.st_mtime_ns != state.modified_ns or status.st_size != state.size

    def change(self) -> str:
        """Describe what was done to the file; an empty text means nothing."""
        if self.state is None:
            return ""
        return self.state.change_to(FileState.of(os.fstat(self.descriptor)))

    def require_unchanged(self) -> None:
        """Raise an error if the file has been written to."""
        if self.has_changed():
            raise self.error(self.change())

    def error(self, change: str) -> ValueError:
        """Return the error for a file that has been written to."""
        reason = f"the file was changed after it was loaded: {change}; {_HINT}"
        return DecodeError(reason, source=self.file_name)


class WholeMap(Map):
    """A mapped file whose messages are all decoded at once."""


MapType = TypeVar("MapType", bound=Map)
_maps: dict[int, ref[Map]] = {}


def mapped(kind: type[MapType], file: IO[bytes]) -> MapType | None:
    """Map an open file; None if that is not possible, or if too many files are mapped."""
    if len(_maps) >= _most_maps():
        return None
    try:
        found = kind(file.fileno(), 0, access=mmap.ACCESS_READ, **_OPTIONS)
        descriptor = os.dup(file.fileno())
    except (OSError, ValueError):
        # Empty files cannot be mapped, and some file systems map none.
        return None
    number = id(found)

    def close(_: object) -> None:
        _maps.pop(number, None)
        os.close(descriptor)

    _maps[number] = ref(found, close)
    found.descriptor, found.state = descriptor, FileState.of(os.fstat(descriptor))
    return found if found.state.size == len(found) else None


def _most_maps() -> int:
    try:
        # Windows has no such module, and no such limit.
        import resource
    except ImportError:
        return _MOST_MAPS
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_MAPS if limit < 0 else min(limit // _SHARE, _MOST_MAPS)


def unchanged(value: Any) -> Any:
    """Return a value; an error if it is a view of a mapped file that has been written to."""
    if type(value) is memoryview and isinstance(value.obj, Map):
        value.obj.require_unchanged()
    return value


def whole(value: Any) -> bytes:
    """Return a copy of some bytes, which may be a view of a mapped file."""
    return bytes(unchanged(value))


def require_unchanged(pieces: Any) -> None:
    """Raise an error if some bytes are views of a mapped file that has been written to."""
    # Hundreds of thousands of pieces are looked through only if a file has changed at all.
    maps = [reference() for reference in [*_maps.values()]]
    if not any(found is not None and found.has_changed() for found in maps):
        return
    objects = {id(piece.obj): piece.obj for piece in pieces if type(piece) is memoryview}
    for source in objects.values():
        if isinstance(source, Map):
            source.require_unchanged()
