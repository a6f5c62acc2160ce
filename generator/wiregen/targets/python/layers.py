"""Checks the settings of a layer, a folder of package-specific modules."""

from __future__ import annotations

import ast
from pathlib import Path

from wiregen.output.rendering import templates_folder
from wiregen.project import Package
from wiregen.source.diagnostics import did_you_mean
from wiregen.targets.python.features import copies

# The folders of templates that are no layers.
_NO_LAYERS = frozenset({"docs", "python", "runtime"})


def check_layer(package: Package) -> None:
    """Raise an error if the settings name a layer, or names in a module, that do not exist."""
    folder = templates_folder()
    if package.layer in _NO_LAYERS or not (folder / package.layer).is_dir():
        raise package.fault(f"there is no layer '{package.layer}'", "layer")
    copied = copies(package)
    for module, names in package.exports.items():
        path = f"{module.replace('.', '/')}.py"
        if path not in copied:
            raise package.fault(f"the package has no module '{module}'", "exports", module)
        defined = _names_defined_in(folder / copied[path] / path)
        for name in names:
            if name not in defined:
                sentence = f"module '{module}' has no '{name}'{did_you_mean(name, defined)}"
                raise package.fault(sentence, "exports", module, name)


def hand_written_checks(package: Package) -> set[str]:
    """Return what rules can ask for by name: the checks in the layer's `_rules/hand_written.py`."""
    path = templates_folder() / package.layer / "_rules/hand_written.py"
    return _names_defined_in(path) if package.layer and path.is_file() else set()


def _names_defined_in(path: Path) -> set[str]:
    """Return the names that a module defines or imports at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {alias.asname or alias.name for alias in names}
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found
