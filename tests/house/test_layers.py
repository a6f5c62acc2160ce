"""The rules of the house: who may import whom, what is documented, how long a file may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
GENERATOR = CHECKOUT / "generator" / "wiregen"
PACKAGE = CHECKOUT / "generated" / "onnxwire"
TEMPLATES = CHECKOUT / "templates"

# The packages of the generator from the top down; a module may import from its own package and
# from those below it.
PACKAGES = (
    "cli",
    "pipeline",
    "targets",
    "update",
    "history",
    "evolution",
    "annotations",
    "output",
    "descriptors",
    "validation",
    "lowering",
    "wire",
    "schema",
    "syntax",
    "project",
    "source",
)
LONGEST_FILE = 405
# What the package uses where it is installed, or type checkers know, but does not need.
ALLOWED_LATER = {*sys.stdlib_module_names, "_typeshed", "numpy", "ml_dtypes"}


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def package_of(module: str) -> str:
    """The package, or module at the top, that a dotted name below `wiregen` belongs to."""
    return module.partition(".")[0]


def own_imports(path: Path) -> Iterator[str]:
    """The modules of wiregen that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "wiregen":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wiregen."):
            yield str(node.module).removeprefix("wiregen.")


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(GENERATOR).with_suffix("").parts)


def test_the_list_of_packages_is_complete() -> None:
    found = {package_of(dotted(path)) for path in modules(GENERATOR)}
    assert found == {*PACKAGES, "__init__", "__main__"}


@pytest.mark.parametrize("path", modules(GENERATOR), ids=dotted)
def test_imports_point_downwards(path: Path) -> None:
    if (package := package_of(dotted(path))).startswith("__"):
        return
    for imported in own_imports(path):
        assert PACKAGES.index(package_of(imported)) >= PACKAGES.index(package), imported


# What targets have in common: the extension point, and where the reference documents what.
SHARED = ("target", "places")
# The list of all targets.
BUILT_IN = "built_in"


def test_targets_do_not_import_each_other() -> None:
    for path in modules(GENERATOR / "targets"):
        own = dotted(path).split(".")[1]
        for imported in own_imports(path):
            if imported.startswith("targets.") and own != BUILT_IN:
                assert imported.split(".")[1] in (own, *SHARED), f"{path}: {imported}"


def run_at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when a module is imported: not functions, and not what type checkers see."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.If) and is_for_types:
            waiting += node.orelse
        elif not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def test_the_package_imports_only_the_standard_library() -> None:
    for path in modules(PACKAGE):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        at_import = set(run_at_import(tree))
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            for name in names:
                allowed = sys.stdlib_module_names if node in at_import else ALLOWED_LATER
                assert name.partition(".")[0] in allowed, f"{path}: {name}"


def test_the_package_is_imported_with_nothing_else_in_reach() -> None:
    # -I and -S: no site-packages, no user folder; the package's own folder is all there is.
    code = f"import sys; sys.path.append({str(PACKAGE.parent)!r}); import onnxwire"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("folder", [GENERATOR, TEMPLATES, PACKAGE], ids=lambda path: path.name)
def test_public_names_have_docstrings(folder: Path) -> None:
    bare = []
    for path in modules(folder):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if ast.get_docstring(tree) is None:
            bare.append(f"{path}: the module")
        bare += [f"{path}: {name}" for name in undocumented(tree, "")]
    assert not bare, "\n".join(bare)


def undocumented(node: ast.AST, prefix: str) -> Iterator[str]:
    """Public classes, functions and methods without docstring.

    Setters, overloads and what only type checkers see say nothing new; the methods of the
    parser's builder are named after the rules of the grammar, which stand in its file.
    """
    for child in getattr(node, "body", []):
        if not isinstance(child, (ast.ClassDef, ast.FunctionDef)) or child.name.startswith("_"):
            continue
        decorators = {
            ast.unparse(decorator).rpartition(".")[2] for decorator in child.decorator_list
        }
        if not decorators & {"setter", "overload"} and ast.get_docstring(child) is None:
            yield prefix + child.name
        if isinstance(child, ast.ClassDef):
            yield from undocumented(child, f"{prefix}{child.name}.")


def test_files_that_people_write_are_short() -> None:
    folders = (GENERATOR, TEMPLATES, CHECKOUT / "tests")
    long = {
        str(path): length
        for folder in folders
        for path in modules(folder)
        if (length := path.read_text(encoding="utf-8").count("\n")) > LONGEST_FILE
    }
    assert not long


REFUSED = {"__del__", "disable", "enable", "set_threshold"}


def refused_names(text: str) -> set[str]:
    """Names in a module that would run code when objects die, or change the collector's settings."""
    found: set[object] = set()
    for node in ast.walk(ast.parse(text)):
        # Functions and imported names have a name, attributes an attr, assigned names an id; what
        # is set or looked up by its name is a constant.
        found |= {getattr(node, word, None) for word in ("name", "attr", "id")}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return {name for name in REFUSED if name in found}


def test_nothing_runs_when_objects_die_and_the_collector_is_left_on() -> None:
    paths = (*modules(PACKAGE), *modules(TEMPLATES))
    assert len(paths) > 200
    for path in paths:
        assert not refused_names(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    "text",
    [
        "from gc import disable",
        "from gc import enable as on",
        "import gc\ngc.enable()",
        "import gc as collector\ncollector.set_threshold(0)",
        "class A:\n    def __del__(self): ...",
        "class A:\n    __del__ = print",
        "A.__del__ = print",
        'setattr(A, "__del__", print)',
        'getattr(gc, "disable")()',
    ],
)
def test_it_would_be_seen_however_it_is_written(text: str) -> None:
    assert len(refused_names(text)) == 1
