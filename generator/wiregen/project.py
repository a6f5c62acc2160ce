"""Settings: `[tool.wiregen]` in a pyproject.toml, or a package on the command line."""

from __future__ import annotations

import keyword
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wiregen.source.diagnostics import Faults, SettingsError, UsageError
from wiregen.source.roots import ImportRoots, fault_in_file_name, source_of
from wiregen.source.toml_tables import Table, read_table

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
    # The file that the descriptors go to; None for none.
    descriptors: Path | None = None
    history: HistorySettings | None = None
    # The table of the settings that it was read from.
    table: Table | None = field(default=None, compare=False, repr=False)

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return self.out.joinpath(*self.name.split("."))

    @property
    def import_roots(self) -> ImportRoots:
        """Where the schemas and their imports are looked up."""
        return ImportRoots(self.roots, self.base, self.aliases)

    def fault(
        self, sentence: str, setting: str, key: str = "", word: str | None = None
    ) -> UsageError:
        """Return the error for a setting, a key in it, or a word; it names the place, if known."""
        if self.table is None:
            return UsageError(f"{setting}: {sentence}")
        if key:
            return SettingsError(self.table.inner(setting, {}).fault(sentence, key, word))
        return SettingsError(self.table.fault(sentence, setting, word))


def read_configuration(start: Path) -> tuple[Package, ...]:
    """Return the packages that the nearest pyproject.toml asks for, from a folder upwards."""
    path = _find(start)
    faults = Faults()
    top = read_table(source_of(path.name, path, start), faults)
    faults.raise_if_any(SettingsError)
    settings = top.table("tool").table("wiregen")
    tables = tuple(settings.tables("packages"))
    if not tables and "packages" not in settings.values:
        settings.report("there is nothing to generate: no [[tool.wiregen.packages]]")
    settings.close()
    packages = tuple(_package(table, path.parent) for table in tables)
    faults.raise_if_any(SettingsError)
    _refuse_shared_folders(packages)
    faults.raise_if_any(SettingsError)
    return packages


def _find(start: Path) -> Path:
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file() and _is_about_wiregen(path.read_bytes()):
            return path
    raise UsageError(
        f"no pyproject.toml with [tool.wiregen] in {start} or above;"
        " name a schema: wiregen generate my.proto --package mypkg --out ."
    )


def _is_about_wiregen(data: bytes) -> bool:
    """True if settings have a table of ours; also if they cannot be read and seem to have one."""
    if b"wiregen" not in data:
        return False
    try:
        tool = tomllib.loads(data.decode()).get("tool")
    except ValueError:
        return re.search(rb"tool\s*\.\s*wiregen", data) is not None
    return isinstance(tool, dict) and "wiregen" in tool


def _package(table: Table, base: Path) -> Package:
    history = table.table("history") if table.holds("history") else None
    package = Package(
        name=_checked(table, "name", fault_in_package_name),
        out=base / _checked(table, "out", _fault_in_path),
        roots=(base / _checked(table, "root", _fault_in_path),),
        schemas=_file_names(table, "schemas"),
        base=base,
        aliases=_names_by_name(table, "aliases", fault_in_file_name),
        layer=_checked(table, "layer", fault_in_file_name, ""),
        exports=_exports(table.table("exports")),
        doc=table.text("doc", ""),
        features=table.texts("features") if table.holds("features") else None,
        pb2=_names_by_name(table, "pb2", fault_in_package_name),
        annotations=_optional_path(table, "annotations", base),
        knowing_origin=table.texts("knowing_origin"),
        examples=_optional_path(table, "examples", base),
        reference=_optional_path(table, "reference", base),
        descriptors=_optional_path(table, "descriptors", base),
        history=_history(history, base) if history is not None else None,
        table=table,
    )
    table.close()
    return package


def _history(table: Table, base: Path) -> HistorySettings:
    variants = table.table("variants")
    found = HistorySettings(
        file=base / _checked(table, "file", _fault_in_path),
        project=table.text("project"),
        variant=table.text("variant", ""),
        root=_checked(table, "root", fault_in_file_name, ""),
        schemas=_file_names(table, "schemas"),
        variants={
            name: _names_by_name(variants, name, fault_in_file_name) for name in variants.keys()
        },
        version_name=table.text("version_name", ""),
        version_enum=table.text("version_enum", ""),
        version_value=table.text("version_value", ""),
    )
    table.close()
    return found


def _checked(
    table: Table, key: str, fault_in: Callable[[str], str], default: str | None = None
) -> str:
    """Return a string in which a function finds no fault; an absent one may be anything."""
    text = table.text(key, default)
    if isinstance(table.values.get(key), str):
        fault = fault_in(text)
        if fault:
            table.report(f"'{key}': {fault}", key)
    return text


def _file_names(table: Table, key: str) -> tuple[str, ...]:
    names = table.texts(key, is_needed=True)
    if table.values.get(key) == []:
        table.report(f"'{key}' must name at least one file", key)
    for name in names:
        fault = fault_in_file_name(name)
        if fault:
            table.report(f"'{key}': {fault}", key, name)
    return names


def _names_by_name(table: Table, key: str, fault_in_name: Callable[[str], str]) -> dict[str, str]:
    """Return the file names in a table, by names of some kind."""
    inner = table.table(key)
    found = {}
    for name in inner.keys():
        found[name] = _checked(inner, name, fault_in_file_name)
        fault = fault_in_name(name)
        if fault:
            inner.report(f"'{key}': {fault}", name)
    return found


def _exports(table: Table) -> dict[str, tuple[str, ...]]:
    found = {}
    for module in table.keys():
        found[module] = table.texts(module)
        for name in (module, *found[module]):
            fault = fault_in_package_name(name)
            if fault:
                table.report(f"'exports': {fault}", module, None if name == module else name)
    return found


def _optional_path(table: Table, key: str, base: Path) -> Path | None:
    path = _checked(table, key, _fault_in_path, "")
    return base / path if path else None


def _fault_in_path(path: str) -> str:
    if not path:
        return "expected a path, got an empty string"
    if not path.isprintable():
        return "a path holds no control characters"
    return ""


def fault_in_package_name(name: str) -> str:
    """Return why a Python package or module cannot have a name; empty if it can."""
    for part in name.split("."):
        if not part.isidentifier():
            return f"expected a name for a Python package, got '{name}'"
        if keyword.iskeyword(part):
            return f"no Python package can be called '{name}': '{part}' is a keyword"
        if unicodedata.normalize("NFKC", part) != part:
            return f"Python reads '{part}' as '{unicodedata.normalize('NFKC', part)}'"
    return ""


def _refuse_shared_folders(packages: tuple[Package, ...]) -> None:
    """Report packages, and references, that would be written to one folder."""
    for setting in ("name", "reference"):
        taken: set[str] = set()
        for package in packages:
            folder = package.folder if setting == "name" else package.reference
            key = str(folder.resolve()).casefold() if folder is not None else ""
            if key in taken and package.table is not None:
                package.table.report("another package is written to the same folder", setting)
            taken |= {key} if key else set()
