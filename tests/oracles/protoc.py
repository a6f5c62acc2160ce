"""Runs protoc and returns descriptors or the locations of errors."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from wiregen.source.roots import well_known_folder

_FAULT = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<sentence>.+)")


@dataclass(frozen=True)
class Fault:
    """One error or warning of protoc; line and column are counted from 1."""

    file: str
    line: int
    column: int
    sentence: str


@dataclass(frozen=True)
class Outcome:
    """All files of a run, imported ones first, with comments; or why there are none."""

    files: FileDescriptorSet | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    stderr: str


def run_protoc(folder: Path, *names: str) -> Outcome:
    """What protoc says of some files, named as imports name them, in a folder."""
    with tempfile.TemporaryDirectory() as temporary, _captured_stderr() as stderr:
        out = Path(temporary, "descriptors")
        arguments = (
            f"-I{well_known_folder()}",
            "--include_imports",
            "--include_source_info",
            f"--descriptor_set_out={out}",
        )
        # In this process: a run takes a millisecond, and there are hundreds of them.
        code = protoc.main(["protoc", f"-I{folder}", *arguments, *names])
        files = FileDescriptorSet.FromString(out.read_bytes()) if code == 0 else None
        stderr.seek(0)
        text = stderr.read().decode("utf-8", "replace")
    found = list(_faults(text))
    warnings = tuple(fault for fault in found if fault.sentence.startswith("warning: "))
    faults = tuple(fault for fault in found if fault not in warnings)
    return Outcome(files, faults, warnings, text)


def descriptors(folder: Path, *names: str) -> FileDescriptorSet:
    """The files that protoc must accept."""
    outcome = run_protoc(folder, *names)
    assert outcome.files is not None, outcome.stderr
    return outcome.files


def _faults(text: str) -> Iterator[Fault]:
    for found in _FAULT.finditer(text):
        yield Fault(found["file"], int(found["line"]), int(found["column"]), found["sentence"])


@contextmanager
def _captured_stderr() -> Iterator[BinaryIO]:
    """A file that receives what C++ code writes to the standard error."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(kept, 2)
            os.close(kept)
