"""Features of generated packages: their requirements and files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wiregen.output.rendering import templates_folder
from wiregen.project import Package


@dataclass(frozen=True, slots=True)
class Feature:
    """A part of the runtime that a package can do without."""

    name: str
    # The folders of the feature, which are private, and the modules that it adds to the public.
    folders: tuple[str, ...]
    modules: tuple[str, ...] = ()
    # The features that this one is built on.
    needs: tuple[str, ...] = ()
    # By module, the names that the package itself offers.
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


FEATURES = {
    feature.name: feature
    for feature in (
        Feature("text", ("_text",), ("text_format",)),
        Feature("json", ("_json",), ("json_format",)),
        Feature("rules", ("_rules",), ("rules",), names={"_rules.checking": ("check",)}),
        Feature(
            "explorer", ("_recognition", "_explorer", "_cli"), ("__main__",), ("text", "rules")
        ),
    )
}
_RELATIVE_IMPORT = re.compile(r"^ *from \.+(\w*)\S* import (.+)", re.MULTILINE)
# What people who know protobuf expect.
DEFAULT_FEATURES = ("text", "json")


def features_of(package: Package) -> tuple[Feature, ...]:
    """Return the features that the settings ask for, and those that they need."""
    names = DEFAULT_FEATURES if package.features is None else package.features
    if package.features is None and package.annotations is not None:
        names = (*names, "rules")
    for name in names:
        if name not in FEATURES:
            known = ", ".join(FEATURES)
            raise package.fault(f"expected one of {known}, got '{name}'", "features", word=name)
    needed = {need for name in names for need in FEATURES[name].needs}
    return tuple(feature for feature in FEATURES.values() if feature.name in {*names, *needed})


def copies(package: Package) -> dict[str, str]:
    """Return the files that are copied, each with the folder of templates that has it.

    A file of the package's layer takes the place of the runtime's file of that name.
    """
    names = {feature.name for feature in features_of(package)}
    found = {
        path.relative_to(templates_folder() / source).as_posix(): source
        for source in ("runtime", package.layer)
        if source
        for path in sorted((templates_folder() / source).rglob("*.*"))
        if path.is_file() and path.parent.name != "__pycache__"
    }
    wanted = {path: source for path, source in found.items() if feature_of(path) in {None, *names}}
    for path in (path for path, source in wanted.items() if source == package.layer):
        for feature in _imported_features(templates_folder() / package.layer / path):
            if feature not in names:
                raise package.fault(
                    f"the layer '{package.layer}' needs the feature '{feature}', which its"
                    f" {path} imports; add it",
                    "features",
                )
    return wanted


def feature_of(path: str) -> str | None:
    """Return the feature that a file of a package belongs to, if it belongs to one."""
    first = path.partition("/")[0].removesuffix(".py")
    for feature in FEATURES.values():
        if first in feature.folders or first in feature.modules:
            return feature.name
    return None


def _imported_features(path: Path) -> Iterator[str]:
    """Yield the features that a module imports from."""
    if path.suffix == ".py":
        for package, names in _RELATIVE_IMPORT.findall(path.read_text(encoding="utf-8")):
            for name in [package] if package else re.findall(r"\w+", names):
                if (feature := feature_of(name)) is not None:
                    yield feature
