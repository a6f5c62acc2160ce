"""Chooses Python names through scopes, in which a name is claimed once."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from wiregen.schema import ir

Named = TypeVar("Named", ir.Message, ir.Field)


class Scope:
    """A namespace of generated code. A name that is taken gets underscores until it is free.

    Names of two leading underscores lose one: in classes, they are Python's own or are mangled.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = {*keyword.kwlist, *reserved}

    def claim(self, wanted: str) -> str:
        """The name to use for a wanted one; nobody else gets it."""
        name = re.sub("^_+", "_", wanted)
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def claim_all(self, items: Sequence[Named]) -> list[tuple[Named, str]]:
        """Names for several declarations: those that can keep theirs choose first."""
        name_by_wanted = {}
        for item in sorted(items, key=lambda item: self.is_taken(item.name)):
            name_by_wanted[item.name] = self.claim(item.name)
        return [(item, name_by_wanted[item.name]) for item in items]

    def reserve(self, name: str) -> None:
        """Keep a name from being claimed."""
        self._taken.add(name)

    def is_taken(self, name: str) -> bool:
        """True if somebody claimed the name, or it is reserved."""
        return name in self._taken or name.startswith("__")


# Names that generated modules use for themselves, where they cannot give way.
RESERVED_IN_MODULES = frozenset(
    {
        "Any", "Descriptor", "EnumDescriptor", "FILE", "FieldDescriptor",
        "FileDescriptor", "Malformed", "UNTOUCHED_FROM",
        "VIEWED_FROM", "cut", "is_map", "untouched",
        "annotations", "append", "extend", "new", "object", "dict", "list", "bytes", "int",
        "len", "isinstance", "float", "nonzero", "TYPE_CHECKING",
    }
)  # fmt: skip

# What the base of our enums has.
ENUM_RESERVED = frozenset({"Name", "Value", "keys", "values", "items", "DESCRIPTOR"})

_BUILTINS = frozenset(dir(builtins))


def is_usable_member(name: str) -> bool:
    """True if an enum can have a value of this name: `__x` would be mangled."""
    return not name.startswith("__")


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
    names: set[str] = set()
    # Message inherits from Part.
    for module, name in (("message.py", "Message"), ("part.py", "Part")):
        path = templates / "runtime" / "_runtime" / module
        tree = ast.parse(path.read_text(encoding="utf-8"))
        classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
        names |= _names_in(next(node for node in classes if node.name == name))
    # Type checkers know TYPE_CHECKING by its name, so nothing in a class may hide it.
    return frozenset(names | set(dir(object)) | {"__slots__", "__weakref__", "TYPE_CHECKING"})


