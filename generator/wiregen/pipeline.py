"""The whole run: settings in; the text of every output, descriptors or a history out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from wiregen import ir
from wiregen.annotation_reading import read_annotations
from wiregen.annotations import Annotations
from wiregen.chronicle import history_of
from wiregen.configuration import HistorySettings, Package
from wiregen.diagnostics import Faults, UsageError
from wiregen.formatting import formatted
from wiregen.history_json import history_text
from wiregen.loading import ImportRoots, source_of
from wiregen.manifest import python_outputs
from wiregen.python_names import message_api
from wiregen.python_package import file_views
from wiregen.reading import read
from wiregen.releases import read_releases
from wiregen.rendering import templates_folder


def outputs(package: Package, faults: Faults | None = None) -> dict[Path, str]:
    """Everything that is generated for a package: nothing is written here."""
    schema = read_schema(package.schemas, package.import_roots, faults)
    needed = files_to_generate(schema, package.schemas)
    annotations_of(package, schema)  # read to be checked: no output is made of them yet
    files = file_views(schema, needed, message_api(templates_folder()))
    wanted = list(python_outputs(package, files))
    texts = {output.path: output.text(package.command) for output in wanted}
    rendered = [output.path for output in wanted if output.is_rendered]
    formatted_texts = formatted([texts[path] for path in rendered])
    return texts | dict(zip(rendered, formatted_texts, strict=True))


def read_schema(
    names: Sequence[str], roots: ImportRoots, faults: Faults | None = None
) -> ir.Schema:
    """Parse, link and check some schema files; SchemaError if anything is wrong in them.

    What is odd and no error is left in `faults` as warnings.
    """
    return read(names, roots, faults).schema


def annotations_of(package: Package, schema: ir.Schema) -> Annotations:
    """What a package's annotations file says about its schema; SchemaError for what is wrong."""
    path = package.annotations
    if path is None:
        return Annotations()
    if not path.is_file():
        raise UsageError(f"no file {path}, which the setting 'annotations' names")
    return read_annotations(source_of(path.name, path, package.base), schema, Faults())


def descriptors(
    names: Sequence[str],
    roots: ImportRoots,
    faults: Faults | None = None,
    *,
    with_imports: bool = False,
    with_source_info: bool = False,
) -> bytes:
    """A FileDescriptorSet of some files, and of all that they import if wanted, encoded."""
    # Not at the top: the package that this needs is made by wiregen, which must run without it.
    from wiregen.descriptor_set import descriptor_set

    reading = read(names, roots, faults)
    wanted = [name for name in reading.schema.file_by_name if with_imports or name in names]
    made = descriptor_set(reading, wanted, with_source_info=with_source_info)
    return made.SerializeToString()


def told_history(releases: Iterable[Path], settings: HistorySettings) -> str:
    """The text of the history that releases tell: archives or folders, versions in their names."""
    return history_text(history_of(read_releases(releases, settings), settings))


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
