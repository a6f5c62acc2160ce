"""Options that select packages and schemas, shared by the commands."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from wiregen.project import Package, fault_in_package_name, read_configuration
from wiregen.source.diagnostics import UsageError
from wiregen.source.roots import ImportRoots

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def schemas_argument(*, is_required: bool) -> Decorator:
    """Return the argument with the schema files."""
    kind = click.Path(path_type=Path)
    return click.argument("schemas", nargs=-1, required=is_required, type=kind)


roots_option = click.option(
    "-I",
    "--root",
    # As protoc calls it.
    "--proto_path",
    "roots",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Folder in which schemas and imports are looked up (more than once if need be).",
)
package_option = click.option("--package", help="Name of the Python package to make of SCHEMAS.")
features_option = click.option(
    "--features",
    metavar="NAMES",
    help="Features of the package, separated by commas: text, json, rules, explorer;"
    " text and json without the option, none if it is empty.",
)
out_option = click.option("--out", type=click.Path(path_type=Path), help="Folder to put it in.")
overwrite_option = click.option(
    "--overwrite",
    is_flag=True,
    help="Overwrite files that wiregen did not write, or that were changed since.",
)


@dataclass(frozen=True, slots=True)
class Selection:
    """What the arguments of a command select."""

    schemas: tuple[Path, ...]
    roots: tuple[Path, ...]
    out: Path | None = None
    package: str | None = None
    features: str | None = None

    def packages(self) -> tuple[Package, ...]:
        """Return the packages of pyproject.toml, or the one to make of the schemas."""
        if not self.schemas:
            if self.package or self.out or self.roots or self.features is not None:
                words = "--package, --out, --features and --root"
                raise UsageError(f"{words} go with SCHEMAS: name at least one")
            return read_configuration(Path.cwd())
        if not self.package or self.out is None:
            raise UsageError("schemas named here need both --package NAME and --out DIR")
        fault = fault_in_package_name(self.package)
        if fault:
            raise UsageError(f"--package: {fault}")
        folders, names = self.roots_and_names()
        features = self.features
        wanted = None
        if features is not None:
            wanted = tuple(name.strip() for name in features.split(",") if name.strip())
        out = self.out.resolve()
        return (Package(self.package, out, folders, names, base=folders[0], features=wanted),)

    def documented(self) -> tuple[Package, ...]:
        """Return the packages that ask for a reference, or schemas as a package without a name."""
        if not self.schemas:
            if self.out or self.roots:
                raise UsageError("--out and --root go with SCHEMAS: name at least one")
            packages = tuple(p for p in read_configuration(Path.cwd()) if p.reference is not None)
            if not packages:
                raise UsageError("no package of pyproject.toml has the setting 'reference'")
            return packages
        if self.out is None:
            raise UsageError("schemas named here need --out DIR")
        folders, names = self.roots_and_names()
        folder = self.out.resolve()
        return (Package("", folder, folders, names, base=folders[0], reference=folder),)

    def roots_and_names(self) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        """Return the folders of imports, and the schemas' names in them.

        A schema is named by its path, or as imports name it. Without -I, the folders are those of
        the schemas.
        """
        folders = tuple(folder.resolve() for folder in self.roots)
        paths = [_existing(schema, folders) for schema in self.schemas]
        folders = folders or tuple(dict.fromkeys(path.parent for path in paths))
        names = []
        for schema, path in zip(self.schemas, paths, strict=True):
            folder = next((f for f in folders if path.is_relative_to(f)), None)
            if folder is None:
                raise UsageError(f"'{schema}' lies in none of the folders named with --root")
            names.append(path.relative_to(folder).as_posix())
        return folders, tuple(names)

    def command(self, verb: str, *more: str) -> str:
        """Return a command about the same packages, to be pasted into a shell."""
        words = ["wiregen", verb]
        for option, value in (("--package", self.package), ("--out", self.out)):
            words += [option, str(value)] if value else []
        words += [f"--features={self.features}"] if self.features is not None else []
        for root in self.roots:
            words += ["-I", str(root)]
        words += more
        # A schema whose name starts with a dash is no option behind this word.
        words += ["--"] if any(str(schema).startswith("-") for schema in self.schemas) else []
        return shlex.join([*words, *map(str, self.schemas)])


def _existing(schema: Path, folders: tuple[Path, ...]) -> Path:
    for path in (schema, *(folder / schema for folder in folders)):
        if path.is_file():
            return path.resolve()
    raise UsageError(f"no file '{schema}'")


def import_roots(folders: tuple[Path, ...]) -> ImportRoots:
    """Return folders with the aliases of the project's own packages, whose schemas need them."""
    aliases = {name: file for package in packages_here() for name, file in package.aliases.items()}
    return ImportRoots(folders, Path.cwd(), aliases)


def packages_here() -> tuple[Package, ...]:
    """Return the packages of the project around, if there is one."""
    try:
        return read_configuration(Path.cwd())
    except UsageError:
        return ()
