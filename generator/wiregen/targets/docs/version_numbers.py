"""How a version is read that stands in one number of eight bytes: numbers in, a section out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wiregen.targets.docs.material import Material, linked
from wiregen.targets.docs.prose import code, paragraphs
from wiregen.targets.docs.view import Section, Table
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
# Written with 15 digits, it is read as another number than with 16.
_FIFTEEN_DIGITS = "0x000000010000000"


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


def decoder_section(material: Material, page: str) -> Iterator[Section]:
    """How such numbers are read, if the schema has fields with them."""
    names = [s.decodes for s in material.annotations.overview if s.decodes]
    links = [
        linked(
            f"`{material.shown(name)}`", material.places.field(material.field_by_name[name]), page
        )
        for name in names
        if name in material.field_by_name
    ]
    if links:
        text = paragraphs([f"{_TEXT} The field: {', '.join(links)}.", _FORMS, _SLIP])
        yield Section("s.decoder", "How a version number is read", text, (numbers_table(),))


_TEXT = "A version is a number of eight bytes, in one of two forms that its upper four bytes tell apart."
_FORMS = """\
- All zero: a simple number, in the lower four bytes.
- Not all zero: a semantic version; two bytes MAJOR, two bytes MINOR, four bytes PATCH, from the top."""
_SLIP = (
    f"It takes 16 hexadecimal digits to show all eight bytes. `{_FIFTEEN_DIGITS}` has 15: read"
    f" literally it is {int(_FIFTEEN_DIGITS, 16)}, a {version_words(int(_FIFTEEN_DIGITS, 16))};"
    f" with the missing digit, `0x{1 << 32:016X}` is {version_words(1 << 32)}. From MAJOR"
    f" {1 << 15} on, the number is negative as an int64, and its varint takes ten bytes."
)
