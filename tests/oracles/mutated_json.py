"""Damages JSON texts at random."""

from __future__ import annotations

import json
from random import Random
from typing import Any

# Values as they may stand in a text, each a border or a usual mistake for some type.
TELLING_VALUES = (
    *("null", "true", "false", "[]", "{}", '""', "[null]", "[[]]", "[{}]", '{"a": 1}', '"a"'),
    *("0", "-0", "1", "-1", "1.0", "1.5", "-0.0", "1e2", "1E+2", "1e-2", "100000000000000000000"),
    *("2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e18", "1e19"),
    *("18446744073709551615", "18446744073709551616", "3.4028235e38", "-3.4028235e+38"),
    *("3.4028236e38", "1e39", "-1e39", "1e400", "-1e400", "5e-324", "NaN", "Infinity"),
    *('"0"', '"-1"', '"1.0"', '"1.5"', '"1e2"', '".5"', '"5."', '"+1"', '"007"', '"1_000"'),
    *('" 1"', '"1 "', '"1\\n"', '"\u0661"', '"0x10"', '"1e39"', '"1e400"', '"-"', '"9e99"'),
    *('"2147483648"', '"9223372036854775808"', '"18446744073709551615"', '"1e18"', '"-1e-400"'),
    *('"NaN"', '"Infinity"', '"-Infinity"', '"nan"', '"inf"', '"-inf"', '"infinity"', '"NAN"'),
    *('"true"', '"false"', '"FLOAT"', '"float"', '"NO_SUCH"', '"14"', '"99"', "14", "99", "-5"),
    *('"AQI="', '"AQI"', '"-_8="', '"+/8="', '"A"', '"AQIDA"', '"!!"', '"AQ=="', '"AQ="', '"AR"'),
    *('"AQI=="', '"A Q I ="', '"="', '"===="', '"\u00e9"', '"\\ud83d\\ude00"', '"\\ud800"'),
    *('"\\udc80"', '"\\ude00\\ud83d"', '"a\\u0000b"', '"1972-01-01T10:00:20.021Z"', '"1.5s"'),
)
_CHARACTERS = '{}[]",:\\ \t0123456789.eE+-nulltruefalsNaIinity_=/\u00e9\u0661'


def mutated(random: Random, text: str) -> str:
    """The text of a JSON object with a few changes: to its values and keys, or to its letters."""
    value = json.loads(text, object_pairs_hook=_Pairs)
    if random.random() < 0.8:
        for _ in range(random.randrange(1, 4)):
            _change(random, value)
        text = _written(value)
    if random.random() < 0.25:
        text = _misspelt(random, text)
    return text


class _Pairs(list[list[Any]]):
    """An object as the list of its keys and values, so that a key can stand twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__([key, value] for key, value in pairs)


class _Literal(str):
    """A value as it stands in the text."""


def _change(random: Random, value: Any) -> None:
    places = list(_places(value))
    if not places:
        return
    holder, index = random.choice(places)
    here = holder[index]
    is_pair = isinstance(holder, _Pairs)
    match random.randrange(8):
        case 0:
            del holder[index]
        case 1:
            holder.insert(random.randrange(len(holder) + 1), here)
        case 2 if is_pair:
            other = random.choice(places)
            if isinstance(other[0], _Pairs) and other[1] < len(other[0]):
                here[0] = other[0][other[1]][0]
        case 3 if is_pair:
            here[0] = random.choice((here[0].swapcase(), f"{here[0]}x", _with_underscores(here[0])))
        case 4:
            _put(holder, index, [here[1] if is_pair else here])
        case 5 if not isinstance(here[1] if is_pair else here, (list, _Literal)):
            old = here[1] if is_pair else here
            _put(holder, index, _Literal(old) if isinstance(old, str) else str(old))
        case _:
            _put(holder, index, _Literal(random.choice(TELLING_VALUES)))


def _put(holder: list[Any], index: int, new: Any) -> None:
    if isinstance(holder, _Pairs):
        holder[index] = [holder[index][0], new]
    else:
        holder[index] = new


def _with_underscores(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _places(value: Any) -> Any:
    """Where something can be changed: every list, or object, with every index."""
    if not isinstance(value, list):
        return
    for index, item in enumerate(value):
        yield value, index
        yield from _places(item[1] if isinstance(value, _Pairs) else item)


def _written(value: Any) -> str:
    if isinstance(value, _Pairs):
        pairs = (f"{json.dumps(key)}: {_written(item)}" for key, item in value)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return str(value) if isinstance(value, _Literal) else json.dumps(value)


def _misspelt(random: Random, text: str) -> str:
    start = random.randrange(len(text) + 1)
    end = min(len(text), start + random.randrange(3))
    letters = "".join(random.choices(_CHARACTERS, k=random.randrange(3)))
    return text[:start] + letters + text[end:]
