"""The names that templates use for themselves, so that names of a schema keep out of their way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import jinja2
from jinja2 import nodes

# What stands for an output of the template: what touches it is part of a longer name.
_OUTPUT = "\0"
_NO_CODE = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|#.*')
_NAME = re.compile(rf"(?<![\w.{_OUTPUT}])[A-Za-z_]\w*(?![\w{_OUTPUT}])")


@cache
def names_in_templates(paths: Iterable[Path]) -> frozenset[str]:
    """Return all names in the Python code of some templates, but for attributes."""
    return frozenset(name for path in paths for name in _names_in(path))


def _names_in(path: Path) -> Iterable[str]:
    tree = jinja2.Environment().parse(path.read_text(encoding="utf-8"))
    texts = (node.data for node in tree.find_all(nodes.TemplateData))
    return _NAME.findall(_NO_CODE.sub("", _OUTPUT.join(texts)))
