"""Descriptors of schema files, as wiregen and as protoc make them, to be compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet, SourceCodeInfo

from wiregen.descriptors.file_set import descriptor_set
from wiregen.source.roots import ImportRoots
from wiregen.validation.reading import read

from .protoc import run_protoc

NO_ALIASES: Mapping[str, str] = {}


def by_wiregen(
    folder: Path, names: Sequence[str], aliases: Mapping[str, str] = NO_ALIASES
) -> list[FileDescriptorProto]:
    """The named files with what they import, as wiregen encodes them and google decodes them."""
    roots = ImportRoots((folder,), folder, aliases)
    reading = read(names, roots)
    data = descriptor_set(reading, reading.schema.file_by_name, with_source_info=True)
    return list(FileDescriptorSet.FromString(data).file)


def by_protoc(folder: Path, names: Sequence[str]) -> list[FileDescriptorProto]:
    """The same from protoc, which must accept them."""
    outcome = run_protoc(folder, *names)
    assert outcome.files is not None, outcome.stderr
    return list(outcome.files.file)


def root_of(path: Path) -> Path:
    """The folder that names of files start in, in a release of ONNX: until 1.2 that of the files."""
    is_bare = re.search(rb'^import "(?!onnx/)', path.read_bytes(), re.MULTILINE)
    return path.parent if is_bare else path.parents[1]


def assert_same(ours: FileDescriptorProto, theirs: FileDescriptorProto) -> None:
    """Compare two descriptors of one file: what is declared, and every location and comment."""
    places, their_places = ours.source_code_info.location, theirs.source_code_info.location
    # Locations one by one: a difference in the text of all of them takes minutes to show.
    for place, their_place in zip(places, their_places, strict=False):
        assert place == their_place, f"{theirs.name}: {place} {their_place}"
    assert len(places) == len(their_places), theirs.name
    assert without_places(ours) == without_places(theirs), theirs.name
    # Options of the schema's own are unknown to this process; their bytes are not.
    assert ours.SerializeToString() == theirs.SerializeToString(), theirs.name


def without_places(file: FileDescriptorProto) -> str:
    """A descriptor as text, without source info."""
    copy = FileDescriptorProto()
    copy.CopyFrom(file)
    copy.source_code_info.CopyFrom(SourceCodeInfo())
    return str(copy)
