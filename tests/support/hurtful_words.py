"""Words that mean something in Python, in templates or in protobuf, and schemas made of them.

Each schema is written twice: with the words, and with a mark before each of them. google's classes
of the second have no name that hides one of their methods, so all of their API can be asked.
"""

from __future__ import annotations

import builtins
import keyword
import re
import typing
from collections.abc import Callable, Iterable
from pathlib import Path

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from google.protobuf.message import Message

import wiregen.syntax
from wiregen.output.rendering import templates_folder
from wiregen.targets.python.names import message_api
from wiregen.targets.python.template_names import names_in_templates

MARK = "zq_"
PACKAGE = "hurt"
_TEMPLATES = templates_folder()
_GRAMMAR = Path(wiregen.syntax.__file__).with_name("protobuf.lark").read_text(encoding="utf-8")
_TYPING = (
    *("Any", "Callable", "ClassVar", "Final", "Generic", "Iterable", "List", "Literal", "Mapping"),
    *("NoReturn", "Optional", "Protocol", "TypedDict", "TypeVar", "Union", "cast", "overload"),
)
_FOLDERS = ("_codec", "_json", "_runtime", "_text", "descriptor", "message", "messages", "typing")
_IN_CLASSES = (
    *("__annotations__", "__dict__", "__doc__", "__module__", "__name__", "__qualname__"),
    *("__slots__", "__weakref__", "__private", "_single", "trailing_", "mro", "name", "value"),
)
# What can be in the way of a module: the other words would only take time.
_MODULES = {
    *keyword.kwlist,
    *keyword.softkwlist,
    *dir(builtins),
    *_IN_CLASSES,
    *_FOLDERS,
    *_FOLDERS,
}
# In an enum, these start another statement.
_NO_VALUES = {"option", "reserved"}
# What a field is, in turn.
_TYPES = (
    "optional int32 {name} = {number};",
    "repeated string {name} = {number};",
    "optional bytes {name} = {number};",
    "map<string, int32> {name} = {number};",
    "optional .hurt.messages.ZOther {name} = {number};",
    "repeated .hurt.messages.ZOther {name} = {number};",
    "optional .hurt.messages.ZKind {name} = {number};",
    "repeated double {name} = {number} [packed = true];",
    "map<int32, .hurt.messages.ZOther> {name} = {number};",
    "required bool {name} = {number};",
)


def words() -> list[str]:
    """All words, in one order everywhere."""
    found = {
        *keyword.kwlist,
        *keyword.softkwlist,
        *_TYPING,
        *_IN_CLASSES,
        *_FOLDERS,
        *re.findall(r'"([a-z]\w+)"', _GRAMMAR),
    }
    for holder in (builtins, object, list, dict, int, Message, EnumTypeWrapper):
        found |= {name for name in dir(holder) if _is_telling(name)}
    found |= {"typing", *(name for name in typing.__all__ if name.islower())}
    found |= message_api(_TEMPLATES)
    found |= names_in_templates(tuple(sorted((_TEMPLATES / "python").rglob("*.jinja"))))
    return sorted(name for name in found if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII))


def _is_telling(name: str) -> bool:
    """False for names of exceptions, of which there are many, and all alike."""
    return not name.endswith(("Error", "Warning"))


def write_schemas(folder: Path, marked: Callable[[str], str], words: Iterable[str]) -> list[str]:
    """Write the schemas into a folder; return the names of the files."""
    words = list(words)
    named = {word: marked(word) for word in words}
    contents = {
        "messages.proto": _messages(named),
        "values.proto": _values({w: named[w] for w in words if w not in _NO_VALUES}),
        "inside.proto": _inside(named),
    }
    # Names that differ in their case alone are one file on some systems.
    one_per_file = {word.lower(): word for word in words if word in _MODULES}
    for number, word in enumerate(one_per_file.values()):
        contents[f"files/{word}.proto"] = (
            f"message File{number} {{ optional int32 {named[word]} = 1; }}\n"
        )
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        package = name.removesuffix(".proto").replace("/", "_")
        head = f'syntax = "proto2";\npackage {PACKAGE}.{package};\n'
        path.write_text(head + content, encoding="utf-8")
    return list(contents)


_OTHERS = """
message ZOther { optional int32 number = 1; optional string text = 2; }
enum ZKind { ZNONE = 0; ZSOME = 1; ZMANY = 130; }
"""


def _field(name: str, number: int, type_number: int) -> str:
    return _TYPES[type_number % len(_TYPES)].format(name=name, number=number)


def _messages(named: dict[str, str]) -> str:
    """Messages called by a word that hold themselves, and a field of the same name."""
    alone = "".join(
        f"message {name} {{ {_field(name, 1, number)} optional .hurt.messages.{name} again = 2; }}\n"
        for number, name in enumerate(named.values())
    )
    fields, entries = "", set[str]()
    for number, name in enumerate(named.values(), 1):
        # Of names that are alike, one can be a map: entries have a message, in camel case.
        entry = name.replace("_", "").lower()
        fields += f"  {_field(name, number, 0 if entry in entries else number * 7)}\n"
        entries.add(entry)
    together = f"message ZAllFields {{\n{fields}}}\n"
    return alone + together + _OTHERS


def _values(named: dict[str, str]) -> str:
    """Values of enums, alone and together, in messages and at the top."""
    # Many differ by underscores and case alone.
    listed = "  option deprecated_legacy_json_field_conflicts = true;\n"
    listed += "".join(f"  {name} = {number};\n" for number, name in enumerate(named.values()))
    alone = "".join(
        f"message Alone{number} {{ enum Kind {{ OTHER = 0; {name} = 1; }}"
        " optional Kind kind = 1; repeated Kind kinds = 2; map<string, Kind> by_name = 3; }\n"
        for number, name in enumerate(named.values())
    )
    together = "optional All kind = 1; repeated All kinds = 2;"
    return (
        f"enum All {{\n{listed}}}\nmessage OfAll {{ {together} }}\n"
        f"message Holder {{\nenum All {{\n{listed}}}\n{together}\n}}\n{alone}"
    )


def _inside(named: dict[str, str]) -> str:
    """Types and oneofs inside of messages, and enums called by words."""
    parts = []
    for number, name in enumerate(named.values(), 1):
        parts.append(f"  message {name} {{ optional int32 {name} = 1; }}\n")
        parts.append(f"  optional {'.hurt.inside.Messages.'}{name} of{number} = {number};\n")
    messages = f"message Messages {{\n{''.join(parts)}}}\n"
    parts = []
    for number, name in enumerate(named.values(), 1):
        parts.append(f"  enum {name} {{ ZERO{number} = 0; ONE{number} = 1; }}\n")
        parts.append(f"  optional .hurt.inside.Enums.{name} of{number} = {number};\n")
    enums = f"message Enums {{\n{''.join(parts)}}}\n"
    tops = "".join(
        f"enum {name} {{ TOP{number} = 0; }}\n" for number, name in enumerate(named.values(), 1)
    )
    oneofs = "".join(
        f"  oneof {name} {{ int32 a{number} = {2 * number}; string b{number} = {2 * number + 1}; }}\n"
        for number, name in enumerate(named.values(), 1)
    )
    return messages + enums + tops + f"message Oneofs {{\n{oneofs}}}\n"
