"""Fetches schemas of other projects from wheels on PyPI into build/families, one folder each."""

from __future__ import annotations

import zipfile
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto

from oracles.schema_text import descriptor_in, schema_text
from wheels import BUILD, wheel

FAMILIES = BUILD / "families"
# What a wheel has no schemas of is in its generated modules.
WHEELS = {
    "channelz": "grpcio-channelz==1.85.0",
    "health": "grpcio-health-checking==1.85.1",
    "reflection": "grpcio-reflection==1.85.1",
    "kubeflow": "kfp-pipeline-spec==2.17.3",
    "meshtastic": "meshtastic==2.7.11",
    "opentelemetry": "opentelemetry-proto==1.45.2",
    "tensorflow_metadata": "tensorflow-metadata==1.21.0",
    "xds": "xds-protos==1.85.0",
    "feast": "feast==0.40.0",
    "mlflow": "mlflow-skinny==3.17.2",
    "ml_metadata": "ml-metadata==1.17.1",
}


def main() -> None:
    """Fetch what is not there yet and say how many files there are of each family."""
    for family, requirement in WHEELS.items():
        folder = FAMILIES / family
        if not folder.exists():
            with zipfile.ZipFile(wheel(requirement, "3.11")) as archive:
                _put(archive, folder)
        print(f"{len(list(folder.rglob('*.proto'))):>4}  {family}")


def _put(archive: zipfile.ZipFile, folder: Path) -> None:
    """Write the schemas of a wheel, and their imports that came with it."""
    for name in archive.namelist():
        if name.endswith("_pb2.py"):
            file = descriptor_in(archive.read(name).decode())
            if file is not None and not file.name.startswith("google/protobuf/"):
                _write(folder, file)


def _write(folder: Path, file: FileDescriptorProto) -> None:
    path = folder / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(schema_text(file), encoding="utf-8")


if __name__ == "__main__":
    main()
