"""Writes the pieces of a message to a file in portions: neither small ones nor the whole at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import RawIOBase
from typing import IO, Any

from .._runtime.untouched import Map

# The size of a portion: below it, calls cost; above it, what is copied leaves the processor's
# cache. No system writes more than 2 GiB at once.
_PORTION = 1 << 20
# So many pieces are looked at together.
_GROUP = 4096
# Reading a map brings its pages into memory. After so many bytes they are given back.
_RESIDENT = 1 << 24


def write_pieces(pieces: Sequence[Any], file: IO[bytes]) -> None:
    """Write all pieces, in their order."""
    for portion in portions(pieces):
        written = file.write(portion)
        # Others write all that they are given.
        if isinstance(file, RawIOBase) and written != len(portion):
            _write_rest(memoryview(portion)[written or 0 :], file)


def _write_rest(rest: memoryview, file: RawIOBase) -> None:
    while rest:
        written = file.write(rest)
        if written is None:
            raise BlockingIOError("the file takes nothing more, and does not wait")
        rest = rest[written:]


def portions(pieces: Sequence[Any]) -> Iterator[Any]:
    """The bytes of pieces: small ones joined, large ones cut."""
    for start in range(0, len(pieces), _GROUP):
        group = pieces[start : start + _GROUP]
        if sum(map(len, group)) <= _PORTION:
            yield b"".join(group)
        else:
            yield from _cut(group)


def _cut(pieces: Iterable[Any]) -> Iterator[Any]:
    read = 0
    for piece in pieces:
        source = piece.obj if isinstance(piece, memoryview) else None
        for start in range(0, len(piece), _PORTION):
            portion = piece[start : start + _PORTION]
            yield portion
            if isinstance(source, Map):
                read += len(portion)
                if read >= _RESIDENT:
                    source.forget()
                    read = 0
