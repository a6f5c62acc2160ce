"""Jinja filters of the Python templates: docstrings and import statements."""

from __future__ import annotations

import io
import tokenize
from collections import defaultdict
from collections.abc import Iterable

from wiregen.output.escaping import PYTHON_FILTERS
from wiregen.output.rendering import Filters
from wiregen.targets.python.view import Import


def imports(body: str, candidates: Iterable[Import]) -> str:
    """The import statements for those names, of all that may be imported, that a body uses."""
    used = _names_in(body)
    names_by_module: dict[str, set[str]] = defaultdict(set)
    for item in candidates:
        if item.local in used:
            written = item.name if item.name == item.local else f"{item.name} as {item.local}"
            names_by_module[item.module].add(written)
    groups = (
        [name for name in names_by_module if not name.startswith(".")],
        [name for name in names_by_module if name.startswith(".")],
    )
    blocks = [
        "\n".join(_import_line(module, names_by_module[module]) for module in sorted(group))
        for group in groups
        if group
    ]
    return "\n\n".join(blocks)


def _import_line(module: str, names: set[str]) -> str:
    listed = ", ".join(sorted(names))
    return f"from {module} import {listed}" if module else f"import {listed}"


def _names_in(body: str) -> set[str]:
    """The identifiers of a piece of Python code, without those in comments and strings."""
    tokens = tokenize.generate_tokens(io.StringIO(body).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


FILTERS: Filters = {**PYTHON_FILTERS, "imports": imports}
