"""wiregen turns protobuf schemas into typed Python packages and reference documentation.

The names below are the public Python API; modules of this package may change without notice.

Load a schema and walk it:

>>> from pathlib import Path
>>> from wiregen import Output, Package, generate, load_schema
>>> schema = load_schema(["shop.proto"], roots=[Path("schemas")])
>>> for message in schema.message_by_name.values():
...     print(message.full_name, [field.name for field in message.fields])
shop.Order ['id', 'items']

Generate a package; what its files hold is returned by their paths, and nothing is written:

>>> package = Package("shop", Path("out"), (Path("schemas"),), ("shop.proto",), Path("schemas"))
>>> content_by_path = generate(package)
>>> b"class Order(Message):" in content_by_path[Path("out/shop/messages/shop.py")]
True

A target of your own is a class with the attribute and the methods of `Target`:

>>> class Names:
...     name = "names"
...     def folder(self, settings):
...         return settings.out
...     def bindings(self, inputs):
...         return {}
...     def outputs(self, inputs):
...         names = [message.full_name for message in inputs.messages]
...         yield Output(inputs.settings.out / "names.txt", finished="\\n".join(names))
>>> generate(package, [Names()])[Path("out/names.txt")]
b'shop.Order'
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wiregen.output.rendering import Output
from wiregen.pipeline import outputs, read_schema
from wiregen.project import Package, read_configuration
from wiregen.schema.ir import Schema
from wiregen.source.diagnostics import SchemaError, UsageError
from wiregen.source.roots import ImportRoots
from wiregen.targets.built_in import TARGETS
from wiregen.targets.target import Binding, Inputs, Target

__all__ = [
    "TARGETS",
    "Binding",
    "Inputs",
    "Output",
    "Package",
    "Schema",
    "SchemaError",
    "Target",
    "UsageError",
    "generate",
    "load_schema",
    "read_configuration",
]


def load_schema(files: Sequence[str], *, roots: Sequence[Path]) -> Schema:
    """Return the linked schema of some files and what they import.

    Files are named as imports name them, relative to one of the `roots`. SchemaError lists what
    is wrong in them.
    """
    base = roots[0] if roots else Path()
    return read_schema(files, ImportRoots(tuple(roots), base))


def generate(package: Package, targets: Sequence[Target] = TARGETS) -> dict[Path, bytes]:
    """Return the content of every file that some targets make of a package, by its path.

    `read_configuration` returns the packages of a pyproject.toml. Nothing is written. SchemaError
    and UsageError say what is wrong in the schemas and in the settings.
    """
    folders = outputs(package, targets=targets)
    return {path: data for folder in folders for path, data in folder.content_by_path.items()}
