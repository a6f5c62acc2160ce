"""Memory: setting, adding and parsing again and again takes no more of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

# In a process of its own: what other tests hold and free does not count.
USE = """
import onnxwire, resource

def kilobytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024

node, tensor = onnxwire.NodeProto(name="n"), onnxwire.TensorProto()
graph = onnxwire.GraphProto(node=[{"name": "n", "input": ["x"] * 10}])
data, texts, weights = graph.SerializeToString(), ["a" * 100, "b" * 100], [bytes(10**6), bytes(10**6)]
def work(count):
    for index in range(count):
        node.name = texts[index % 2]
        node.ByteSize()
        tensor.raw_data = weights[index % 2]
        graph.node.add(name="m")
        del graph.node[-1]
        graph.ParseFromString(data)
work(2_000)
before = kilobytes()
work(50_000)
print(kilobytes() - before)
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the size of a process is read from /proc"
)
def test_memory_does_not_grow_with_use() -> None:
    done = subprocess.run([sys.executable, "-c", USE], check=True, capture_output=True, text=True)
    assert int(done.stdout) < 5_000
