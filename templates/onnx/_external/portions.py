"""Writes the pieces of a message to a file in chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EAGAIN, EIO
from io import RawIOBase
from typing import IO, Any

from .._runtime.mapped_file import Map, require_unchanged, unchanged

# The size of a portion: below it, calls cost; above it, what is copied leaves the processor's
# cache. No system writes more than 2 GiB at once.
_PORTION = 1 << 20
# So many pieces are looked at together.
_GROUP = 4096
# Reading a map brings its pages into memory. After so many bytes they are given back.
_RESIDENT = 1 << 24


def write_pieces(
    pieces: Sequence[Any], file: IO[bytes], tell: Callable[[int], object] | None = None
) -> None:
    """Write all pieces, in their order; `tell` is told the size of each portion.

    OSError if the file takes less than it is given and then nothing more.
    """
    for portion in portions(pieces):
        _write_whole(portion, file)
        if tell is not None:
            tell(len(portion))


def _write_whole(portion: Any, file: IO[bytes]) -> None:
    """Write a portion, however much of it each call takes.

    Unbuffered files take what fits. Their wrappers, such as those of `tempfile`, do as well.
    """
    written: Any = file.write(portion)
    rest = memoryview(portion)
    while type(written) is int and 0 < written < len(rest):
        rest = rest[written:]
        written = file.write(rest)
    if written is None and isinstance(file, RawIOBase):
        raise BlockingIOError(EAGAIN, "the file takes nothing more at present, and does not wait")
    if written == 0 and rest:
        raise OSError(EIO, "the file takes nothing more")


def portions(pieces: Sequence[Any]) -> Iterator[Any]:
    """The bytes of pieces: small ones joined, large ones cut.

    A mapped file must be what it was before each of its bytes is read, and after the last.
    """
    for start in range(0, len(pieces), _GROUP):
        group = pieces[start : start + _GROUP]
        if sum(map(len, group)) <= _PORTION:
            require_unchanged(group)
            yield b"".join(group)
        else:
            yield from _cut(group)
    require_unchanged(pieces)


def _cut(pieces: Iterable[Any]) -> Iterator[Any]:
    read = 0
    for piece in pieces:
        source = piece.obj if isinstance(piece, memoryview) else None
        for start in range(0, len(piece), _PORTION):
            unchanged(piece)
            portion = piece[start : start + _PORTION]
            yield portion
            if isinstance(source, Map):
                read += len(portion)
                if read >= _RESIDENT:
                    source.forget()
                    read = 0
