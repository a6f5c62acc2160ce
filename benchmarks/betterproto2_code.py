"""betterproto2's classes for ONNX: the schema in, its generated package out, never committed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCHEMAS = Path(__file__).parents[1] / "schemas" / "onnx"
# Not `onnx`: that one is there already.
PACKAGE = "onnx_betterproto2"


def make(folder: Path) -> None:
    """Run protoc with betterproto2's plugin, which looks for its formatter on the path."""
    out = folder / PACKAGE
    out.mkdir(exist_ok=True)
    scripts = os.path.dirname(sys.executable)
    environment = {**os.environ, "PATH": scripts + os.pathsep + os.environ.get("PATH", "")}
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{SCHEMAS}"]
    command += [f"--python_betterproto2_out={out}", "onnx.proto"]
    subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
