"""Python names for schema names: scopes in which a name is claimed once and kept from clashing."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from wiregen import ir


class Scope:
    """A namespace of generated code. A name that is taken gets underscores until it is free."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = {*keyword.kwlist, *reserved}

    def claim(self, wanted: str) -> str:
        """The name to use for a wanted one; nobody else gets it."""
        name = wanted
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def is_taken(self, name: str) -> bool:
        """Whether somebody claimed the name, or it is reserved."""
        return name in self._taken


# Names that generated modules use for themselves, where they cannot give way.
RESERVED_IN_MODULES = frozenset(
    {
        "Any", "Descriptor", "EnumDescriptor", "FieldDescriptor", "Malformed", "ONE_BYTE",
        "annotations", "append", "extend", "new", "object", "dict", "list", "bytes", "int",
        "len", "isinstance", "float", "nonzero",
    }
)  # fmt: skip

# What the enum module gives a meaning of its own, and what the base of our enums adds.
ENUM_RESERVED = frozenset(
    {"mro", "name", "value", "Name", "Value", "keys", "values", "items", "DESCRIPTOR"}
)

_BUILTINS = frozenset(dir(builtins))


def slot_name(attribute: str) -> str:
    """The slot behind an attribute. Two leading underscores would be mangled by classes."""
    return f"_field{attribute}" if attribute.startswith("_") else f"_{attribute}"


def is_usable_member(name: str) -> bool:
    """Whether an enum can have a member of this name: `__x__`, `_x_` and `__x` are not members."""
    return not (name.startswith("__") or (name.startswith("_") and name.endswith("_")))


def module_name(file_name: str) -> str:
    """The module for a schema file: its path with everything odd made an underscore."""
    stem = file_name.removesuffix(".proto")
    name = re.sub(r"\W", "_", stem, flags=re.ASCII)
    return f"_{name}" if name[:1].isdigit() else name


def snake_case(name: str) -> str:
    """`TypeProto.SparseTensor` as `type_proto_sparse_tensor`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return re.sub(r"_+", "_", words.replace(".", "_")).lower()


def message_api(templates: Path) -> frozenset[str]:
    """The names that a message class has already: read from the runtime itself."""
    message_module = templates / "runtime" / "message.py"
    tree = ast.parse(message_module.read_text(encoding="utf-8"))
    base = next(
        node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Message"
    )
    names = {node.name for node in ast.walk(base) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(base):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return frozenset(names | set(dir(object)) | {"__slots__", "__weakref__"})


def helper_names(
    imported: Iterable[str], builtin: Iterable[str], taken: Iterable[str]
) -> dict[str, str]:
    """How a generated module writes the names that are not the schema's.

    The schema's names come first: an import of the same name gets an underscore, a builtin
    is reached through its module.
    """
    scope = Scope(taken)
    names = {name: scope.claim(name) for name in imported}
    for name in builtin:
        assert name in _BUILTINS, name
        names[name] = f"{names['builtins']}.{name}" if scope.is_taken(name) else name
    return names


@dataclass(frozen=True, slots=True)
class ClassName:
    """The Python class of a message or enum, and the names of what belongs to it.

    All but the path are unique in the whole package, so that any module may import them.
    """

    # The module in `messages` and the path in it: `TypeProto.Tensor`.
    module: str
    path: str
    # One identifier for the class (`TypeProto_Tensor`), and for the class it stands in.
    alias: str
    root_alias: str
    list_class: str
    # The stem of the names of its functions: `type_proto_tensor`.
    function: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition(".")[2]

    @property
    def root(self) -> str:
        """The top-level class that it is or stands in."""
        return self.path.partition(".")[0]

    @property
    def is_nested(self) -> bool:
        """Whether the class stands inside another."""
        return "." in self.path

    @property
    def path_from_elsewhere(self) -> str:
        """How another module reaches the class, having imported its root."""
        return self.root_alias + self.path[len(self.root) :]


class PythonNames:
    """The Python names of everything in a schema, each claimed once."""

    def __init__(self, schema: ir.Schema, message_api: frozenset[str]) -> None:
        self.class_by_name: dict[str, ClassName] = {}
        self.member_by_name: dict[str, str] = {}
        self.attribute_by_name: dict[str, str] = {}
        self.module_by_file: dict[str, str] = {}
        self._schema = schema
        self._message_api = message_api
        modules = Scope()
        for file in schema.file_by_name.values():
            module = modules.claim(module_name(file.name))
            self.module_by_file[file.name] = module
            scope = Scope(RESERVED_IN_MODULES)
            for name in file.messages:
                path = scope.claim(schema.message_by_name[name].name)
                self._message(name, path, module)
            for name in file.enums:
                self._enum(schema.enum_by_name[name], scope, "", module)
        self._claim_aliases()

    def _message(self, full_name: str, path: str, module: str) -> None:
        message = self._schema.message_by_name[full_name]
        self.class_by_name[full_name] = ClassName(module, path, "", "", "", "")
        scope = Scope(self._message_api)
        for field in message.fields:
            self.attribute_by_name[field.full_name] = scope.claim(field.name)
        for nested in message.messages:
            inner = scope.claim(self._schema.message_by_name[nested].name)
            self._message(nested, f"{path}.{inner}", module)
        for nested in message.enums:
            self._enum(self._schema.enum_by_name[nested], scope, f"{path}.", module)

    def _enum(self, enum: ir.Enum, scope: Scope, prefix: str, module: str) -> None:
        path = prefix + scope.claim(enum.name)
        self.class_by_name[enum.full_name] = ClassName(module, path, "", "", "", "")
        inside = Scope(ENUM_RESERVED)
        for value in enum.values:
            name = inside.claim(value.name)
            # The class or module around the enum offers its values too.
            while scope.is_taken(name):
                name += "_"
            self.member_by_name[value.full_name] = scope.claim(name)

    def _claim_aliases(self) -> None:
        scope, functions = Scope(RESERVED_IN_MODULES), Scope()
        roots = Counter(cls.path for cls in self.class_by_name.values() if not cls.is_nested)
        for full_name, cls in self.class_by_name.items():
            flat = cls.path.replace(".", "_")
            is_shared = roots[cls.root] > 1
            alias = scope.claim(f"{cls.module}_{flat}" if is_shared else flat)
            self.class_by_name[full_name] = replace(
                cls,
                alias=alias,
                root_alias=f"{cls.module}_{cls.root}" if is_shared else cls.root,
                list_class=scope.claim(f"{alias}List"),
                function=functions.claim(snake_case(alias)),
            )
