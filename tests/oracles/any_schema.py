"""Messages of any schema twice: classes of a generated package and those that google makes.

Both kinds are filled with the same content, each through its own API, and compared.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto

from support.commands import run_wiregen

from .protoc import descriptors

_DEEPEST = 3
_TEXTS = ("", "x", "é\N{SNOWMAN}\N{GRINNING FACE}", "a\0b", "n" * 130)
_FLOATS = (0.0, -0.0, 1.5, -(2.0**-149), 3.4028234663852886e38, math.inf, -math.inf)
_WIDTH_AND_SIGN = {
    FieldDescriptor.CPPTYPE_INT32: (32, True),
    FieldDescriptor.CPPTYPE_INT64: (64, True),
    FieldDescriptor.CPPTYPE_UINT32: (32, False),
    FieldDescriptor.CPPTYPE_UINT64: (64, False),
}


def generate(
    folder: Path, package: str, *names: str, features: str = "text,json", is_formatted: bool = False
) -> Any:
    """Generate a package for schemas in a folder, with the command, and import it.

    It is not formatted unless a test looks at that: black takes most of the time, and what it
    returns means the same.
    """
    out = folder / "out"
    options = ("-I", ".", "--package", package, "--out", out, f"--features={features}")
    with pytest.MonkeyPatch.context() as patch:
        if not is_formatted:
            patch.setattr("wiregen.pipeline.formatted", list)
        done = run_wiregen("generate", *names, *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    sys.path.insert(0, str(out))
    try:
        return importlib.import_module(package)
    finally:
        sys.path.remove(str(out))


def our_classes(package: Any, *modules: str) -> dict[str, Any]:
    """The message classes of some modules of a generated package, by full name."""
    found: dict[str, Any] = {}
    for name in modules:
        module = importlib.import_module(f"{package.__name__}.messages.{name}")
        base = importlib.import_module(f"{package.__name__}._runtime.message").Message
        found |= {cls.DESCRIPTOR.full_name: cls for cls in _message_classes(module, base)}
    return found


def _message_classes(holder: Any, base: type[Any]) -> Iterator[Any]:
    for value in vars(holder).values():
        if isinstance(value, type) and issubclass(value, base) and value is not base:
            if value.__module__ == getattr(holder, "__module__", holder.__name__):
                yield value
                yield from _message_classes(value, base)


def their_classes(folder: Path, *names: str, keeps_json_names: bool = False) -> dict[str, Any]:
    """The message classes that google's library makes of schemas, by full name."""
    pool = descriptor_pool.DescriptorPool()
    files = descriptors(folder, *names).file
    for file in files:
        if not keeps_json_names:
            _tell_json_names_apart(file.message_type)
        pool.Add(file)
    return {
        descriptor.full_name: message_factory.GetMessageClass(descriptor)
        for file in files
        for message in pool.FindFileByName(file.name).message_types_by_name.values()
        for descriptor in _with_nested(message)
    }


def _tell_json_names_apart(messages: Iterable[DescriptorProto]) -> None:
    """proto2 allows fields of one name in JSON, but google's library refuses them."""
    for message in messages:
        for field in message.field:
            field.json_name = field.name
        _tell_json_names_apart(message.nested_type)


def _with_nested(descriptor: Any) -> Iterator[Any]:
    if not descriptor.GetOptions().map_entry:
        yield descriptor
        for nested in descriptor.nested_types:
            yield from _with_nested(nested)


# --- random content ----------------------------------------------------------------------


def filled(random: Random, message_class: type[Any], depth: int = 0) -> Any:
    """A message of google's with random content; required fields are always set."""
    message = message_class()
    for field in message_class.DESCRIPTOR.fields:
        is_deepest = depth == _DEEPEST and field.message_type is not None
        if field.is_required or (random.random() < 1 / (1 + depth) and not is_deepest):
            _fill(random, message, field, depth)
    return message


def _fill(random: Random, message: Any, field: FieldDescriptor, depth: int) -> None:
    value = getattr(message, field.name)
    if is_map(field):
        entry = field.message_type
        assert entry is not None
        of_key, of_value = (entry.fields_by_name[name] for name in ("key", "value"))
        for _ in range(random.randrange(1, 4)):
            key = _scalar(random, of_key)
            if of_value.message_type is None:
                value[key] = _scalar(random, of_value)
            else:
                child = value[key]
                _merge(child, filled(random, type(child), depth + 1))
    elif field.message_type is not None:
        for _ in range(random.randrange(1, 3) if field.is_repeated else 1):
            child = value.add() if field.is_repeated else value
            _merge(child, filled(random, type(child), depth + 1))
    elif field.is_repeated:
        value.extend(_scalar(random, field) for _ in range(random.randrange(1, 5)))
    else:
        setattr(message, field.name, _scalar(random, field))


