"""The comments of a schema by descriptor path, as wiregen attaches them and as protoc does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from google.protobuf import descriptor_pb2 as pb
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from wiregen import syntax
from wiregen.comments import Comments

Path = tuple[int, ...]


class Attached(NamedTuple):
    """The comments of one declaration."""

    path: Path
    detached: tuple[str, ...]
    leading: str
    trailing: str


def by_protoc(file: FileDescriptorProto) -> list[Attached]:
    """What SourceCodeInfo says, without declarations that have no comment."""
    found = (
        Attached(
            tuple(location.path),
            tuple(location.leading_detached_comments),
            location.leading_comments,
            location.trailing_comments,
        )
        for location in file.source_code_info.location
    )
    return sorted(attached for attached in found if any(attached[1:]))


def by_wiregen(file: syntax.FileNode) -> list[Attached]:
    """What wiregen's syntax nodes hold, at the paths that protoc would give them."""
    found = (
        Attached(path, comments.detached, comments.leading, comments.trailing)
        for path, comments in _file(file)
    )
    return sorted(attached for attached in found if any(attached[1:]))


class _Counter:
    """Counts the declarations of each kind in one scope, as indexes in descriptors."""

    def __init__(self, scope: Path) -> None:
        self._scope = scope
        self._next: dict[int, int] = {}

    def path(self, number: int) -> Path:
        """The path of the next element of a repeated field of the descriptor."""
        index = self._next.get(number, 0)
        self._next[number] = index + 1
        return (*self._scope, number, index)


def _file(file: syntax.FileNode) -> Iterator[tuple[Path, Comments]]:
    counter = _Counter(())
    names = FileDescriptorProto.DESCRIPTOR.fields_by_name
    for node in file.items:
        match node:
            case syntax.SyntaxNode():
                yield (names["syntax"].number,), node.comments
            case syntax.PackageNode():
                yield (names["package"].number,), node.comments
            case syntax.ImportNode():
                yield counter.path(names["dependency"].number), node.comments
            case syntax.OptionNode():
                yield _option(node, (names["options"].number,), pb.FileOptions), node.comments
            case syntax.MessageNode():
                yield from _message(node, counter.path(names["message_type"].number))
            case syntax.EnumNode():
                yield from _enum(node, counter.path(names["enum_type"].number))
            case syntax.ServiceNode():
                yield from _service(node, counter.path(names["service"].number))
            case syntax.ExtendNode():
                yield (names["extension"].number,), node.comments
                yield from _fields(node.items, counter, names["extension"].number, 4)


def _message(
    node: syntax.MessageNode | syntax.GroupNode, path: Path
) -> Iterator[tuple[Path, Comments]]:
    yield path, node.comments
    counter = _Counter(path)
    names = pb.DescriptorProto.DESCRIPTOR.fields_by_name
    nested = names["nested_type"].number
    for item in node.items:
        match item:
            case syntax.OneofNode():
                oneof = counter.path(names["oneof_decl"].number)
                yield oneof, item.comments
                yield from _fields(item.items, counter, names["field"].number, nested)
                for option in item.items:
                    if isinstance(option, syntax.OptionNode):
                        yield _option(option, (*oneof, 2), pb.OneofOptions), option.comments
            case syntax.FieldNode() | syntax.MapFieldNode() | syntax.GroupNode():
                yield from _fields((item,), counter, names["field"].number, nested)
            case syntax.MessageNode():
                yield from _message(item, counter.path(nested))
            case syntax.EnumNode():
                yield from _enum(item, counter.path(names["enum_type"].number))
            case syntax.ReservedNode():
                kind = "reserved_range" if item.ranges else "reserved_name"
                yield (*path, names[kind].number), item.comments
            case syntax.ExtensionsNode():
                yield (*path, names["extension_range"].number), item.comments
            case syntax.ExtendNode():
                yield (*path, names["extension"].number), item.comments
                yield from _fields(item.items, counter, names["extension"].number, nested)
            case syntax.OptionNode():
                yield _option(
                    item, (*path, names["options"].number), pb.MessageOptions
                ), item.comments


def _fields(
    items: Iterable[object], counter: _Counter, number: int, nested: int
) -> Iterator[tuple[Path, Comments]]:
    for item in items:
        match item:
            case syntax.FieldNode():
                yield counter.path(number), item.comments
            case syntax.MapFieldNode():
                yield counter.path(number), item.comments
                counter.path(nested)
            case syntax.GroupNode():
                # The comments of a group go to its message, not to its field.
                counter.path(number)
                yield from _message(item, counter.path(nested))


def _enum(node: syntax.EnumNode, path: Path) -> Iterator[tuple[Path, Comments]]:
    yield path, node.comments
    counter = _Counter(path)
    names = pb.EnumDescriptorProto.DESCRIPTOR.fields_by_name
    for item in node.items:
        match item:
            case syntax.EnumValueNode():
                yield counter.path(names["value"].number), item.comments
            case syntax.ReservedNode():
                kind = "reserved_range" if item.ranges else "reserved_name"
                yield (*path, names[kind].number), item.comments
            case syntax.OptionNode():
                yield _option(item, (*path, names["options"].number), pb.EnumOptions), item.comments


def _service(node: syntax.ServiceNode, path: Path) -> Iterator[tuple[Path, Comments]]:
    yield path, node.comments
    counter = _Counter(path)
    names = pb.ServiceDescriptorProto.DESCRIPTOR.fields_by_name
    for item in node.items:
        match item:
            case syntax.RpcNode():
                yield counter.path(names["method"].number), item.comments
            case syntax.OptionNode():
                yield _option(
                    item, (*path, names["options"].number), pb.ServiceOptions
                ), item.comments


def _option(node: syntax.OptionNode, path: Path, options: Any) -> Path:
    return (*path, options.DESCRIPTOR.fields_by_name[node.parts[0].text].number)
