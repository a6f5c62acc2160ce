"""Runs what tests say of messages twice: of those that are decoded, and of untouched ones.

In the second run, FromString and what is made of it give messages of a mapped file of which
nobody has touched anything, however small they are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from onnxwire._codec import decoders
from oracles.external_models import EIGHT
from oracles.untouched_decoding import decode_untouched

DECODED, UNTOUCHED = "decoded", "untouched"
ONCE = {
    "test_concurrent_saving": "opens what it saves",
    "test_changed_files": "opens what it changes",
    "test_changed_model_files": "opens what it changes",
    "test_convert": "runs the command",
    "test_explorer_command": "runs the command",
    "test_explorer_formats": "walks over bytes",
    "test_explorer_page": "runs the command",
    "test_explorer_readings": "walks over bytes",
    "test_explorer_reports": "walks over bytes",
    "test_explorer_tensors": "runs the command",
    "test_deep_messages": "builds most messages by hand",
    "test_explorer_walk": "walks over bytes",
    "test_external_data": "decodes what it opens",
    "test_external_saving": "opens what it saves",
    "test_file_formats": "decodes what it opens",
    "test_file_kinds": "decodes what it opens",
    "test_file_names": "decodes what it opens",
    "test_file_systems": "opens what it saves",
    "test_files": "decodes what it opens",
    "test_hard_links": "decodes what it opens",
    "test_info": "decodes what it opens",
    "test_large_files": "takes too long",
    "test_interleaved_saving": "opens what it saves",
    "test_interrupted_saving": "opens what it saves",
    "test_locations": "decodes what it opens",
    "test_mapped_files": "chooses what is untouched",
    "test_memory": "runs in a process of its own",
    "test_onnx_suite": "runs in a process of its own",
    "test_output_streams": "runs the command",
    "test_odd_arrays": "makes what it looks at",
    "test_resaving": "opens what it saves",
    "test_short_writes": "writes what it made",
    "test_soak": "runs in a process of its own",
    "test_saving": "opens what it saves",
    "test_saving_order": "opens what it saves",
    "test_saving_sequences": "opens what it saves",
    "test_swap": "runs in a process of its own",
    "test_onnxruntime": "opens what it saves",
    "test_tensors_command": "runs the command",
    "test_tensors_of_values": "makes what it looks at",
    "test_text_format": "takes too long",
    "test_forks": "chooses what is untouched",
    "test_interrupts": "chooses what is untouched",
    "test_threads": "chooses what is untouched",
    "test_untouched_lists": "chooses what is untouched",
    "test_untouched_messages": "chooses what is untouched",
    "test_wheel_models": "takes too long",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make two tests of each."""
    if metafunc.definition.path.stem not in ONCE:
        metafunc.parametrize("state", [DECODED, UNTOUCHED], indirect=True)


@pytest.fixture(name="state", autouse=True)
def state_(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What messages are after they were read."""
    if getattr(request, "param", DECODED) == UNTOUCHED:
        request.getfixturevalue("all_untouched")
        monkeypatch.setattr("onnxwire._runtime.message.decode_into", decode_untouched)


@pytest.fixture(name="all_untouched")
def all_untouched_(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message of a map is decoded with the one that it stands in, however small it is."""
    for module in (decoders.onnx, decoders.onnx_data, decoders.onnx_operators):
        monkeypatch.setattr(module, "UNTOUCHED_FROM", 1)


@pytest.fixture(name="data_folder")
def data_folder_(tmp_path: Path) -> Path:
    """The folder of a model, with files of data in it and beside it."""
    (tmp_path / "secret.bin").write_bytes(EIGHT)
    folder = tmp_path / "models"
    (folder / "sub").mkdir(parents=True)
    for name in ("w.bin", "sub/w.bin", "with space.bin", "ü.bin", "..bin"):
        (folder / name).write_bytes(EIGHT)
    return folder
