"""Encodes the descriptors of several files as one FileDescriptorSet."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.schema.elements import elements
from wiregen.schema.option_types import OptionTypes
from wiregen.targets.descriptors.files import DescriptorMaker
from wiregen.targets.descriptors.locations import source_info
from wiregen.targets.descriptors.values import described
from wiregen.validation.reading import Reading, built_in_options
from wiregen.wire.encoding import encoded


def descriptor_set(reading: Reading, names: Iterable[str], *, with_source_info: bool) -> bytes:
    """Return the encoded descriptors of some files, with places and comments if wanted."""
    maker = DescriptorMaker(reading.schema, reading.option_types)
    files = []
    for name in names:
        places = None
        if with_source_info:
            own = (item for item in elements(reading.schema) if item.file == name)
            places = source_info(reading.files[name], own, reading.option_types)
        files.append(maker.file(name, places))
    # A schema may have a descriptor.proto of its own, which lacks what later ones declare.
    types = OptionTypes(reading.schema, built_in_options())
    return encoded(described("FileDescriptorSet", file=files), types)
