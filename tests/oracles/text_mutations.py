"""Damages texts of messages at random."""

from __future__ import annotations

import re
from random import Random

_TOKENS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[\w.+-]+|\s+|.")
# Marks, and the beginnings of things that are read in more than one way.
_MARKS = (
    "{",
    "}",
    "<",
    ">",
    "[",
    "]",
    ":",
    ",",
    ";",
    '"',
    "'",
    "#",
    "\\",
    "/",
    ".",
    "-",
    "\n",
    " ",
)
_NUMBERS: tuple[str, ...] = (
    "0",
    "-0",
    "1",
    "-1",
    "+1",
    "01",
    "-017",
    "08",
    "0x1F",
    "0X1f",
    "-0x1",
    "0b101",
    "0o17",
)
_NUMBERS += ("1_0", "1__0", "2147483647", "2147483648", "-2147483649", "9223372036854775808")
_NUMBERS += (
    "18446744073709551615",
    "18446744073709551616",
    "1.5",
    "1.",
    ".5",
    "-.5",
    "1e3",
    "1e400",
)
_NUMBERS += (
    "-1e-400",
    "1.0f",
    "1.5F",
    "1ff",
    "00.5",
    "01.5",
    "0x1.8p3",
    "inf",
    "-inf",
    "+inf",
    "inff",
)
_NUMBERS += (
    "Infinity",
    "-infinityf",
    "nan",
    "-nan",
    "nanf",
    "NaN",
    "1e",
    "--1",
    "- 1",
    "3.5",
    "1-2",
)
_WORDS: tuple[str, ...] = (
    "true",
    "false",
    "t",
    "f",
    "True",
    "False",
    "TRUE",
    "FLOAT",
    "INTS",
    "UNDEFINED",
    "FLOATT",
)
_WORDS += (
    "name",
    "graph",
    "node",
    "input",
    "ints",
    "unknown_field",
    "Graph",
    "NAME",
    "é",
    "_",
    "a-b",
)
_WORDS += ("[a.b]", "[a.b.c/d.e]", "[google.protobuf.x]:", "1:", "2 {", "99: 1", "8: 3", "15: 'x'")
_TEXTS: tuple[str, ...] = (
    "'x'",
    '"x"',
    "\"a\" 'b'",
    '"\\x41"',
    '"\\x4"',
    '"\\x"',
    '"\\xg"',
    '"\\101"',
    '"\\8"',
    '"\\7"',
)
_TEXTS += (
    '"\\400"',
    '"\\377"',
    '"\\u00e9"',
    '"\\u12"',
    '"\\U0001f600"',
    '"\\U00110000"',
    '"\\Uffffffff"',
    '"\\ud800"',
)
_TEXTS += (
    '"\\d"',
    '"\\?"',
    '"\\\\x4"',
    '"\\\\\\x4"',
    '"\\"',
    '"\'"',
    '"é"',
    '"\\é"',
    '"\\303\\251"',
)
_TEXTS += ('"\\N{DASH}"', '"a\n"', '"a\\\n"', '"', "'", '"\x00"', '"\t"', '"\\a\\b\\f\\n\\r\\t\\v"')
_PHRASES: tuple[str, ...] = (
    "# a comment\n",
    "#",
    "[]",
    "[1, 2]",
    "[1 2]",
    "[1,]",
    "[,]",
    "{}",
    "<>",
    "{>",
    ": {}",
    ": <>",
)
_PHRASES += (
    "[{}, {}]",
    "[{}, 1]",
    ": [{name: 'x'}]",
    "unknown: [1, {a: 2} ,'x']",
    "u { v: 1; w <> }",
)
_PHRASES += (
    "u: 'a' 'b'",
    "u: -inf",
    "u: - 1",
    "u { [a.b]: 1 }",
    "u: [[1]]",
    "u 1",
    "u: {",
    "\u2003",
    "\r",
)
_CHOICES = (_MARKS, _NUMBERS, _WORDS, _TEXTS, _PHRASES)


# A difference that is not looked for: before a letter beyond Latin-1, google's parser takes a
# backslash for the beginning of an escape of the letter's number, where ours keeps both.
READ_TWICE = re.compile(r"\\[^\x00-\xff]")


def mutated_text(random: Random, text: str) -> str:
    """A text with a few changes: of its tokens, its lines or its characters."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        kind = random.randrange(8)
        if kind < 5:
            text = _change_tokens(random, text, kind)
        elif kind < 7:
            text = _change_lines(random, text)
        else:
            text = _change_characters(random, text)
    return text


def _change_tokens(random: Random, text: str, kind: int) -> str:
    tokens = _TOKENS.findall(text)
    if not tokens:
        return random.choice(random.choice(_CHOICES))
    at = random.randrange(len(tokens))
    new = random.choice(random.choice(_CHOICES))
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(at, new)
    elif kind == 2:
        tokens[at] = random.choice(tokens)
    else:
        # Most changes are to values, since most of what is read is in them.
        values = [
            place
            for place in range(len(tokens) - 1)
            if tokens[place - 1] == " " and tokens[place - 2] == ":"
        ]
        tokens[random.choice(values) if values and random.randrange(3) else at] = new
    return "".join(tokens)


def _change_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            lines.insert(to, lines[at])
        case 1:
            lines[at], lines[to] = lines[to], lines[at]
        case 2:
            del lines[at]
        case _:
            lines[at] += random.choice((",", ";", ",;", " ", "\r", " # x", "\t", "\x1f", "\xa0"))
    return "\n".join(lines)


def _change_characters(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    match random.randrange(3):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + random.choice("".join(_MARKS) + "0x1éA_") + text[at:]
        case _:
            return text[:at]
