"""The files of a Python package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wiregen.descriptors.file_set import serialized_files
from wiregen.output.rendering import Output
from wiregen.project import Package
from wiregen.source.diagnostics import UsageError
from wiregen.targets.python.facts_view import facts_views
from wiregen.targets.python.features import FEATURES, copies, features_of
from wiregen.targets.python.layers import check_layer, hand_written_checks
from wiregen.targets.python.rules_view import hand_written_codes, rules_views
from wiregen.targets.python.since_view import since_views
from wiregen.targets.python.view import FileView
from wiregen.targets.target import Inputs

_SUBPACKAGES = {
    "messages": "The message classes and enums, one module for each schema file.",
    "_codec/descriptors": "Descriptors of messages and enums, one module for each schema file.",
    "_codec/serialized": "The schema files as serialized descriptors, one module for each.",
    "_codec/decoders": "Functions that decode messages, one module for each schema file.",
    "_codec/encoders": "Functions that encode messages, one module for each schema file.",
    "_codec/copiers": "Functions that copy messages, one module for each schema file.",
}

# Written as a literal, a byte takes four characters at most.
_BYTES_OF_LINE = 22

# What a package offers of its runtime, by module.
_RUNTIME_NAMES = (
    ("_runtime.errors", ("DecodeError", "EncodeError")),
    ("_runtime.message", ("Message",)),
)


def python_outputs(inputs: Inputs, files: Sequence[FileView]) -> Iterator[Output]:
    """Yield the modules of a package."""
    package, folder = inputs.settings, inputs.settings.folder
    check_layer(package)
    yield Output(folder / "__init__.py", "python/package.py.jinja", _package_views(package, files))
    yield Output(folder / "py.typed", "")
    yield Output(folder / "_codec/__init__.py", "python/codec.py.jinja")
    lines_by_file = _serialized_lines(inputs)
    for name, doc in _SUBPACKAGES.items():
        views = {"doc": doc, "files": files}
        template = f"python/{name.removeprefix('_codec/')}.py.jinja"
        yield Output(folder / name / "__init__.py", "python/subpackage.py.jinja", views)
        for file in files:
            of_file = {"file": file, "lines": lines_by_file[file.name]}
            yield Output(folder / name / f"{file.module}.py", template, of_file)
    yield from _pb2_outputs(package, files)
    if FEATURES["rules"] in features_of(package):
        yield _rules_output(inputs)
        yield Output(folder / "_rules/since.py", "python/since.py.jinja", since_views(inputs))
        yield Output(folder / "_rules/facts.py", "python/facts.py.jinja", facts_views(inputs))
    for name, source in copies(package).items():
        yield Output(folder / name, f"{source}/{name}")
    for module, feature in _absent_modules(package).items():
        views = {"package": package.name, "module": module, "feature": feature}
        yield Output(folder / f"{module}.py", "python/absent_module.py.jinja", views)


def _serialized_lines(inputs: Inputs) -> dict[str, list[bytes]]:
    """The serialized descriptors of files by name, in pieces that fit on a line."""
    return {
        name: [
            data[start : start + _BYTES_OF_LINE] for start in range(0, len(data), _BYTES_OF_LINE)
        ]
        for name, data in serialized_files(inputs.reading, inputs.files).items()
    }


def _pb2_outputs(package: Package, files: Sequence[FileView]) -> Iterator[Output]:
    """Modules that offer what google's generated modules do, by the names that they have."""
    if not package.pb2:
        return
    folder = package.folder / "pb2"
    formats = [m for f in features_of(package) for m in f.modules if m.endswith("_format")]
    views: dict[str, object] = {"modules": sorted(package.pb2), "formats": sorted(formats)}
    yield Output(folder / "__init__.py", "python/pb2_package.py.jinja", views)
    file_by_name = {file.name: file for file in files}
    for module, name in package.pb2.items():
        if name not in file_by_name:
            raise package.fault(f"'{name}' is not a schema of this package", "pb2", module)
        yield Output(folder / f"{module}.py", "python/pb2.py.jinja", {"file": file_by_name[name]})


def _rules_output(inputs: Inputs) -> Output:
    """Return the module with the rules of the annotations."""
    package = inputs.settings
    missing = hand_written_codes(inputs.annotations) - hand_written_checks(package)
    if missing:
        raise UsageError(
            f"{package.annotations}: rules ask for '{min(missing)}', and the layer"
            f" '{package.layer}' has no such function in its _rules/hand_written.py"
        )
    views = rules_views(inputs, has_reference=package.reference is not None)
    return Output(package.folder / "_rules/rules.py", "python/rules.py.jinja", views)


def _package_views(package: Package, files: Sequence[FileView]) -> dict[str, object]:
    layer = sorted(package.exports.items())
    taken = {name for _, names in layer for name in names}
    files_of = Counter(name for file in files for name in file.package_names)
    # A module's name means the module, and what two files declare could mean either.
    ambiguous = _reserved_names(package) | {name for name, count in files_of.items() if count > 1}
    runtime = (*_RUNTIME_NAMES, *(i for f in features_of(package) for i in f.names.items()))
    imports = [
        # The schema's names come first: these are found in their modules all the same.
        *((module, [n for n in names if n not in files_of]) for module, names in runtime),
        *layer,
        *(
            (
                f"messages.{file.module}",
                [n for n in file.package_names if n not in ambiguous and n not in taken],
            )
            for file in files
        ),
    ]
    return {
        "doc": package.doc or f"Messages of {', '.join(file.source for file in files)}.",
        "private": ["_codec", *(f.folders[0] for f in features_of(package) if f.name == "text")],
        "modules": _public_modules(package),
        "absent": _absent_modules(package),
        "imports": [(module, names) for module, names in imports if names],
        "public_names": sorted(name for _, names in imports for name in names),
        "ambiguous_names": sorted(ambiguous & files_of.keys()),
    }


def _public_modules(package: Package) -> list[str]:
    """Return the modules and subpackages that users may import."""
    copied = {name.partition("/")[0].removesuffix(".py") for name in copies(package)}
    every = {"messages", *copied, *(["pb2"] if package.pb2 else [])}
    return sorted(name for name in every if name.isidentifier() and not name.startswith("_"))


def _absent_modules(package: Package) -> dict[str, str]:
    """Return the public modules that the package does not have, each with its feature."""
    absent = [feature for feature in FEATURES.values() if feature not in features_of(package)]
    return {m: f.name for f in absent for m in f.modules if not m.startswith("_")}


def _reserved_names(package: Package) -> set[str]:
    """Return the names that mean something else in the package than what a schema declares."""
    private = {name.partition("/")[0].removesuffix(".py") for name in copies(package)}
    own = {"TYPE_CHECKING", "annotations", "attribute_functions", "_codec"}
    return {*own, *private, *_public_modules(package), *_absent_modules(package)}