def _names_in(base: ast.ClassDef) -> set[str]:
    """The methods and annotated attributes of a class."""
    names = {node.name for node in ast.walk(base) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(base):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


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
        """True if the class stands inside another."""
        return "." in self.path

    @property
    def path_from_elsewhere(self) -> str:
        """How another module reaches the class, having imported its root."""
        return self.root_alias + self.path[len(self.root) :]


class PythonNames:
    """The Python names of everything in a schema, each claimed once."""

    def __init__(
        self, schema: ir.Schema, message_api: frozenset[str], codec_names: Iterable[str]
    ) -> None:
        self.class_by_name: dict[str, ClassName] = {}
        self.member_by_name: dict[str, str] = {}
        self.attribute_by_name: dict[str, str] = {}
        # The constants that hold fields' numbers.
        self.number_constant_by_name: dict[str, str] = {}
        # Where messages keep their fields: names that no field, type or method has.
        self.slot_by_name: dict[str, str] = {}
        # The class that is a message's keywords, and the one that is an enum's values, to type
        # checkers: names inside the class of the message or enum.
        self.inner_type_by_name: dict[str, str] = {}
        # The classes of map fields, unique in the whole package.
        self.map_class_by_name: dict[str, str] = {}
        self.module_by_file: dict[str, str] = {}
        self._schema = schema
        self._message_api = message_api
        modules = Scope()
        for file in schema.file_by_name.values():
            module = modules.claim(module_name(file.name))
            self.module_by_file[file.name] = module
            scope = Scope(RESERVED_IN_MODULES)
            messages = [schema.message_by_name[name] for name in file.messages]
            for message, path in scope.claim_all(messages):
                self._message(message, path, module)
            for name in file.enums:
                self._enum(schema.enum_by_name[name], scope, "", module)
        self._claim_aliases(codec_names)

    # Each is asked for once a file.

    @cached_property
    def roots(self) -> frozenset[str]:
        """The top-level classes, by all of their names."""
        classes = self.class_by_name.values()
        return frozenset(root for cls in classes for root in (cls.root, cls.root_alias))

    @cached_property
    def inner_types(self) -> frozenset[str]:
        """The classes that only type checkers see."""
        return frozenset(self.inner_type_by_name.values())

    @cached_property
    def of_classes_and_values(self) -> frozenset[str]:
        """The names of classes and of values of enums, wherever they stand."""
        names = set(self.member_by_name.values())
        for cls in self.class_by_name.values():
            names |= {*cls.path.split("."), cls.root_alias, cls.list_class}
        return frozenset(names)

    @cached_property
    def in_codecs(self) -> frozenset[str]:
        """The names that decoders have for classes and for each other."""
        names: set[str] = set()
        for cls in self.class_by_name.values():
            names |= {cls.alias, cls.root_alias, cls.list_class}
            names |= {f"decode_{cls.function}", f"numbers_of_{cls.function}"}
        return frozenset(names)

    def _message(self, message: ir.Message, path: str, module: str) -> None:
        self.class_by_name[message.full_name] = ClassName(module, path, "", "", "", "")
        scope = Scope(self._message_api)
        for field, name in scope.claim_all(message.fields):
            self.attribute_by_name[field.full_name] = name
        nested = [self._schema.message_by_name[name] for name in message.messages]
        for inner, name in scope.claim_all(nested):
            self._message(inner, f"{path}.{name}", module)
        for full_name in message.enums:
            self._enum(self._schema.enum_by_name[full_name], scope, f"{path}.", module)
        for field in message.fields:
            attribute = self.attribute_by_name[field.full_name]
            self.slot_by_name[field.full_name] = scope.claim(f"_{attribute.lstrip('_')}")
        for field in message.fields:
            constant = scope.claim(f"{field.name.upper()}_FIELD_NUMBER")
            self.number_constant_by_name[field.full_name] = constant
        self.inner_type_by_name[message.full_name] = scope.claim("Fields")

    def _enum(self, enum: ir.Enum, scope: Scope, prefix: str, module: str) -> None:
        path = prefix + scope.claim(enum.name)
        self.class_by_name[enum.full_name] = ClassName(module, path, "", "", "", "")
        # The class or module around the enum offers its values too.
        scopes = (Scope(ENUM_RESERVED), scope)

        def must_give_way(name: str) -> bool:
            return not is_usable_member(name) or any(scope.is_taken(name) for scope in scopes)

        # Those that can keep their names choose first.
        for value in sorted(enum.values, key=lambda value: must_give_way(value.name)):
            name = value.name
            while must_give_way(name):
                name = f"value{name}" if name.startswith("_") else f"{name}_"
            for around in scopes:
                around.reserve(name)
            self.member_by_name[value.full_name] = name
        self.inner_type_by_name[enum.full_name] = scopes[0].claim("ValueType")

    def _claim_aliases(self, codec_names: Iterable[str]) -> None:
        scope, functions = Scope((*RESERVED_IN_MODULES, *codec_names)), Scope()
        roots = Counter(cls.path for cls in self.class_by_name.values() if not cls.is_nested)
        self._claim_map_classes(scope, functions)
        flat_by_name = {}
        for full_name, cls in self.class_by_name.items():
            flat = cls.path.replace(".", "_")
            flat_by_name[full_name] = f"{cls.module}_{flat}" if roots[cls.root] > 1 else flat
            function = functions.claim(snake_case(flat_by_name[full_name]))
            self.class_by_name[full_name] = replace(cls, function=function)
            for verb in ("decode", "encode", "numbers_of"):
                scope.reserve(f"{verb}_{function}")
        # Top-level classes first: in their own modules, they are called nothing else.
        for full_name, cls in sorted(self.class_by_name.items(), key=lambda i: i[1].is_nested):
            alias = scope.claim(flat_by_name[full_name])
            self.class_by_name[full_name] = replace(cls, alias=alias)
        alias_by_path = {(cls.module, cls.path): cls.alias for cls in self.class_by_name.values()}
        for name in (*roots, *self.member_by_name.values()):
            scope.reserve(name)
        for full_name, cls in self.class_by_name.items():
            self.class_by_name[full_name] = replace(
                cls,
                root_alias=alias_by_path[cls.module, cls.root],
                list_class=scope.claim(f"{cls.alias}List"),
            )

    def _claim_map_classes(self, scope: Scope, functions: Scope) -> None:
        for message in self._schema.message_by_name.values():
            path = self.class_by_name[message.full_name].path.replace(".", "_")
            for field in message.fields:
                if isinstance(field.kind, ir.MapKind):
                    name = scope.claim(f"_{path}_{field.name}_map")
                    self.map_class_by_name[field.full_name] = name
                    functions.reserve(f"{name}_entry")
