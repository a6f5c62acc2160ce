"""Jinja filters of the Python templates: docstrings and import statements."""

from __future__ import annotations

import io
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from textwrap import indent

from wiregen.output.escaping import PYTHON_FILTERS
from wiregen.output.rendering import Filters
from wiregen.targets.python.view import Import


def imports(body: str, candidates: Iterable[Import]) -> str:
    """The import statements for those names, of all that may be imported, that a body uses."""
    used = _names_in(body)
    found = [item for item in candidates if item.local in used]
    blocks = [
        _import_lines(item for item in found if not _is_ours(item)),
        _import_lines(item for item in found if _is_ours(item) and not item.is_for_types),
        _import_lines(item for item in found if item.is_for_types),
    ]
    if blocks[2]:
        blocks[2] = f"if TYPE_CHECKING:\n{indent(blocks[2], '    ')}"
    return "\n\n".join(block for block in blocks if block)


def _is_ours(item: Import) -> bool:
    return item.module.startswith(".")


def _import_lines(items: Iterable[Import]) -> str:
    names_by_module: dict[str, set[str]] = defaultdict(set)
    for item in items:
        written = item.name if item.name == item.local else f"{item.name} as {item.local}"
        names_by_module[item.module].add(written)
    return "\n".join(
        _import_line(module, names_by_module[module]) for module in sorted(names_by_module)
    )


def _import_line(module: str, names: set[str]) -> str:
    listed = ", ".join(sorted(names))
    return f"from {module} import {listed}" if module else f"import {listed}"


def _names_in(body: str) -> set[str]:
    """The identifiers of some Python code, without attributes and those in comments and strings."""
    names, before = set[str](), ""
    for token in tokenize.generate_tokens(io.StringIO(body).readline):
        if token.type == tokenize.NAME and before != ".":
            names.add(token.string)
        before = token.string
    return names


FILTERS: Filters = {**PYTHON_FILTERS, "imports": imports}
