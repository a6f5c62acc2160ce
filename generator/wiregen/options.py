"""Options that mean something to the generator: option nodes in, their values out."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen import ir
from wiregen.diagnostics import Faults
from wiregen.syntax import NamedConstant, OptionNode


def setting_of(options: Iterable[OptionNode], name: str) -> OptionNode | None:
    """The setting of one of protobuf's own options, by its plain name."""
    for option in options:
        if len(option.parts) == 1 and not option.parts[0].is_extension:
            if option.parts[0].text == name:
                return option
    return None


def is_true(option: OptionNode, faults: Faults) -> bool:
    """The value of an option that is true or false; anything else is reported."""
    value = option.value
    if isinstance(value, NamedConstant) and not value.is_negative:
        if value.text in ("true", "false"):
            return value.text == "true"
    faults.report(value.span, f"expected true or false, found '{value.span.text}'")
    return False


def option_nodes(items: Iterable[object]) -> list[OptionNode]:
    """The option statements among the items of a block."""
    return [item for item in items if isinstance(item, OptionNode)]


# The options of protobuf's own that are lists; each setting adds to them.
_LISTS = ("targets", "edition_defaults", "declaration")


def report_repeated(nodes: Iterable[OptionNode], faults: Faults) -> None:
    """Report options of protobuf's own that a declaration sets twice."""
    seen: set[str] = set()
    for node in nodes:
        name = option_name(node)
        if name in seen and name not in _LISTS and not any(p.is_extension for p in node.parts):
            faults.report(node.name_span, f"the option '{name}' is set twice")
        seen.add(name)


def options(items: Iterable[object]) -> tuple[ir.Option, ...]:
    """The option statements of a block as the IR has them."""
    return settings(option_nodes(items))


def settings(nodes: Iterable[OptionNode]) -> tuple[ir.Option, ...]:
    """Options as the IR has them."""
    return tuple(ir.Option(option_name(node), node.value) for node in nodes)


def option_name(option: OptionNode) -> str:
    """An option's name as written, extensions in parentheses."""
    return ".".join(f"({p.text})" if p.is_extension else p.text for p in option.parts)


def json_name(name: str) -> str:
    """The name that JSON uses for a field: lowerCamelCase, by protobuf's own algorithm."""
    letters: list[str] = []
    is_after_underscore = False
    for letter in name:
        if letter == "_":
            is_after_underscore = True
            continue
        letters.append(letter.upper() if is_after_underscore and letter.isascii() else letter)
        is_after_underscore = False
    return "".join(letters)


def entry_name(name: str) -> str:
    """The name of the message that holds the entries of a map, by protobuf's own algorithm."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_")) + "Entry"
