"""Renders templates and copies runtime modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

Filters = Mapping[str, Callable[..., str]]


def templates_folder() -> Path:
    """The folder of the templates: inside the installed package, or beside it in a checkout."""
    installed = Path(__file__).parents[1] / "templates"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "templates"


def render(template: str, filters: Filters, **views: object) -> str:
    """Return the text that a template makes of some views; `filters` are those it may use."""
    return _environment(tuple(filters.items())).get_template(template).render(**views)


@cache
def _environment(filters: tuple[tuple[str, Callable[..., str]], ...]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates_folder()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.update(filters)
    return environment


@dataclass(frozen=True, slots=True)
class Output:
    """One file to write: finished content, a rendered template, or a module copied verbatim."""

    path: Path
    template: str = ""
    views: Mapping[str, object] = field(default_factory=dict)
    filters: Filters = field(default_factory=dict)
    finished: str | bytes = ""

    @property
    def is_code(self) -> bool:
        """True if a template makes Python, which is still to be formatted."""
        return self.template.endswith(".jinja") and self.path.suffix == ".py"

    def content(self) -> bytes:
        """Return what the file holds, before Python is formatted."""
        if self.template.endswith(".jinja"):
            return render(self.template, self.filters, **self.views).encode()
        if self.template:
            return copied(templates_folder() / self.template).encode()
        return self.finished.encode() if isinstance(self.finished, str) else self.finished


# How a line that says something of a file is written in it, by the end of the file's name. In
# JSON it is the first line of the object.
_REMARKS = {
    ".md": "<!-- {} -->",
    ".py": "# {}",
    ".css": "/* {} */",
    ".js": "// {}",
    ".json": '{{"$comment": "{}",',
}


def copied(path: Path) -> str:
    """A module or page that is copied as it is, under a line that says so."""
    source = path.relative_to(templates_folder()).as_posix()
    text = path.read_text(encoding="utf-8")
    banner = f"Copied by wiregen from templates/{source}; do not edit."
    if path.suffix == ".json":
        text = text.removeprefix("{\n")
    return f"{_REMARKS[path.suffix].format(banner)}\n{text}"
