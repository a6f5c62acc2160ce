"""Encodes the descriptors of several files as one FileDescriptorSet."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.descriptors.files import DescriptorMaker
from wiregen.descriptors.locations import source_info
from wiregen.descriptors.values import described
from wiregen.schema.elements import elements
from wiregen.schema.option_types import OptionTypes
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
    return encoded(described("FileDescriptorSet", file=files), _types(reading))


def serialized_files(reading: Reading, names: Iterable[str]) -> dict[str, bytes]:
    """Return each file as the code of protoc's plugins embeds it, by its name.

    Unlike in descriptor sets, a JSON name stands there only if the schema gives it.
    """
    maker = DescriptorMaker(reading.schema, reading.option_types, with_all_json_names=False)
    return {name: encoded(maker.file(name, None), _types(reading)) for name in names}


def _types(reading: Reading) -> OptionTypes:
    # A schema may have a descriptor.proto of its own, which lacks what later ones declare.
    return OptionTypes(reading.schema, built_in_options())
