"""`wiregen descriptor`: write descriptors, as protoc does."""

from __future__ import annotations

from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show, show_warnings
from wiregen.cli.selection import Selection, import_roots, roots_option, schemas_argument
from wiregen.descriptors.file_set import descriptor_set
from wiregen.output.files import is_written_in_place, write_file
from wiregen.source.diagnostics import Faults
from wiregen.source.text import printable
from wiregen.validation.reading import read


@click.command()
@schemas_argument(is_required=True)
@roots_option
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option("--include-imports", is_flag=True, help="Include the files that SCHEMAS import.")
@click.option("--include-source-info", is_flag=True, help="Include positions and comments.")
@reporting_errors
def descriptor(
    schemas: tuple[Path, ...],
    roots: tuple[Path, ...],
    out: Path,
    include_imports: bool,
    include_source_info: bool,
) -> None:
    """Write the descriptors of SCHEMAS: a FileDescriptorSet, as protoc makes it."""
    folders, names = Selection(schemas, roots).roots_and_names()
    faults = Faults()
    reading = read(names, import_roots(folders), faults)
    wanted = [n for n in reading.schema.file_by_name if include_imports or n in names]
    data = descriptor_set(reading, wanted, with_source_info=include_source_info)
    show_warnings(faults)
    write_file(out, data)
    # What goes to `/dev/stdout` is the descriptors alone.
    show(f"wrote {printable(str(out))}: {len(data)} bytes", to_errors=is_written_in_place(out))
