"""Reads, links and validates schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from wiregen.lowering.link import link
from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.source.diagnostics import Faults
from wiregen.source.roots import ImportRoots, well_known_folder
from wiregen.syntax.loading import load
from wiregen.syntax.nodes import FileNode
from wiregen.validation.schema import check

OPTIONS_FILE = "google/protobuf/descriptor.proto"


@dataclass(frozen=True, slots=True)
class Reading:
    """Some files and those that they import: as written, as meant, and what options can be set."""

    files: Mapping[str, FileNode]
    schema: ir.Schema
    option_types: OptionTypes


def read(names: Sequence[str], roots: ImportRoots, faults: Faults | None = None) -> Reading:
    """Parse, link and check some schema files; SchemaError if anything is wrong in them.

    What is odd and no error is left in `faults` as warnings.
    """
    faults = Faults() if faults is None else faults
    files = {file.source.name: file for file in load(names, roots)}
    built_in = None if OPTIONS_FILE in files else built_in_options()
    schema = link(tuple(files.values()), roots, faults, built_in, names)
    types = option_types_of(schema)
    check(schema, types, faults)
    faults.raise_if_any()
    return Reading(files, schema, types)


def option_types_of(schema: ir.Schema) -> OptionTypes:
    """What options can be set in a schema that was read already."""
    return OptionTypes(schema, None if OPTIONS_FILE in schema.file_by_name else built_in_options())


@cache
def built_in_options() -> ir.Schema:
    """The schema of protobuf's own options, which holds even where nobody imports it."""
    roots = ImportRoots((), well_known_folder())
    return link(load([OPTIONS_FILE], roots), roots, Faults(), None)