def _merge(message: Any, other: Any) -> None:
    # Called on the class: in google's messages, a field of such a name hides the method.
    type(message).MergeFrom(message, other)
    type(message).SetInParent(message)


def _scalar(random: Random, field: FieldDescriptor) -> Any:
    if field.enum_type is not None:
        numbers = [value.number for value in field.enum_type.values]
        return random.choice(numbers if field.enum_type.is_closed else [*numbers, 99, -5])
    if field.cpp_type in _WIDTH_AND_SIGN:
        width, is_signed = _WIDTH_AND_SIGN[field.cpp_type]
        number = random.getrandbits(random.choice((0, 7, 8, width - 1, width)))
        number = min(number, (1 << (width - is_signed)) - 1)
        return -1 - number if is_signed and random.random() < 0.5 else number
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return random.random() < 0.5
    if field.type == FieldDescriptor.TYPE_STRING:
        return random.choice(_TEXTS)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.choice((b"", b"\x00\xff", bytes(range(130))))
    return random.choice(_FLOATS)


# --- content across ----------------------------------------------------------------------


def copied(theirs: Any, our_class: type[Any], *, as_keywords: bool = False) -> Any:
    """A message of ours, made through its API with the content of one of google's."""
    values = {}
    ours = our_class()
    for field, value in type(theirs).ListFields(theirs):
        values[field.name] = ours_of(field, value, ours)
        if not as_keywords:
            setattr(ours, attribute(ours, field), values[field.name])
    return our_class(**values) if as_keywords else ours


def ours_of(field: FieldDescriptor, value: Any, owner: Any) -> Any:
    """A value of one of google's fields as ours takes it; `owner` is of our class."""
    of_field = owner.DESCRIPTOR.fields_by_name[field.name]
    if is_map(field):
        child = of_field.map_value.message_class
        return {key: item if child is None else copied(item, child) for key, item in value.items()}
    if field.message_type is None:
        return list(value) if field.is_repeated else value
    child = of_field.message_class
    return [copied(v, child) for v in value] if field.is_repeated else copied(value, child)


def attribute(ours: Any, field: FieldDescriptor) -> str:
    """What a field is called in Python."""
    name: str = ours.DESCRIPTOR.fields_by_name[field.name].attribute
    return name


def is_map(field: FieldDescriptor) -> bool:
    """True if a field of google's is a map."""
    message = field.message_type
    return message is not None and message.GetOptions().map_entry


def assert_reads_alike(ours: Any, theirs: Any, path: str) -> None:
    """AssertionError, with the path, if anything reads differently; absent fields included."""
    for oneof in type(theirs).DESCRIPTOR.oneofs:
        # protoc's own oneofs, of one `optional` field, are nobody's business.
        if oneof.name in ours.DESCRIPTOR.oneofs_by_name:
            assert ours.WhichOneof(oneof.name) == type(theirs).WhichOneof(theirs, oneof.name), path
    for field in type(theirs).DESCRIPTOR.fields:
        our_value, value = getattr(ours, attribute(ours, field)), getattr(theirs, field.name)
        here = f"{path}.{field.name}"
        if is_map(field):
            of_key, of_value = (field.message_type.fields_by_name[n] for n in ("key", "value"))
            assert our_value.keys() == {_as_text(of_key, key) for key in value}, here
            for key in value:
                # Google's library hands out keys that are not UTF-8 and cannot look them up.
                if key is _as_text(of_key, key):
                    _assert_alike(of_value, our_value[key], value[key], f"{here}[{key!r}]")
        elif field.is_repeated:
            assert len(our_value) == len(value), here
            for index, pair in enumerate(zip(our_value, value, strict=True)):
                _assert_alike(field, *pair, f"{here}[{index}]")
        elif field.message_type is None or type(theirs).HasField(theirs, field.name):
            _assert_alike(field, our_value, value, here)
        if field.has_presence:
            assert ours.HasField(field.name) == type(theirs).HasField(theirs, field.name), here
    listed = [field.name for field, _ in ours.ListFields()]
    assert listed == [field.name for field, _ in type(theirs).ListFields(theirs)], path


def _assert_alike(field: FieldDescriptor, ours: Any, theirs: Any, path: str) -> None:
    if field.message_type is not None:
        assert_reads_alike(ours, theirs, path)
        return
    theirs = _as_text(field, theirs)
    if not (isinstance(theirs, float) and math.isnan(theirs) and math.isnan(ours)):
        assert ours == theirs, path
        # Negative zero equals zero, and differs from it.
        assert str(ours) == str(theirs) or field.enum_type is not None, path
    assert type(ours) is type(theirs), path


def _as_text(field: FieldDescriptor, value: Any) -> Any:
    """Google's C core hands out bytes where a string is not UTF-8; ours is always a str."""
    is_odd = field.type == FieldDescriptor.TYPE_STRING and isinstance(value, bytes)
    return value.decode("utf-8", "surrogateescape") if is_odd else value
