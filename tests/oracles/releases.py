"""Releases of ONNX: what a release's archive carries, and its messages made by two generators."""

from __future__ import annotations

import importlib
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from wiregen.evolution.archives import schema_files
from wiregen.evolution.versions import Version, version_of
from wiregen.output import writing as disk
from wiregen.pipeline import outputs
from wiregen.project import Package, read_configuration

from .protoc import descriptors

CHECKOUT = Path(__file__).parents[2]
SUFFIXES = (".onnx", ".pb")
# What a .pb file can hold; in the first releases also a node or a model.
VALUES = ("TensorProto", "SequenceProto", "OptionalProto", "NodeProto", "ModelProto")


@dataclass(frozen=True)
class ReleaseFile:
    """A file with the name of the message type that it holds."""

    name: str
    data: bytes
    type_name: str


@dataclass(frozen=True)
class Release:
    """One release: its archive, the package that wiregen makes of its schemas, google's classes."""

    archive: Path
    package: ModuleType
    pool: Any

    def theirs(self, name: str) -> Any:
        """Google's class of a message type, or None if the release has none of that name."""
        try:
            descriptor = self.pool.FindMessageTypeByName(f"onnx.{name}")
        except KeyError:
            return None
        return message_factory.GetMessageClass(descriptor)

    def files(self) -> Iterator[ReleaseFile]:
        """The models and values in the archive.

        The type is the one in which google's reader knows every field and google's writer
        writes the same bytes: the bytes of a tensor can often be read as something else.
        """
        for name, data in _members(self.archive):
            names = ("ModelProto",) if name.endswith(".onnx") else VALUES
            fitting = next((n for n in names if _is_canonical(self.theirs(n), data)), None)
            assert fitting is not None, f"{self.archive.name}: {name} holds nothing that is known"
            yield ReleaseFile(name, data, fitting)


def archive_of(version: str) -> Path | None:
    """The archive of a release, if it was fetched."""
    build = CHECKOUT / "build"
    places = (
        *build.glob(f"wheels/onnx=={version}/*.whl"),
        build / f"sources/onnx-{version}.tar.gz",
    )
    return next((place for place in places if place.exists()), None)


def release_of(version: str, archive: Path, folder: Path) -> Release:
    """A release, with a package generated in a folder."""
    found = version_of(read_configuration(CHECKOUT)[0], schema_files(archive))
    assert found is not None
    texts = {name: found.roots.data_by_name[name] for name in found.names}
    name = f"onnx_{version.replace('.', '_')}"
    return Release(archive, *_made(tuple(texts.items()), found, name, folder))


# Releases that differ in the third number often have the same schemas.
_MADE: dict[tuple[tuple[str, bytes], ...], tuple[ModuleType, Any]] = {}


def _made(
    texts: tuple[tuple[str, bytes], ...], version: Version, name: str, folder: Path
) -> tuple[ModuleType, Any]:
    if texts not in _MADE:
        _MADE[texts] = _package(dict(texts), version, name, folder), _pool(
            dict(texts), version, folder / f"{name}_protoc"
        )
    return _MADE[texts]


def _package(texts: Mapping[str, bytes], version: Version, name: str, folder: Path) -> ModuleType:
    schemas = folder / f"{name}_schemas"
    _write(texts, schemas)
    aliases = version.roots.alias_by_name
    package = Package(name, folder, (schemas,), tuple(texts), schemas, aliases)
    disk.write(outputs(package))
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


def _pool(texts: Mapping[str, bytes], version: Version, folder: Path) -> Any:
    """What protoc makes of the schemas, which import each other by the names of their files."""

    def real_import(found: re.Match[bytes]) -> bytes:
        return b'import "%s"' % version.roots.real_name(found[1].decode()).encode()

    _write(
        {n: re.sub(rb'import "([^"]+)"', real_import, data) for n, data in texts.items()}, folder
    )
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors(folder, *texts).file:
        pool.AddSerializedFile(file.SerializeToString())
    return pool


def _write(texts: Mapping[str, bytes], folder: Path) -> None:
    folder.mkdir()
    for name, data in texts.items():
        (folder / name).write_bytes(data)


def _is_canonical(theirs: Any, data: bytes) -> bool:
    if theirs is None:
        return False
    try:
        message = theirs.FromString(data)
    except DecodeError:
        return False
    again = message.SerializeToString(deterministic=True)
    message.DiscardUnknownFields()
    return bool(again == data and message.ByteSize() == len(data))


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if name.endswith(SUFFIXES):
                    yield name, wheel.read(name)
        return
    with tarfile.open(archive) as source:
        for member in source:
            data = source.extractfile(member) if member.name.endswith(SUFFIXES) else None
            if data is not None:
                yield member.name, data.read()
