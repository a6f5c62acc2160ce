"""Prints declarations on one line, without comments."""

from __future__ import annotations

from typing import Union

from wiregen.schema.prose import constant_text
from wiregen.syntax.nodes import (
    BracketedOptions,
    EnumNode,
    EnumValueNode,
    ExtendNode,
    ExtensionsNode,
    FieldNode,
    ImportNode,
    MapFieldNode,
    MessageNode,
    OneofNode,
    OptionNode,
    PackageNode,
    RangeNode,
    ReservedNode,
    RpcNode,
    ServiceNode,
    SyntaxNode,
    Word,
)

# Those that hold others between braces, and those that end with a semicolon.
Scope = Union[MessageNode, EnumNode, OneofNode, ExtendNode, ServiceNode]
Statement = Union[
    FieldNode,
    MapFieldNode,
    EnumValueNode,
    RpcNode,
    SyntaxNode,
    PackageNode,
    ImportNode,
    OptionNode,
    ReservedNode,
    ExtensionsNode,
]


def heading(node: Scope) -> str:
    """What stands before the opening brace."""
    match node:
        case MessageNode(visibility, keyword, name) | EnumNode(visibility, keyword, name):
            return f"{_before(visibility)}{keyword.text} {name.text}"
        case OneofNode(name):
            return f"oneof {name.text}"
        case ServiceNode(name):
            return f"service {name.text}"
        case ExtendNode(extendee):
            return f"extend {extendee.text}"


def statement(node: Statement) -> str:
    """A declaration that holds no others, with its semicolon."""
    match node:
        case FieldNode(label, type_name, name, number, options):
            numbered = f"{name.text} = {number.span.text}"
            return f"{_before(label)}{type_name.text} {numbered}{_bracketed(options)};"
        case MapFieldNode(key=key, value=value, name=name, number=number, options=options):
            numbered = f"{name.text} = {number.span.text}"
            return f"map<{key.text}, {value.text}> {numbered}{_bracketed(options)};"
        case EnumValueNode(name, number, options):
            return f"{name.text} = {number.span.text}{_bracketed(options)};"
        case RpcNode():
            return _method(node)
        case SyntaxNode(value, is_edition):
            return f"{'edition' if is_edition else 'syntax'} = {constant_text(value)};"
        case PackageNode(name):
            return f"package {name.text};"
        case ImportNode(name, modifier):
            return f"import {_before(modifier)}{constant_text(name)};"
        case OptionNode():
            return f"option {_setting(node)};"
        case ReservedNode(ranges, names, are_strings):
            marked = (f'"{name.text}"' if are_strings else name.text for name in names)
            return f"reserved {', '.join((*map(_range, ranges), *marked))};"
        case ExtensionsNode(ranges, options):
            return f"extensions {', '.join(map(_range, ranges))}{_bracketed(options)};"


def _method(node: RpcNode) -> str:
    request = f"{_before(node.request_stream)}{node.request.text}"
    response = f"{_before(node.response_stream)}{node.response.text}"
    block = f" {{ {' '.join(map(statement, node.options))} }}" if node.has_block else ";"
    return f"rpc {node.name.text}({request}) returns ({response}){block}"


def _before(word: Word | None) -> str:
    return f"{word.text} " if word is not None else ""


def _bracketed(options: BracketedOptions) -> str:
    return f" [{', '.join(map(_setting, options.settings))}]" if options.settings else ""


def _setting(node: OptionNode) -> str:
    name = ".".join(f"({part.text})" if part.is_extension else part.text for part in node.parts)
    return f"{name} = {constant_text(node.value)}"


def _range(node: RangeNode) -> str:
    first, last = node.first.span.text, node.last_span.text
    return first if first == last else f"{first} to {last}"
