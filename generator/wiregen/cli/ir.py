"""`wiregen ir`: show what wiregen understands of schemas."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wiregen.cli.reporting import reporting_errors, show, show_warnings
from wiregen.cli.selection import Selection, import_roots, roots_option, schemas_argument
from wiregen.pipeline import read_schema
from wiregen.schema.json_dump import to_json
from wiregen.schema.text_dump import to_text
from wiregen.source.diagnostics import Faults


@click.command("ir")
@schemas_argument(is_required=True)
@roots_option
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@reporting_errors
def show_ir(schemas: tuple[Path, ...], roots: tuple[Path, ...], as_json: bool) -> None:
    """Show what wiregen understands of SCHEMAS and what they import."""
    folders, names = Selection(schemas, roots).roots_and_names()
    faults = Faults()
    schema = read_schema(names, import_roots(folders), faults)
    show_warnings(faults)
    if as_json:
        show(json.dumps(to_json(schema), indent=2))
    else:
        show(to_text(schema).removesuffix("\n"))
