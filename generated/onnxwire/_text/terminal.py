# Copied by wiregen from templates/runtime/_text/terminal.py; do not edit.
"""Makes any text safe to print on a terminal, on one line."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text without characters that could drive a terminal or reorder a line."""
    return "".join(letter if letter.isprintable() else escaped(letter) for letter in text)


def quoted(text: str, longest: int) -> str:
    """A text in quotes; of a longer one the beginning, and its length."""
    shown = printable(text[:longest].replace("\\", "\\\\").replace("'", "\\'"))
    return f"'{shown}'" if len(text) <= longest else f"'{shown}…' ({len(text):,} characters)"


def escaped(letter: str) -> str:
    """Return a letter as an escape sequence."""
    code = ord(letter)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def width_of(text: str) -> int:
    """The cells that a text takes in a terminal: wide letters take two, marks on letters none."""
    if text.isascii():
        return len(text)
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    # Here, since only reports need it.
    import unicodedata

    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def clipped(text: str, width: int) -> str:
    """A text that takes no more than some cells; what is left out becomes `…`."""
    if width_of(text) <= width:
        return text
    room = width - 1
    kept: list[str] = []
    for letter in text:
        room -= _width(letter)
        if room < 0:
            break
        kept.append(letter)
    return "".join(kept) + "…"


def fitted(text: str, width: int) -> str:
    """A text in exactly some cells."""
    text = clipped(text, width)
    return text + " " * (width - width_of(text))


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of no more than some cells, broken between words where that is possible."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while width_of(word) > width:
            piece = clipped(word + "x", width + 1)[:-1]
            lines.append(piece)
            word = word[len(piece) :]
        line = word
    return [*lines, line] if line or not lines else lines


def in_hex(data: bytes) -> str:
    """Bytes in hexadecimal, with a space between any two."""
    return data.hex(" ").upper()


def size_text(size: int) -> str:
    """A number of bytes for people: exact while it is small."""
    if size < 10_000:
        return f"{size:,} byte{'' if size == 1 else 's'}"
    number = float(size)
    for unit in ("kB", "MB", "GB"):
        number /= 1000
        if number < 1000 or unit == "GB":
            break
    return f"{number:.1f} {unit}"
