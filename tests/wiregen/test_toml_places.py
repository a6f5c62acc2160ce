"""Where keys of TOML files stand, measured by Python's own TOML parser."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from wiregen.source.text import Source
from wiregen.source.toml_places import Path as KeyPath
from wiregen.source.toml_places import places

ONNX = Path(__file__).parents[2] / "schemas" / "onnx" / "annotations.toml"
# What is in texts and comments is no key, and no end of one.
TRICKY = '''
# [not.a.table]
a = "x = 1 # ] [" # [no] = "table"
b.c = [ 1, # ]
  [ 2, 3 ],
]
"quoted key".d = 'it \\'
e = """
[neither]
f = "inside" \\"""\\
"""
[ g . h ]
i = {j = [1, 2], k = {l = "}"}}
[[m]]
n = 1
[[m]]
n = QQQ
[[m]]
QQQ
[[m.o]]
p = 1979-05-27T07:32:00Z
[[m.o]]
p = +1e3
[m.q]
r = true
'''.replace("QQQ", "'" * 3)


def value_at(path: KeyPath, values: Any) -> Any:
    for key in path:
        values = values[key]
    return values


def names_in(key: str) -> KeyPath:
    """The names that a dotted key consists of."""
    values = tomllib.loads(f"{key} = 0")
    names: KeyPath = ()
    while isinstance(values, dict):
        ((name, values),) = values.items()
        names += (name,)
    return names


@pytest.mark.parametrize("text", [TRICKY, ONNX.read_text(encoding="utf-8")], ids=["tricky", "onnx"])
def test_what_stands_at_a_place_is_what_its_path_leads_to(text: str) -> None:
    values = tomllib.loads(text)
    found = places(Source("t.toml", "t.toml", text))
    assert len(found) > 10
    for path, (name, statement) in found.items():
        names = names_in(name.text)
        assert tuple(part for part in path if isinstance(part, str))[-len(names) :] == names
        if statement.text.startswith("["):
            assert isinstance(value_at(path, values), dict)
        else:
            written = tomllib.loads(statement.text)
            assert value_at(names, written) == value_at(path, values)


def test_no_key_is_passed_over() -> None:
    found = places(Source("t.toml", "t.toml", TRICKY))
    assert set(found) == {
        ("a",),
        ("b", "c"),
        ("quoted key", "d"),
        ("e",),
        ("g", "h"),
        ("g", "h", "i"),
        *((("m", n)) for n in (0, 1)),
        *(("m", n, "n") for n in (0, 1)),
        *(("m", 1, "o", n) for n in (0, 1)),
        *(("m", 1, "o", n, "p") for n in (0, 1)),
        ("m", 1, "q"),
        ("m", 1, "q", "r"),
    }
