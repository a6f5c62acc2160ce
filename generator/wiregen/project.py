"""What to generate: `[tool.wiregen]` of a pyproject.toml, or command line words, in; settings out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wiregen.source.diagnostics import UsageError
from wiregen.source.roots import ImportRoots

COMMAND = "wiregen generate"


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """Which files of a project's releases tell how its schema came to be what it is."""

    # The file that the history stands in.
    file: Path
    # What people call the project, and this variant of its schema.
    project: str
    variant: str
    # The folder of the schemas in a release, and the schemas, those of the variant.
    root: str
    schemas: tuple[str, ...]
    # By variant, the files that it has in place of others.
    variants: Mapping[str, Mapping[str, str]]
    # What people call the version number that the schema states, and the enum value that is it.
    version_name: str
    version_enum: str
    version_value: str


@dataclass(frozen=True, slots=True)
class Package:
    """One Python package to generate."""

    name: str
    # The folder that the package folder stands in, and the folders of schemas.
    out: Path
    roots: tuple[Path, ...]
    schemas: tuple[str, ...]
    # The folder that paths are shown relative to, also in generated headers.
    base: Path
    # Other names under which the schemas import each other.
    aliases: Mapping[str, str] = field(default_factory=dict)
    # A folder of templates/ with modules of the package's own, and what they offer.
    layer: str = ""
    exports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doc: str = ""
    # The features of the package; None for the usual ones.
    features: tuple[str, ...] | None = None
    # By their names, modules with all names of a schema file, as google's generated ones.
    pb2: Mapping[str, str] = field(default_factory=dict)
    # The file with what the schemas cannot say; None for none.
    annotations: Path | None = None
    # The full names of messages that know the file which they were read from.
    knowing_origin: tuple[str, ...] = ()
    # The file with examples of encoded messages; None for none.
    examples: Path | None = None
    # Where the reference goes; None for none.
    reference: Path | None = None
    history: HistorySettings | None = None
    command: str = COMMAND

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return self.out.joinpath(*self.name.split("."))

    @property
    def import_roots(self) -> ImportRoots:
        """Where the schemas and their imports are looked up."""
        return ImportRoots(self.roots, self.base, self.aliases)


def read_configuration(start: Path) -> tuple[Package, ...]:
    """The packages that the nearest pyproject.toml asks for, from a folder upwards."""
    path = _find(start)
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: {error}") from None
    packages = settings.get("tool", {}).get("wiregen", {}).get("packages", [])
    if not packages:
        raise UsageError(f"{path}: no [[tool.wiregen.packages]]: there is nothing to generate")
    return tuple(_package(_Table(path, package)) for package in packages)


def _find(start: Path) -> Path:
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file() and "[tool.wiregen" in path.read_text(encoding="utf-8"):
            return path
    raise UsageError(
        f"no pyproject.toml with [tool.wiregen] in {start} or above;"
        " name a schema: wiregen generate my.proto --package mypkg --out DIR"
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """One table of the settings, which says where it stands when something is wrong in it."""

    path: Path
    values: dict[str, Any]
    name: str = "tool.wiregen.packages"

    def text(self, key: str, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise UsageError(f"{self.path}: {self.name}.{key}: a string is wanted")
        return value

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        value = self.values.get(key, default)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UsageError(f"{self.path}: {self.name}.{key}: strings are wanted")
        return tuple(value)

    def refuse_unknown(self, known: set[str]) -> None:
        """Report a setting that there is none of."""
        unknown = self.values.keys() - known
        if unknown:
            raise UsageError(
                f"{self.path}: {self.name} has no setting '{min(unknown)}';"
                f" there are {', '.join(sorted(known))}"
            )


_KEYS = {
    *("name", "out", "root", "schemas", "aliases", "layer", "exports", "doc", "pb2"),
    "features",
    *("annotations", "examples", "knowing_origin", "reference", "history"),
}
_HISTORY_KEYS = {
    *("file", "project", "variant", "root", "schemas", "variants"),
    *("version_name", "version_enum", "version_value"),
}


def _package(table: _Table) -> Package:
    table.refuse_unknown(_KEYS)
    base = table.path.parent
    annotations, reference = table.text("annotations", ""), table.text("reference", "")
    examples = table.text("examples", "")
    return Package(
        name=table.text("name"),
        out=base / table.text("out"),
        roots=(base / table.text("root"),),
        schemas=table.texts("schemas"),
        base=base,
        aliases=dict(table.values.get("aliases", {})),
        layer=table.text("layer", ""),
        exports={k: tuple(v) for k, v in table.values.get("exports", {}).items()},
        doc=table.text("doc", ""),
        features=table.texts("features") if "features" in table.values else None,
        pb2=dict(table.values.get("pb2", {})),
        annotations=base / annotations if annotations else None,
        knowing_origin=table.texts("knowing_origin", []),
        examples=base / examples if examples else None,
        reference=base / reference if reference else None,
        history=_history(table, table.values["history"]) if "history" in table.values else None,
    )


def _history(package: _Table, values: dict[str, Any]) -> HistorySettings:
    table = _Table(package.path, values, "tool.wiregen.packages.history")
    table.refuse_unknown(_HISTORY_KEYS)
    return HistorySettings(
        file=table.path.parent / table.text("file"),
        project=table.text("project"),
        variant=table.text("variant", ""),
        root=table.text("root", ""),
        schemas=table.texts("schemas"),
        variants={name: dict(files) for name, files in values.get("variants", {}).items()},
        version_name=table.text("version_name", ""),
        version_enum=table.text("version_enum", ""),
        version_value=table.text("version_value", ""),
    )
