"""Memory: setting, adding, parsing and opening again and again takes no more of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# In a process of its own: what other tests hold and free does not count.
USE = """
import onnxwire, os, resource, sys

def kilobytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024

node, tensor = onnxwire.NodeProto(name="n"), onnxwire.TensorProto()
graph = onnxwire.GraphProto(node=[{"name": "n", "input": ["x"] * 10}])
data, texts, weights = graph.SerializeToString(), ["a" * 100, "b" * 100], [bytes(10**6), bytes(10**6)]
onnxwire.save(onnxwire.GraphProto(initializer=[{"name": "w", "raw_data": weights[0]}]), sys.argv[1])
mapped = onnxwire.load(sys.argv[1], onnxwire.GraphProto)
def work(count):
    global mapped
    for index in range(count):
        node.name = texts[index % 2]
        node.ByteSize()
        tensor.raw_data = weights[index % 2]
        graph.node.add(name="m")
        del graph.node[-1]
        graph.ParseFromString(data)
        mapped.initializer[0].raw_data = weights[index % 2]
        mapped = onnxwire.load(sys.argv[1], onnxwire.GraphProto)
        assert mapped.initializer[0].name == "w"
work(2_000)
before = kilobytes()
work(5_000)
print(kilobytes() - before, len(os.listdir("/proc/self/fd")))
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the size of a process is read from /proc"
)
def test_neither_memory_nor_open_files_grow_with_use(tmp_path: Path) -> None:
    command = [sys.executable, "-c", USE, str(tmp_path / "graph.pb")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    kilobytes, files = map(int, done.stdout.split())
    assert kilobytes < 500 and files < 10
