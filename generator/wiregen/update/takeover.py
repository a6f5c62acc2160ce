"""Plans the update of a package to another version of its schemas.

Out come the changes, the new texts of the package's files, and what is left to do by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from wiregen.annotations.reading import read_annotations
from wiregen.evolution.classification import Finding, classify
from wiregen.evolution.facts import declared_in
from wiregen.evolution.matching import Matching
from wiregen.evolution.versions import files_named, version_of
from wiregen.project import Package
from wiregen.source.diagnostics import Diagnostic, Faults, SchemaError, UsageError
from wiregen.source.roots import source_of
from wiregen.update.edits import updated_texts
from wiregen.validation.reading import Reading, read


@dataclass(frozen=True, slots=True)
class Takeover:
    """The changes, the files to write, and what nobody but a person can do.

    `unfit` are places in the annotations file that do not fit the new schema; `left` are
    changes that could not be written; `not_there` are schemas that the version has not, and
    `not_read` files of it that are no schemas of ours.
    """

    findings: tuple[Finding, ...]
    text_by_path: dict[Path, str]
    unfit: tuple[Diagnostic, ...]
    left: tuple[Finding, ...]
    not_there: tuple[str, ...]
    not_read: tuple[str, ...]


def take_over(package: Package, word: str, folder: Path) -> Takeover:
    """Take over the version that a word names, seen from a folder."""
    version = version_of(package, files_named(word, folder)[0])
    if version is None:
        raise UsageError(f"{word} has none of the schemas {', '.join(package.schemas)}")
    ours, theirs = read(package.schemas, package.import_roots), version.read()
    old = tuple(declared_in(ours.schema, package.schemas))
    new = tuple(declared_in(theirs.schema, version.names))
    our_files, their_files = (
        {name: reading.files[name] for name in version.names} for reading in (ours, theirs)
    )
    texts = updated_texts(our_files, their_files, Matching(old, new))
    made = _read_again(texts, package, version.names)
    return Takeover(
        findings=classify(old, new),
        text_by_path=_changed(texts, ours, package),
        unfit=_unfit(package, made),
        left=classify(declared_in(made.schema, version.names), new),
        not_there=tuple(name for name in package.schemas if name not in version.names),
        not_read=version.not_read,
    )


def _read_again(texts: dict[str, str], package: Package, names: tuple[str, ...]) -> Reading:
    roots = package.import_roots
    data = {name: text.encode("utf-8", "surrogateescape") for name, text in texts.items()}
    try:
        return read(names, replace(roots, data_by_name=data))
    except SchemaError as error:
        raise UsageError("the schemas cannot be changed in place:", str(error)) from None


def _changed(texts: dict[str, str], ours: Reading, package: Package) -> dict[Path, str]:
    return {
        _path(name, package): text
        for name, text in texts.items()
        if text != ours.files[name].source.text
    }


def _path(name: str, package: Package) -> Path:
    return next(folder / name for folder in package.roots if (folder / name).is_file())


def _unfit(package: Package, made: Reading) -> tuple[Diagnostic, ...]:
    path = package.annotations
    if path is None:
        return ()
    try:
        read_annotations(source_of(path.name, path, package.base), made.schema, Faults())
    except SchemaError as error:
        return error.diagnostics
    return ()
