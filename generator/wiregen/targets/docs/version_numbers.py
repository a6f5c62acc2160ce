"""Version numbers that are packed into eight bytes."""

from __future__ import annotations

from collections.abc import Callable

from wiregen.output.escaping import code
from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.view import Table
from wiregen.wire.encoding import varint

# One simple number; the smallest parts; a longer patch; only a minor number; the largest simple
# number; a major number that makes the whole negative.
_NUMBERS = (
    1,
    0x0001000200000003,
    0x0001000200000159,
    0x0000000100000000,
    0x00000000FFFFFFFF,
    0x8000000000000001,
)


def version_words(number: int, simple: str = "simple number") -> str:
    """What a number says as a version."""
    if not number >> 32:
        return f"{simple} {number}"
    return f"{number >> 48}.{number >> 32 & 0xFFFF}.{number & 0xFFFFFFFF}"


def numbers_table(said: Callable[[str], str] = str) -> Table:
    """Numbers, what they say, and how they stand in a file; `said` translates words."""
    rows = tuple(
        (
            code(f"0x{number:016X}"),
            version_words(number, said("simple number")),
            str(number - (1 << 64) if number >> 63 else number),
            code(varint(number).hex(" ").upper()),
        )
        for number in _NUMBERS
    )
    columns = ("Eight bytes", "Version", "As int64", "As varint")
    return Table(tuple(map(said, columns)), rows)


def version_fields(material: Material, page: str) -> tuple[str, ...]:
    """Return links to the fields that hold such numbers."""
    names = [section.decodes for section in material.annotations.overview if section.decodes]
    return tuple(
        linked(
            f"`{material.shown(name)}`", material.places.field(material.field_by_name[name]), page
        )
        for name in names
        if name in material.field_by_name
    )
