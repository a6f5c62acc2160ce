"""Lowers reserved numbers and names, and reports malformed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiregen.lowering.options import is_true, option_nodes, setting_of, written
from wiregen.schema import ir
from wiregen.schema.scalars import LARGEST_FIELD_NUMBER
from wiregen.source.diagnostics import Faults
from wiregen.syntax.nodes import Decimal, ExtensionsNode, Integer, RangeNode, ReservedNode

_LARGEST_INT32 = (1 << 31) - 1


def integer(number: Integer | Decimal, faults: Faults) -> int | None:
    """The value of a number that must be whole; another one is reported."""
    if isinstance(number, Integer):
        return number.value
    faults.report(number.span, f"expected an integer, found '{number.span.text}'")
    return None


def reserved_in_message(
    items: Sequence[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.Reserved, ...]:
    """The `reserved` statements of a message."""
    return tuple(_reserved(items, syntax, 1, _largest_number(items), faults))


def reserved_in_enum(
    items: Sequence[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.Reserved, ...]:
    """The `reserved` statements of an enum, whose numbers may be negative."""
    return tuple(_reserved(items, syntax, -_LARGEST_INT32 - 1, _LARGEST_INT32, faults))


def extension_ranges(
    items: Sequence[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.ExtensionRange, ...]:
    """The numbers that a message sets aside for extensions."""
    ranges: list[ir.ExtensionRange] = []
    largest = _largest_number(items)
    for node in items:
        if isinstance(node, ExtensionsNode):
            if syntax is ir.Syntax.PROTO3:
                faults.report(node.span, "proto3 messages cannot be extended")
            options = written(node.options.settings)
            for found in _ranges(node.ranges, 1, largest, faults):
                if found.last > largest:
                    faults.report(found.span, f"extension numbers go up to {largest}")
                ranges.append(ir.ExtensionRange(found, options))
    return tuple(ranges)


def _largest_number(items: Sequence[object]) -> int:
    """What `max` means in a message: message sets have wider numbers than others."""
    is_message_set = is_true(setting_of(option_nodes(items), "message_set_wire_format"))
    return _LARGEST_INT32 - 1 if is_message_set else LARGEST_FIELD_NUMBER


def _reserved(
    items: Iterable[object], syntax: ir.Syntax, smallest: int, largest: int, faults: Faults
) -> Iterable[ir.Reserved]:
    for node in items:
        if isinstance(node, ReservedNode):
            if node.names and node.are_strings == syntax.is_edition:
                how = "without" if node.are_strings else "in"
                faults.report(node.names[0].span, f"here, reserved names stand {how} quotes")
            for name in node.names:
                if not (name.text.isascii() and name.text.isidentifier()):
                    faults.warn(name.span, f"no field can have the reserved name '{name.text}'")
            yield ir.Reserved(
                ranges=tuple(_ranges(node.ranges, smallest, largest, faults)),
                names=tuple(name.text for name in node.names),
                comments=node.comments,
                span=node.span,
            )


def _ranges(
    nodes: Iterable[RangeNode], smallest: int, largest: int, faults: Faults
) -> Iterable[ir.NumberRange]:
    for node in nodes:
        first = integer(node.first, faults)
        last = largest if node.last is None else integer(node.last, faults)
        if first is None or last is None:
            continue
        largest_written = max(first, last)
        if largest_written > _LARGEST_INT32:
            faults.report(node.span, f"numbers are 32-bit integers, found {largest_written}")
        elif smallest > 0 and largest_written == _LARGEST_INT32:
            # protoc keeps the number after the last one in 32 bits.
            sentence = f"numbers of a message go up to {_LARGEST_INT32 - 1} here"
            faults.report(node.span, f"{sentence}, found {largest_written}")
        elif first < smallest:
            faults.report(node.first.span, f"numbers go from {smallest} here, found {first}")
        elif last < first:
            faults.report(node.span, f"this range ends ({last}) before it starts")
        else:
            yield ir.NumberRange(first, last, node.span)
