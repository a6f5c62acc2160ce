"""The whole run, from settings to the content of every output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from wiregen.annotations.example_reading import read_examples
from wiregen.annotations.examples import Examples
from wiregen.annotations.model import Annotations
from wiregen.annotations.reading import read_annotations
from wiregen.evolution.comparison import Comparison, compared
from wiregen.evolution.versions import versions_named
from wiregen.history.chronicle import history_of
from wiregen.history.releases import read_releases
from wiregen.history.storage import history_text, read_history
from wiregen.output.folders import OutputFolder
from wiregen.output.formatting import formatted
from wiregen.output.rendering import Output
from wiregen.project import HistorySettings, Package
from wiregen.schema import ir
from wiregen.source.diagnostics import Faults, did_you_mean
from wiregen.source.roots import ImportRoots, shown, source_of
from wiregen.source.text import Source
from wiregen.targets.built_in import DOCS, TARGETS
from wiregen.targets.target import Inputs, Target
from wiregen.validation.reading import read


def outputs(
    package: Package, faults: Faults | None = None, targets: Sequence[Target] = TARGETS
) -> tuple[OutputFolder, ...]:
    """Return everything that is generated for a package; nothing is written here."""
    inputs = read_inputs(package, faults)
    return tuple(
        OutputFolder(folder, target.name, _contents(target.outputs(inputs)))
        for target in targets
        if (folder := target.folder(package)) is not None
    )


def _contents(outputs: Iterable[Output]) -> dict[Path, bytes]:
    """Return the contents of outputs by their paths, Python formatted."""
    wanted = list(outputs)
    content_by_path = {output.path: output.content() for output in wanted}
    codes = [output.path for output in wanted if output.is_code]
    texts = formatted([content_by_path[path].decode() for path in codes])
    return content_by_path | {path: text.encode() for path, text in zip(codes, texts, strict=True)}


def reference(package: Package, faults: Faults | None = None) -> tuple[OutputFolder, ...]:
    """Return the reference alone, of a package or of schemas that no package is made of."""
    return outputs(package, faults, (DOCS,))


def read_inputs(package: Package, faults: Faults | None = None) -> Inputs:
    """Read the schema of a package and what is known beside it."""
    reading = read(package.schemas, package.import_roots, faults)
    schema = reading.schema
    unknown = sorted(set(package.knowing_origin) - schema.message_by_name.keys())
    if unknown:
        near = did_you_mean(unknown[0], schema.message_by_name)
        sentence = f"no message is called '{unknown[0]}'{near}"
        raise package.fault(sentence, "knowing_origin", word=unknown[0])
    told = package.history.file if package.history is not None else None
    named = (package.annotations, package.examples, told)
    beside = [path for path in named if path is not None and path.is_file()]
    inputs = Inputs(
        package,
        reading,
        tuple(files_to_generate(schema, package.schemas)),
        annotations_of(package, schema),
        read_history(told) if told is not None and told.is_file() else None,
        examples_of(package, schema),
        {source_of(p.name, p, package.base).path: p.read_bytes() for p in beside},
    )
    bindings = [target.bindings(inputs) for target in TARGETS]
    return replace(inputs, bindings={k: v for found in bindings for k, v in found.items()})


def read_schema(
    names: Sequence[str], roots: ImportRoots, faults: Faults | None = None
) -> ir.Schema:
    """Parse, link and check some schema files; SchemaError if anything is wrong in them.

    What is odd and no error is left in `faults` as warnings.
    """
    return read(names, roots, faults).schema


def annotations_of(package: Package, schema: ir.Schema) -> Annotations:
    """What a package's annotations file says about its schema; SchemaError for what is wrong."""
    source = _named_file("annotations", package.annotations, package)
    return read_annotations(source, schema, Faults()) if source is not None else Annotations()


def examples_of(package: Package, schema: ir.Schema) -> Examples:
    """What a package's examples file shows of its schema; SchemaError for what is wrong."""
    source = _named_file("examples", package.examples, package)
    return read_examples(source, schema, Faults()) if source is not None else Examples()


def _named_file(setting: str, path: Path | None, package: Package) -> Source | None:
    """The file that a setting names, if it does."""
    if path is None:
        return None
    if not path.is_file():
        raise package.fault(f"no file '{shown(path, package.base)}'", setting)
    return source_of(path.name, path, package.base)


def told_history(releases: Iterable[Path], settings: HistorySettings) -> str:
    """The text of the history that releases tell: archives or folders, versions in their names."""
    return history_text(history_of(read_releases(releases, settings), settings))


def changes_between(old: str, new: str, packages: Sequence[Package], folder: Path) -> Comparison:
    """What changed between two versions of a schema, each named by a word, seen from a folder."""
    return compared(*versions_named((old, new), packages, folder))


def files_to_generate(schema: ir.Schema, names: Sequence[str]) -> list[str]:
    """The named files and those whose types they use, imported ones first.

    A package needs no other one, so imported files become modules of it too; those that
    only declare options do not.
    """
    needed = set(names)
    pending = list(names)
    while pending:
        for message in schema.messages_of(schema.file_by_name[pending.pop()]):
            for file in {schema.file_of(field.kind) for field in message.fields} - needed - {None}:
                assert file is not None
                needed.add(file)
                pending.append(file)
    return [name for name in schema.file_by_name if name in needed]
