# pyright: reportPrivateUsage=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
"""Converts messages from and to JSON, by protobuf's JSON mapping.

The functions have the names, the arguments and the output of google.protobuf.json_format.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from typing import Any, TypeVar

from ._json.errors import EnumStringValueParseError, Error, ParseError, SerializeToJsonError
from ._json.reader import Reader
from ._json.scalars import shown
from ._json.writer import Writer
from ._runtime.decoding import as_bytes
from ._runtime.message import Message

__all__ = [
    "EnumStringValueParseError",
    "Error",
    "MessageToDict",
    "MessageToJson",
    "Parse",
    "ParseDict",
    "ParseError",
    "SerializeToJsonError",
]

MessageType = TypeVar("MessageType", bound=Message)

_HALF_OF_PAIR = re.compile("[\ud800-\udfff]")
_TOO_DEEP = "nested deeper than Python's recursion limit allows"


def MessageToJson(
    message: Message,
    preserving_proto_field_name: bool = False,
    indent: int | None = 2,
    sort_keys: bool = False,
    use_integers_for_enums: bool = False,
    descriptor_pool: object = None,
    ensure_ascii: bool = True,
    always_print_fields_with_no_presence: bool = False,
    *,
    unquote_int64_if_possible: bool = False,
) -> str:
    """A message as JSON text; SerializeToJsonError if JSON cannot hold it.

    Fields have their schema's names if `preserving_proto_field_name` says so, otherwise the
    JSON names in lowerCamelCase; enums are names, or numbers with `use_integers_for_enums`.
    With `always_print_fields_with_no_presence`, lists and maps that are empty and fields that
    are their default, where the schema cannot tell default from absent, are written too.
    64-bit integers stand in quotes, but for those that a float can hold if
    `unquote_int64_if_possible`. `indent` of None writes one line, `sort_keys` sorts each
    object, `ensure_ascii` of False writes letters as they are; `descriptor_pool` changes
    nothing. Bytes of a text that are no UTF-8 stand as \\udc80 to \\udcff, and are read back.
    """
    made = MessageToDict(
        message,
        always_print_fields_with_no_presence,
        preserving_proto_field_name,
        use_integers_for_enums,
        unquote_int64_if_possible=unquote_int64_if_possible,
    )
    try:
        text = json.dumps(made, indent=indent, sort_keys=sort_keys, ensure_ascii=ensure_ascii)
        # Halves of pairs, which stand for bytes that are no UTF-8, cannot be written as letters.
        return text if ensure_ascii else _HALF_OF_PAIR.sub(_escaped, text)
    except RecursionError:
        raise SerializeToJsonError(f"messages are {_TOO_DEEP}", message.DESCRIPTOR.name) from None


def MessageToDict(
    message: Message,
    always_print_fields_with_no_presence: bool = False,
    preserving_proto_field_name: bool = False,
    use_integers_for_enums: bool = False,
    descriptor_pool: object = None,
    *,
    unquote_int64_if_possible: bool = False,
) -> dict[str, Any]:
    """A message as the dict that `json` would write; the arguments are those of MessageToJson.

    Of some well-known types, such as times, the result is what stands for them in JSON.
    """
    _require_message(message)
    writer = Writer(
        has_schema_names=preserving_proto_field_name,
        has_enum_numbers=use_integers_for_enums,
        has_bare_int64=unquote_int64_if_possible,
        is_complete=always_print_fields_with_no_presence,
    )
    try:
        made: dict[str, Any] = writer.message(message)
    except SerializeToJsonError as error:
        error.path = message.DESCRIPTOR.name + error.path
        raise
    except RecursionError:
        raise SerializeToJsonError(f"messages are {_TOO_DEEP}", message.DESCRIPTOR.name) from None
    return made


def Parse(
    text: str | bytes,
    message: MessageType,
    ignore_unknown_fields: bool = False,
    descriptor_pool: object = None,
    max_recursion_depth: int = 100,
) -> MessageType:
    """Set in a message what JSON text says, and return it; ParseError if the text is wrong.

    Lists and maps are replaced, messages inside are merged, null makes a field absent. Names
    may be those of the schema or of JSON. `ignore_unknown_fields` passes over keys that are no
    field and names that are no value of an enum; `max_recursion_depth` is how many messages
    may stand inside one another; `descriptor_pool` changes nothing.
    After an error the message is as it was.
    """
    _require_message(message)
    name = message.DESCRIPTOR.name
    try:
        text = text if isinstance(text, str) else as_bytes(text).decode()
        doubtful: list[_KeyTwice] = []
        value = json.loads(text, object_pairs_hook=partial(_object, doubtful))
    except RecursionError:
        raise ParseError(f"the text is {_TOO_DEEP}", name) from None
    except ValueError as error:
        raise ParseError(f"the text is no JSON: {error}", name) from None
    if doubtful:
        raise _key_twice(value, name)
    return ParseDict(value, message, ignore_unknown_fields, max_recursion_depth=max_recursion_depth)


def ParseDict(
    js_dict: Any,
    message: MessageType,
    ignore_unknown_fields: bool = False,
    descriptor_pool: object = None,
    max_recursion_depth: int = 100,
) -> MessageType:
    """As Parse, for a dict (or what else `json` reads) instead of text."""
    _require_message(message)
    reader = Reader(ignores_unknown=ignore_unknown_fields, limit=max_recursion_depth)
    name = message.DESCRIPTOR.name
    before = message._clone()
    try:
        reader.message(js_dict, message)
    except RecursionError:
        message._take(before)
        raise ParseError(f"messages are {_TOO_DEEP}", name) from None
    except ParseError as error:
        message._take(before)
        error.path = name + error.path
        raise
    except (TypeError, ValueError) as error:
        message._take(before)
        raise ParseError(str(error), name) from None
    return message


class _KeyTwice(dict[str, Any]):
    """An object in which a key stands twice; the path to it is known when all is read."""

    key: str


def _object(doubtful: list[_KeyTwice], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    made = _KeyTwice(made)
    made.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    doubtful.append(made)
    return made


def _key_twice(value: Any, path: str) -> ParseError:
    """The error about an object with a key twice, which stands somewhere in a value."""
    pending = [(path, value)]
    while True:
        path, value = pending.pop()
        if isinstance(value, _KeyTwice):
            return ParseError(f"the key {shown(value.key)} stands twice in an object", path)
        if isinstance(value, dict):
            pending += ((f"{path}.{key}", item) for key, item in value.items())
        elif isinstance(value, list):
            pending += ((f"{path}[{index}]", item) for index, item in enumerate(value))


def _require_message(message: object) -> None:
    if not isinstance(message, Message):
        raise TypeError(f"a message of this package is wanted, not {type(message).__qualname__}")


def _escaped(half: re.Match[str]) -> str:
    return f"\\u{ord(half[0]):04x}"
