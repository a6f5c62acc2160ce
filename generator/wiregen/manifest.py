"""The list of all outputs: a package's settings and views in, one line per output out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wiregen.configuration import Package
from wiregen.python_view import FileView
from wiregen.rendering import copied, render_python, templates_folder

_SUBPACKAGES = {
    "messages": "The message classes and enums, one module for each schema file.",
    "descriptors": "What the schema says of messages and enums, one module for each schema file.",
    "decoders": "Functions that read messages, one module for each schema file.",
    "encoders": "Functions that write messages, one module for each schema file.",
}


@dataclass(frozen=True, slots=True)
class Output:
    """One file to write: what a template makes of views, or a module copied as it is."""

    path: Path
    template: str
    views: Mapping[str, object] = field(default_factory=dict)

    def text(self, command: str) -> str:
        """The content of the file."""
        if self.template.endswith(".jinja"):
            return render_python(self.template, command=command, **self.views)
        return copied(templates_folder() / self.template, command) if self.template else ""


def python_outputs(package: Package, files: Sequence[FileView]) -> Iterator[Output]:
    """The modules of a package."""
    folder = package.folder
    yield Output(folder / "__init__.py", "python/package.py.jinja", _package_views(package, files))
    yield Output(folder / "py.typed", "")
    for name, doc in _SUBPACKAGES.items():
        views = {"doc": doc, "files": files}
        yield Output(folder / name / "__init__.py", "python/subpackage.py.jinja", views)
        for file in files:
            path = folder / name / f"{file.module}.py"
            yield Output(path, f"python/{name}.py.jinja", {"file": file})
    yield from _copies("runtime", folder)
    if package.layer:
        yield from _copies(package.layer, folder)


def _copies(name: str, folder: Path) -> Iterator[Output]:
    for path in sorted((templates_folder() / name).glob("*.py")):
        yield Output(folder / path.name, f"{name}/{path.name}")


def _package_views(package: Package, files: Sequence[FileView]) -> dict[str, object]:
    exports = sorted(package.exports.items())
    names = {"DecodeError", "EncodeError", "Message"}
    names |= {name for _, exported in exports for name in exported}
    names |= {name for file in files for name in file.public_names}
    doc = package.doc or f"Messages of {', '.join(file.source for file in files)}."
    # A name that starts with an underscore is found in its module, not in the package.
    public = sorted(name for name in names if not name.startswith("_"))
    return {"doc": doc, "files": files, "exports": exports, "public_names": public}
