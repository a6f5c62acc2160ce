"""The descriptors target: the files of a package and all that they import, as protoc's output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from wiregen.descriptors.file_set import descriptor_set
from wiregen.output.rendering import Output
from wiregen.project import Package
from wiregen.targets.target import Binding, Inputs


class DescriptorsTarget:
    """Writes a FileDescriptorSet if the settings name a file for it."""

    name = "descriptors"

    def folder(self, settings: Package) -> Path | None:
        """Return the folder of the file."""
        return settings.descriptors.parent if settings.descriptors is not None else None

    def bindings(self, inputs: Inputs) -> Mapping[str, Binding]:
        """Return nothing: descriptors name declarations as the schema does."""
        return {}

    def outputs(self, inputs: Inputs) -> Iterator[Output]:
        """Yield the file. It holds the imported files too, so that readers need no other one."""
        path = inputs.settings.descriptors
        if path is not None:
            names = inputs.schema.file_by_name
            content = descriptor_set(inputs.reading, names, with_source_info=False)
            yield Output(path, finished=content)
