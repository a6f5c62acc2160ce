"""The wheel: built, installed where nothing else is, imported, and run with its extra."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # No isolation: what builds the wheel is in the test extra already.
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    run(*build, CHECKOUT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def bare_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("bare")
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    # --no-index: nothing can be fetched, so nothing is needed.
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--quiet")
    run(*pip, wheel)
    yield python


def test_the_wheel_holds_both_packages_and_the_templates(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "onnxwire/__init__.py",
        "onnxwire/py.typed",
        "onnxwire/messages/onnx.py",
        "wiregen/protobuf.lark",
        "wiregen/templates/python/messages.py.jinja",
        "wiregen/templates/runtime/_runtime/message.py",
        "wiregen/templates/onnx/_files/files.py",
    ):
        assert name in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_the_package_works_with_nothing_else_installed(bare_python: Path, tmp_path: Path) -> None:
    code = (
        "import onnxwire, sys;"
        "model = onnxwire.ModelProto(graph=onnxwire.GraphProto(name='g'));"
        "onnxwire.save(model, 'm.onnx'); assert onnxwire.load('m.onnx') == model;"
        "print(sorted({m.partition('.')[0] for m in sys.modules}"
        " - sys.stdlib_module_names - {'__main__', 'onnxwire'}))"
    )
    assert run(bare_python, "-c", code, cwd=tmp_path).strip() in ("[]", "['_virtualenv']")
    info = run(bare_python.with_name("onnxwire"), "info", "m.onnx", cwd=tmp_path)
    assert info.startswith("m.onnx\n")


def test_the_generator_without_its_extra_says_what_to_install(bare_python: Path) -> None:
    command = [str(bare_python.with_name("wiregen")), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'onnxwire[generate]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_generator_works_from_the_wheel_outside_the_checkout(
    wheel: Path, tmp_path: Path
) -> None:
    # The wheel's own code and templates, unpacked, before the checkout's on the path.
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    (tmp_path / "my.proto").write_text(
        'syntax = "proto3"; package shop;\n'
        "message Order { string id = 1; map<string, int32> count_by_item = 2; }\n"
    )
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r});"
        "from wiregen.__main__ import main;"
        "sys.argv = 'wiregen generate my.proto --package mypkg --out .'.split(); main()"
    )
    assert "mypkg:" in run(sys.executable, "-c", code, cwd=tmp_path)
    use = (
        "import mypkg; order = mypkg.Order(id='a', count_by_item={'b': 2});"
        "print(order.SerializeToString().hex(),"
        " mypkg.Order.FromString(order.SerializeToString()) == order)"
    )
    assert run(sys.executable, "-c", use, cwd=tmp_path).split() == [
        "0a016112050a01621002",
        "True",
    ]
