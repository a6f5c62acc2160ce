"""The extension point: the inputs and outputs of a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from wiregen.annotations.examples import Examples
from wiregen.annotations.model import Annotations
from wiregen.history.model import History
from wiregen.output.rendering import Output
from wiregen.project import Package
from wiregen.schema import ir
from wiregen.schema.prose import source_name
from wiregen.targets.places import Places
from wiregen.validation.reading import Reading


@dataclass(frozen=True, slots=True)
class Binding:
    """What a target's language calls a declaration, so that other targets can mention it."""

    # A class or a value with the classes around it, or the attribute of a field.
    path: str
    # The type of a field when it is read; empty for other declarations.
    type: str = ""

    @property
    def root(self) -> str:
        """The top-level name of the path."""
        return self.path.partition(".")[0]


@dataclass(frozen=True)
class Inputs:
    """All that targets are made from: a schema, what is known beside it, and settings."""

    settings: Package
    reading: Reading
    # The files to generate from, imported ones first.
    files: tuple[str, ...]
    annotations: Annotations = Annotations()
    history: History | None = None
    examples: Examples = Examples()
    # The files beside the schema that were read, as headers name them, with their content.
    data_by_file: Mapping[str, bytes] = field(default_factory=dict)
    # By full name, what a generated package calls messages, fields, enums and values.
    bindings: Mapping[str, Binding] = field(default_factory=dict)

    @property
    def schema(self) -> ir.Schema:
        """What the files mean."""
        return self.reading.schema

    @cached_property
    def places(self) -> Places:
        """Where the reference documents each declaration."""
        return Places(self.schema, self.files)

    @property
    def source(self) -> str:
        """The schema files as headers name them."""
        return ", ".join(source_name(self.schema.file_by_name[name]) for name in self.files)

    @cached_property
    def messages(self) -> tuple[ir.Message, ...]:
        """All messages, in file order."""
        files = map(self.schema.file_by_name.__getitem__, self.files)
        return tuple(message for file in files for message in self.schema.messages_of(file))

    @cached_property
    def enums(self) -> tuple[ir.Enum, ...]:
        """All enums, in file order."""
        files = map(self.schema.file_by_name.__getitem__, self.files)
        return tuple(enum for file in files for enum in self.schema.enums_of(file))

    @cached_property
    def field_by_name(self) -> Mapping[str, ir.Field]:
        """All fields by their full names."""
        return {field.full_name: field for message in self.messages for field in message.fields}


class Target(Protocol):
    """Turns inputs into files. Targets are independent of each other."""

    # It is part of the name of the file that lists what the target wrote.
    name: str

    def folder(self, settings: Package) -> Path | None:
        """Return the folder that the outputs stand in; None if none are asked for."""

    def bindings(self, inputs: Inputs) -> Mapping[str, Binding]:
        """Return what the target's language calls each declaration; empty if it names nothing."""
        ...

    def outputs(self, inputs: Inputs) -> Iterable[Output]:
        """Yield the files that the settings ask this target for."""
        ...
