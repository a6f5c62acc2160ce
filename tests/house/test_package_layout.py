"""The layout of generated packages: who may import whom, and what users see."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import onnxwire
from support.checkout import CHECKOUT
from wiregen.targets.python.features import FEATURES

PACKAGE = CHECKOUT / "generated" / "onnxwire"
RUNTIME = CHECKOUT / "templates" / "runtime"

# The folders of the package; each imports from those before it only.
FOLDERS = (
    *("_runtime", "messages", "_codec", "_text", "_json", "_recognition"),
    *("_tensors", "_external", "_rules", "_values", "_files", "_explorer", "_cli"),
)
# The public modules that a private folder may use, since it offers what they do.
PUBLIC_BY_FOLDER = {"_files": {"json_format", "text_format"}}
PUBLIC_MODULES = {
    *("descriptor", "helper", "json_format", "message", "messages", "pb2", "rules"),
    *("small_floats", "text_format"),
}


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def first_steps(path: Path, root: Path) -> Iterator[str]:
    """Yield the top-level modules and folders of its package that a module imports from."""
    package = path.relative_to(root).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            assert node.level <= len(package) + 1, f"{path}: {ast.unparse(node)}"
            parts = (*package[: len(package) + 1 - node.level], *(node.module or "").split("."))
            steps = [part for part in parts if part]
            yield from steps[:1] or [alias.name for alias in node.names]


@pytest.mark.parametrize("folder", FOLDERS)
def test_folders_import_from_those_before_them(folder: str) -> None:
    allowed = {*FOLDERS[: FOLDERS.index(folder) + 1], *PUBLIC_BY_FOLDER.get(folder, ())}
    for path in modules(PACKAGE / folder):
        assert set(first_steps(path, PACKAGE)) <= allowed, path


def test_every_folder_of_the_package_is_listed() -> None:
    found = {path.relative_to(PACKAGE).parts[0] for path in modules(PACKAGE)}
    assert {name for name in found if not name.endswith(".py")} == {*FOLDERS, "pb2"}


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_imports_from_what_it_needs(name: str) -> None:
    feature = FEATURES[name]
    used = {
        step
        for folder in feature.folders
        for path in modules(RUNTIME / folder)
        for step in first_steps(path, RUNTIME)
    }
    needed = {folder for need in feature.needs for folder in FEATURES[need].folders}
    assert used - {"_runtime", "_codec", *feature.folders} == needed


def test_what_every_package_has_needs_no_feature() -> None:
    for path in modules(RUNTIME / "_runtime"):
        assert set(first_steps(path, RUNTIME)) <= {"_runtime"}, path


def test_public_modules_are_there_after_one_import() -> None:
    code = (
        "import sys, onnxwire\n"
        "print(sorted(m for m in sys.modules if m.startswith('onnxwire.') and m.count('.') == 1))\n"
        f"print([getattr(onnxwire, name).__name__ for name in {sorted(PUBLIC_MODULES)}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded, offered = map(ast.literal_eval, done.stdout.splitlines())
    assert offered == [f"onnxwire.{name}" for name in sorted(PUBLIC_MODULES)]
    # The others are loaded when they are first used.
    assert {name for name in loaded if "._" not in name} == {"onnxwire.messages"}


def test_dir_lists_what_users_need() -> None:
    special = {name for name in dir(onnxwire) if name.startswith("__") and name.endswith("__")}
    assert set(dir(onnxwire)) - special == {*onnxwire.__all__, *PUBLIC_MODULES}
    assert not PUBLIC_MODULES & set(onnxwire.__all__)
    assert not [name for name in onnxwire.__all__ if name.startswith("_")]
    assert {"__name__", "__doc__", "__file__", "__path__"} <= special
