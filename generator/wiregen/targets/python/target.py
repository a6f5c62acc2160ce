"""The Python target: a typed package of message classes, codecs and descriptors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from wiregen.output.rendering import Output, templates_folder
from wiregen.project import Package
from wiregen.targets.python.filters import FILTERS
from wiregen.targets.python.names import message_api
from wiregen.targets.python.outputs import python_outputs
from wiregen.targets.python.package import file_views
from wiregen.targets.python.view import EnumView, FileView, MessageView
from wiregen.targets.target import Binding, Inputs


class PythonTarget:
    """Writes a package if the settings name one."""

    name = "python"

    def folder(self, settings: Package) -> Path | None:
        """Return the folder of the package."""
        return settings.folder if settings.name else None

    def bindings(self, inputs: Inputs) -> Mapping[str, Binding]:
        """Return the classes, attributes and members of all declarations by full name."""
        found: dict[str, Binding] = {}
        for file in _views(inputs):
            for message in file.all_messages:
                found |= _message_bindings(message)
            for enum in file.all_enums:
                found |= _enum_bindings(enum)
        return found

    def outputs(self, inputs: Inputs) -> Iterator[Output]:
        """Yield the modules of the package."""
        if inputs.settings.name:
            for output in python_outputs(inputs, _views(inputs)):
                yield replace(output, filters=FILTERS)


def _views(inputs: Inputs) -> Sequence[FileView]:
    settings = inputs.settings
    if not settings.name:
        return ()
    api = message_api(templates_folder())
    return file_views(inputs.schema, inputs.files, api, settings.knowing_origin)


def _message_bindings(message: MessageView) -> Mapping[str, Binding]:
    fields = {
        f"{message.full_name}.{field.name}": Binding(field.attribute, field.getter_type)
        for field in message.fields
    }
    return {message.full_name: Binding(message.cls.path), **fields}


def _enum_bindings(enum: EnumView) -> Mapping[str, Binding]:
    # Values belong to the scope around their enum, as in the schema language.
    scope = enum.full_name.rpartition(".")[0]
    values = {
        f"{scope}.{value.schema_name}" if scope else value.schema_name: Binding(
            f"{enum.cls.path}.{value.name}"
        )
        for value in enum.values
    }
    return {enum.full_name: Binding(enum.cls.path), **values}
