"""Lowers options as they are written; they are resolved later."""

from __future__ import annotations

from collections.abc import Iterable

from wiregen.schema import ir
from wiregen.syntax.nodes import NamedConstant, OptionNode

# What stands among the options of a field and is a part of the field instead.
PSEUDO_OPTIONS = ("default", "json_name")


def setting_of(options: Iterable[OptionNode], name: str) -> OptionNode | None:
    """The setting of one of protobuf's own options, by its plain name."""
    for option in options:
        if len(option.parts) == 1 and not option.parts[0].is_extension:
            if option.parts[0].text == name:
                return option
    return None


def is_true(option: OptionNode | None) -> bool:
    """True if an option is set to true; what is no boolean is reported where it is resolved."""
    value = option.value if option is not None else None
    return isinstance(value, NamedConstant) and (value.text, value.is_negative) == ("true", False)


def option_nodes(items: Iterable[object]) -> list[OptionNode]:
    """The option statements among the items of a block."""
    return [item for item in items if isinstance(item, OptionNode)]


def written(nodes: Iterable[OptionNode]) -> tuple[ir.Option, ...]:
    """Options as the IR has them before they are resolved."""
    return tuple(
        ir.Option(node.parts, node.value, node.name_span, node.span, node.comments)
        for node in nodes
    )
