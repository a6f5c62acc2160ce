"""Threads, timers that raise and forks at once, over lazy models; `make soak` runs it longer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import onnxwire
from support.commands import output_of_code
from support.options import count_of

# In a process of its own: it forks while threads run, and its timer raises anywhere.
SOAK = """
import os, random, signal, sys, threading, time, warnings
import onnxwire

path, seconds, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
warnings.simplefilter("ignore", DeprecationWarning)
sys.setswitchinterval(1e-5)
random.seed(seed)
data = onnxwire.load(path).SerializeToString()
expected = onnxwire.ModelProto.FromString(data)
rounds = interrupts = children = 0
problems = []

class Interrupt(Exception):
    pass

def interrupt(*_):
    raise Interrupt

def visit(model):
    for node in random.sample(list(model.graph.node), 20):
        assert node.op_type and len(node.input) == 2 and not node.HasField("doc_string")
        assert [attribute.i for attribute in node.attribute] == [7]
    assert model.graph.initializer[0].float_data[5] == 5.0
    assert not model.training_info and model.graph.node[3].attribute[0].t.dims == []

def read(model):
    try:
        visit(model)
        assert model == expected
    except BaseException as error:
        problems.append(repr(error))

def visit_interrupted(model):
    global interrupts
    signal.setitimer(signal.ITIMER_REAL, random.uniform(1e-5, 2e-3))
    try:
        visit(model)
    except Interrupt:
        interrupts += 1
    finally:
        while True:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                break
            except Interrupt:
                interrupts += 1

signal.signal(signal.SIGALRM, interrupt)
end = time.monotonic() + seconds
while time.monotonic() < end and not problems:
    rounds += 1
    model = onnxwire.load(path)
    threads = [threading.Thread(target=read, args=(model,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        visit_interrupted(model)
    except Interrupt:
        interrupts += 1
    if rounds % 3 == 0:
        child = os.fork()
        if child == 0:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            # A child that hangs is killed by its timer.
            signal.alarm(20)
            try:
                visit(model)
                os._exit(0 if model == expected else 1)
            finally:
                os._exit(2)
        children += os.waitpid(child, 0)[1] == 0
        assert children == rounds // 3, f"a child failed in round {rounds}"
    for thread in threads:
        thread.join()
    assert model.SerializeToString() == data and not problems, problems
assert not problems, problems
print(rounds, interrupts, children)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs fork and interval timers")
def test_readers_timers_and_forks_leave_whole_messages(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    node = onnxwire.NodeProto(
        op_type="Add", input=["x", "y"], attribute=[{"name": "k", "i": 7, "type": 2}]
    )
    model = onnxwire.ModelProto(ir_version=8, graph={"node": [node] * 300})
    model.graph.initializer.add(name="w", float_data=map(float, range(3000)))
    path = tmp_path / "model.onnx"
    onnxwire.save(model, path)
    seconds = count_of(pytestconfig, "--soak")
    printed = output_of_code(SOAK, path, str(seconds), "1")
    rounds, interrupts, children = map(int, printed.split())
    assert rounds > 3 * seconds and interrupts > seconds and children >= seconds
