"""Try every command of an installed wiregen, in an environment that holds its dependencies.

Run with the environment's Python; the exit code is 0 if everything works.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLD = 'syntax = "proto3"; package shop; message Order { string id = 1; }'
NEW = """syntax = "proto3";
package shop;
import "google/protobuf/timestamp.proto";
message Order {
  string id = 1;
  map<string, int32> count_by_item = 2;
  google.protobuf.Timestamp ordered = 3;
}
"""
PROJECT = """
[[tool.wiregen.packages]]
name = "shop"
out = "."
root = "."
schemas = ["shop.proto"]
[tool.wiregen.packages.history]
file = "history.json"
project = "Shop"
schemas = ["shop.proto"]
"""
# The first three are about one schema, the others about versions of it in a project.
TRIED = (
    ("generate", "shop.proto", "--package", "mypkg", "--out", "."),
    ("check", "shop.proto", "--package", "mypkg", "--out", "."),
    ("docs", "shop.proto", "--out", "reference"),
    ("ir", "shop.proto"),
    ("descriptor", "shop.proto", "-o", "shop.binpb"),
    ("diff", "shop-1.0", "shop.proto"),
    ("update", "--from", "shop-1.0"),
    ("history", "shop-1.0"),
)


def main() -> None:
    """Try all commands in a small project."""
    from wiregen.cli.main import main as command_line

    assert set(command_line.commands) == {words[0] for words in TRIED}
    assert importlib.util.find_spec("onnxwire") is None, "onnxwire is installed too"
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("shop-1.0").mkdir()
        Path("shop-1.0", "shop.proto").write_text(OLD)
        Path("shop.proto").write_text(NEW)
        Path("pyproject.toml").write_text(PROJECT)
        for words in TRIED:
            command_line(words, prog_name="wiregen", standalone_mode=False)
        # What stands beside a generated package is not part of it, so it is left alone.
        assert Path("pyproject.toml").read_text() == PROJECT
        sys.path.insert(0, folder)
        order = importlib.import_module("mypkg").Order(id="a", count_by_item={"b": 2})
        assert order.SerializeToString().hex() == "0a016112050a01621002"
    script = shutil.which("wiregen", path=os.path.dirname(sys.executable))
    assert script, f"no command wiregen beside {sys.executable}"
    subprocess.run([script, "--version"], check=True)


if __name__ == "__main__":
    main()
