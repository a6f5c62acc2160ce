"""Loads the public modules of a package on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def attribute_functions(
    namespace: dict[str, Any], modules: Sequence[str], absent: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package, whose globals are given.

    `modules` are the names of its public modules. `absent` has those that it was generated
    without, each with the feature that it belongs to.
    """
    package = namespace["__name__"]

    def load(name: str) -> Any:
        if name in modules:
            return import_module(f".{name}", package)
        reason = f": {absence(package, absent[name])}" if name in absent else ""
        raise AttributeError(f"module {package!r} has no attribute {name!r}{reason}")

    def public_names() -> list[str]:
        special = [name for name in namespace if name.startswith("__") and name.endswith("__")]
        return sorted({*special, *namespace["__all__"], *modules})

    return load, public_names


def absence(package: str, feature: str) -> str:
    """Return a sentence on what a package was generated without, and how to add it."""
    return f"{package} was generated without the feature '{feature}'; add it to 'features'"
