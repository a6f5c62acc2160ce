"""All descriptors of some files at once: what was read of them in, a FileDescriptorSet out."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.schema.elements import elements
from wiregen.targets.descriptors.files import DescriptorMaker
from wiregen.targets.descriptors.locations import source_info
from wiregen.validation.reading import Reading
from wiregen_descriptor import FileDescriptorSet


def descriptor_set(
    reading: Reading, names: Iterable[str], *, with_source_info: bool
) -> FileDescriptorSet:
    """The descriptors of the named files, with the places and comments of everything if wanted."""
    maker = DescriptorMaker(reading.schema, reading.option_types)
    made = FileDescriptorSet()
    for name in names:
        file = maker.file(name)
        if with_source_info:
            own = (item for item in elements(reading.schema) if item.file == name)
            info = source_info(reading.files[name], own, reading.option_types)
            file.source_code_info.CopyFrom(info)
        made.file.append(file)
    return made
