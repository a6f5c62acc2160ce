"""The command line of wiregen: words in, one call of the pipeline, a report and an exit code out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import click

from wiregen.evolution.compatibility import Effect, rules_table
from wiregen.evolution.report import FORMS, change_report, worst_effect
from wiregen.output import writing as disk
from wiregen.pipeline import (
    changes_between,
    descriptors,
    outputs,
    read_schema,
    reference,
    told_history,
)
from wiregen.project import COMMAND, Package, read_configuration
from wiregen.schema.json_dump import to_json
from wiregen.schema.text_dump import to_text
from wiregen.source.diagnostics import Faults, SchemaError, UsageError
from wiregen.source.roots import ImportRoots
from wiregen.update.report import takeover_report
from wiregen.update.takeover import take_over


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wiregen", message="%(prog)s %(version)s")
def main() -> None:
    """Turn protobuf schemas into typed Python packages and reference documents."""


def _reporting_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Print faults as sentences, exit code 1 for schemas and 2 for everything else."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> None:
        try:
            command(*args, **options)
        except SchemaError as error:
            click.echo(error, err=True)
            sys.exit(1)
        except UsageError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(2)

    return run


def _package_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.argument("schemas", nargs=-1, type=click.Path(path_type=Path)),
        click.option("--package", help="Name of the Python package to make of SCHEMAS."),
        click.option("--out", type=click.Path(path_type=Path), help="Folder to put it in."),
        click.option(
            "--features",
            metavar="NAMES",
            help="Features of the package, separated by commas: text, json, rules, explorer;"
            " text and json without the option, none if it is empty.",
        ),
        click.option(
            "-I",
            "--root",
            "roots",
            multiple=True,
            type=click.Path(path_type=Path),
            help="Folder in which imports are looked up (more than once if need be).",
        ),
    ):
        command = option(command)
    return command


@main.command()
@_package_options
@_reporting_errors
def generate(
    schemas: tuple[Path, ...],
    package: str | None,
    out: Path | None,
    features: str | None,
    roots: tuple[Path, ...],
) -> None:
    """Generate packages: those of pyproject.toml, or one of the SCHEMAS named.

    Only what changed is written; files that are not wanted any more are removed.
    """
    for item in _packages(schemas, package, out, features, roots):
        faults = Faults()
        wanted = outputs(item, faults)
        _show_warnings(faults)
        _write(wanted, _folders(item), item.name, item.base)


@main.command()
@click.argument("schemas", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Folder to put it in.")
@click.option("-I", "--root", "roots", multiple=True, type=click.Path(path_type=Path))
@_reporting_errors
def docs(schemas: tuple[Path, ...], out: Path | None, roots: tuple[Path, ...]) -> None:
    """Write the reference alone: that of pyproject.toml, or one of the SCHEMAS named."""
    for item in _documented(schemas, out, roots):
        faults = Faults()
        wanted = reference(item, faults)
        _show_warnings(faults)
        assert item.reference is not None
        _write(wanted, [item.reference], disk.shown(item.reference, item.base), item.base)


@main.command()
@_package_options
@_reporting_errors
def check(
    schemas: tuple[Path, ...],
    package: str | None,
    out: Path | None,
    features: str | None,
    roots: tuple[Path, ...],
) -> None:
    """Compare what is on disk with what would be generated; exit code 1 if they differ."""
    found_any = False
    for item in _packages(schemas, package, out, features, roots):
        wanted = outputs(item)
        found = disk.drift(wanted, _folders(item))
        found_any = found_any or bool(found)
        for kind, paths in (("missing", found.missing), ("stale", found.stale)):
            for path in paths:
                click.echo(f"{kind}: {disk.shown(path, item.base)}")
        for path in found.extra:
            remark = "" if disk.is_ours(path) else " (not made by wiregen: move or remove it)"
            click.echo(f"extra: {disk.shown(path, item.base)}{remark}")
        click.echo(disk.unified_diff(wanted, found, item.base), nl=False)
        if found:
            click.echo(f"to mend it: {item.command}")
        else:
            click.echo(f"{item.name}: {len(wanted)} files are as generated")
    if found_any:
        sys.exit(1)


@main.command("ir")
@click.argument("schemas", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-I", "--root", "roots", multiple=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@_reporting_errors
def show_ir(schemas: tuple[Path, ...], roots: tuple[Path, ...], as_json: bool) -> None:
    """Show what wiregen understands of SCHEMAS and what they import."""
    folders, names = _roots_and_names(schemas, roots)
    faults = Faults()
    schema = read_schema(names, _import_roots(folders), faults)
    _show_warnings(faults)
    if as_json:
        click.echo(json.dumps(to_json(schema), indent=2, ensure_ascii=False))
    else:
        click.echo(to_text(schema), nl=False)


@main.command()
@click.argument("schemas", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-I", "--root", "roots", multiple=True, type=click.Path(path_type=Path))
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option("--include-imports", is_flag=True, help="Put the files that SCHEMAS import in, too.")
@click.option(
    "--include-source-info", is_flag=True, help="Say where everything stands, and comments."
)
@_reporting_errors
def descriptor(
    schemas: tuple[Path, ...],
    roots: tuple[Path, ...],
    out: Path,
    include_imports: bool,
    include_source_info: bool,
) -> None:
    """Write the descriptors of SCHEMAS: a FileDescriptorSet, as protoc makes it."""
    folders, names = _roots_and_names(schemas, roots)
    faults = Faults()
    data = descriptors(
        names,
        _import_roots(folders),
        faults,
        with_imports=include_imports,
        with_source_info=include_source_info,
    )
    _show_warnings(faults)
    disk.write_bytes(out, data)
    click.echo(f"wrote {out}: {len(data)} bytes")


@main.command()
@click.argument("releases", nargs=-1, required=True, type=click.Path(path_type=Path))
@_reporting_errors
def history(releases: tuple[Path, ...]) -> None:
    """Write the history of a package's schemas as RELEASES tell it.

    A release is a wheel, a source archive or a folder, with its version in the name; they
    are put in the order of their versions. What is read of them, and where the history goes,
    stands in [tool.wiregen.packages.history] of pyproject.toml.
    """
    packages = [item for item in read_configuration(Path.cwd()) if item.history]
    if len(packages) != 1:
        raise UsageError("pyproject.toml: one table [tool.wiregen.packages.history] is wanted")
    settings = packages[0].history
    assert settings is not None
    disk.write_bytes(settings.file, told_history(releases, settings).encode())
    name = disk.shown(settings.file, packages[0].base)
    click.echo(f"wrote {name}: {len(releases)} releases")


def _write(wanted: Mapping[Path, str], folders: list[Path], name: str, base: Path) -> None:
    """Write what changed, and say what was done."""
    done = disk.write(wanted, folders)
    for verb, paths in (
        ("wrote", done.wrote),
        ("rewrote", done.rewrote),
        ("removed", done.removed),
    ):
        for path in paths:
            click.echo(f"{verb} {disk.shown(path, base)}")
    for path in done.left_alone:
        click.echo(f"left alone {disk.shown(path, base)}: it was not made by wiregen")
    unchanged = len(wanted) - len(done.wrote) - len(done.rewrote)
    click.echo(f"{name}: {len(wanted)} files, {unchanged} unchanged")


_FAIL_ON = {
    "wire": Effect.WIRE,
    "json": Effect.JSON,
    "breaking": Effect.SOURCE,
    "any": Effect.SAFE,
}


def _show_rules(context: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        click.echo(rules_table(), nl=False)
        context.exit()


@main.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(FORMS), default=FORMS[0], show_default=True)
@click.option(
    "--fail-on",
    type=click.Choice(tuple(_FAIL_ON)),
    help="Exit with code 1 on changes that do this, or worse: break files, JSON too, "
    "or programs too; or on any.",
)
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_rules,
    help="Print the rules of classification as Markdown, and exit.",
)
@_reporting_errors
def diff(old: str, new: str, form: str, fail_on: str | None) -> None:
    """Show what changed between two versions of a schema, and what each change does.

    OLD and NEW are folders, files, wheels or source archives, paths in revisions of git
    (REV:path), or names of installed packages.
    """
    findings = changes_between(old, new, _packages_here(), Path.cwd())
    click.echo(change_report(findings, form), nl=False)
    worst = worst_effect(findings)
    if fail_on and worst is not None and worst.severity >= _FAIL_ON[fail_on].severity:
        sys.exit(1)


@main.command()
@click.option(
    "--from",
    "word",
    required=True,
    metavar="PATH",
    help="Folder, wheel, source archive, REV:path or installed package with the other version.",
)
@click.option("--package", "name", help="The package to update; without it, the first one.")
@click.option("--write", is_flag=True, help="Write what the other version declares into ours.")
@_reporting_errors
def update(word: str, name: str | None, write: bool) -> None:
    """Show what another version of a package's schemas changes, and take it over.

    Our comments stay; where one is due, or has to be looked at again, a line says so. Comments
    of the other version are not taken.
    """
    packages = read_configuration(Path.cwd())
    package = next((item for item in packages if name in (None, item.name)), None)
    if package is None:
        raise UsageError(f"pyproject.toml has no package '{name}'")
    found = take_over(package, word, Path.cwd())
    click.echo(change_report(found.findings, FORMS[0]), nl=False)
    if write:
        for path, text in found.text_by_path.items():
            disk.write_bytes(path, text.encode("utf-8", "surrogateescape"))
    click.echo(takeover_report(found, package, word, is_written=write), nl=False)
    if found.left:
        sys.exit(1)


def _show_warnings(faults: Faults) -> None:
    for warning in faults.warnings:
        click.echo(warning, err=True)


def _packages(
    schemas: tuple[Path, ...],
    package: str | None,
    out: Path | None,
    features: str | None,
    roots: tuple[Path, ...],
) -> tuple[Package, ...]:
    if not schemas:
        if package or out or roots or features is not None:
            words = "--package, --out, --features and --root"
            raise UsageError(f"{words} go with SCHEMAS: name at least one")
        return read_configuration(Path.cwd())
    if not package or out is None:
        raise UsageError("schemas named here need both --package NAME and --out DIR")
    if not all(part.isidentifier() for part in package.split(".")):
        raise UsageError(f"'{package}' is no name for a Python package")
    folders, names = _roots_and_names(schemas, roots)
    # The command in the headers names files as imports do, so that it holds in any folder.
    command = f"{COMMAND} {' '.join(names)} --package {package}"
    wanted = None
    if features is not None:
        wanted = tuple(name.strip() for name in features.split(",") if name.strip())
        command += f" --features={','.join(wanted)}"
    return (
        Package(
            package,
            out.resolve(),
            folders,
            names,
            base=folders[0],
            features=wanted,
            command=command,
        ),
    )


def _documented(
    schemas: tuple[Path, ...], out: Path | None, roots: tuple[Path, ...]
) -> tuple[Package, ...]:
    """What to write a reference of: packages that ask for one, or schemas without a package."""
    if not schemas:
        if out or roots:
            raise UsageError("--out and --root go with SCHEMAS: name at least one")
        packages = tuple(p for p in read_configuration(Path.cwd()) if p.reference is not None)
        if not packages:
            raise UsageError("no package of pyproject.toml has the setting 'reference'")
        return packages
    if out is None:
        raise UsageError("schemas named here need --out DIR")
    folders, names = _roots_and_names(schemas, roots)
    folder, command = out.resolve(), f"wiregen docs {' '.join(names)}"
    return (
        Package("", folder, folders, names, base=folders[0], reference=folder, command=command),
    )


def _roots_and_names(
    schemas: tuple[Path, ...], roots: tuple[Path, ...]
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The folders of imports, and the schemas' names in them; without -I, their own folders."""
    for schema in schemas:
        if not schema.is_file():
            raise UsageError(f"no file '{schema}'")
    folders = tuple(folder.resolve() for folder in roots)
    folders = folders or tuple(dict.fromkeys(schema.resolve().parent for schema in schemas))
    names = []
    for schema in schemas:
        path = schema.resolve()
        folder = next((f for f in folders if path.is_relative_to(f)), None)
        if folder is None:
            raise UsageError(f"'{schema}' lies in none of the folders named with --root")
        names.append(path.relative_to(folder).as_posix())
    return folders, tuple(names)


def _import_roots(folders: tuple[Path, ...]) -> ImportRoots:
    """Folders, with the aliases of the project's own packages, whose schemas need them."""
    aliases = {name: file for package in _packages_here() for name, file in package.aliases.items()}
    return ImportRoots(folders, Path.cwd(), aliases)


def _packages_here() -> tuple[Package, ...]:
    """The packages of the project around, if there is one."""
    try:
        return read_configuration(Path.cwd())
    except UsageError:
        return ()


def _folders(package: Package) -> list[Path]:
    return [folder for folder in (package.folder, package.reference) if folder is not None]
