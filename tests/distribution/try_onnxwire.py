"""Try every command of an installed onnxwire, in an environment that may hold nothing else.

Run with the environment's Python; the exit code is 0 if everything works.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

TRIED = (
    ("info", "m.onnx"),
    ("tensors", "m.onnx", "--verify"),
    ("check", "m.onnx"),
    ("convert", "m.onnx", "m.json"),
    ("explore", "m.onnx"),
)


def main() -> None:
    """Try the package and its commands in an empty folder."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_a_model()
        listed = re.search(r"\{([\w,]+)\}", run("--help"))
        assert listed and set(listed[1].split(",")) == {words[0] for words in TRIED}
        for words in TRIED:
            run(*words)
        assert os.path.getsize("m.json")
        run("--version")


def write_a_model() -> None:
    """Build, save and load a model, for which only the standard library may be imported."""
    before = set(sys.modules)
    import onnxwire

    model = onnxwire.ModelProto(ir_version=10, opset_import=[{"version": 21}])
    model.graph.name = "g"
    model.graph.initializer.add(name="w", dims=[2], data_type=1, raw_data=bytes(8))
    onnxwire.save(model, "m.onnx")
    assert onnxwire.load("m.onnx") == model
    imported = {name.partition(".")[0] for name in set(sys.modules) - before}
    assert imported - sys.stdlib_module_names == {"onnxwire"}, imported


def run(*words: str) -> str:
    """Show and return what the installed command prints."""
    command = shutil.which("onnxwire", path=os.path.dirname(sys.executable))
    assert command, f"no command onnxwire beside {sys.executable}"
    done = subprocess.run([command, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"onnxwire {words}: {done.stdout}{done.stderr}"
    print(done.stdout, end="")
    return done.stdout


if __name__ == "__main__":
    main()
