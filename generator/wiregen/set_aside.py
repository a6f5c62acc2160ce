"""What a message or enum sets aside, numbers and names: nodes in, IR out, wrong forms reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wiregen import ir
from wiregen.diagnostics import Faults
from wiregen.options import option_nodes, setting_of
from wiregen.scalars import LARGEST_FIELD_NUMBER
from wiregen.syntax import Decimal, ExtensionsNode, Integer, RangeNode, ReservedNode

_LARGEST_INT32 = (1 << 31) - 1


def integer(number: Integer | Decimal, faults: Faults) -> int | None:
    """The value of a number that must be whole; another one is reported."""
    if isinstance(number, Integer):
        return number.value
    faults.report(number.span, f"expected an integer, found '{number.span.text}'")
    return None


def reserved_in_message(
    items: Iterable[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.Reserved, ...]:
    """The `reserved` statements of a message."""
    return tuple(_reserved(items, syntax, 1, LARGEST_FIELD_NUMBER, faults))


def reserved_in_enum(
    items: Iterable[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.Reserved, ...]:
    """The `reserved` statements of an enum, whose numbers may be negative."""
    return tuple(_reserved(items, syntax, -_LARGEST_INT32 - 1, _LARGEST_INT32, faults))


def extension_ranges(
    items: Sequence[object], syntax: ir.Syntax, faults: Faults
) -> tuple[ir.NumberRange, ...]:
    """The numbers that a message sets aside for extensions."""
    ranges: list[ir.NumberRange] = []
    is_message_set = setting_of(option_nodes(items), "message_set_wire_format") is not None
    largest = _LARGEST_INT32 - 1 if is_message_set else LARGEST_FIELD_NUMBER
    for node in items:
        if isinstance(node, ExtensionsNode):
            if syntax is ir.Syntax.PROTO3:
                faults.report(node.span, "proto3 messages cannot be extended")
            for found in _ranges(node.ranges, 1, largest, faults):
                if found.last > largest:
                    faults.report(found.span, f"extension numbers go up to {largest}")
                ranges.append(found)
    return tuple(ranges)


def _reserved(
    items: Iterable[object], syntax: ir.Syntax, smallest: int, largest: int, faults: Faults
) -> Iterable[ir.Reserved]:
    for node in items:
        if isinstance(node, ReservedNode):
            if node.names and node.are_strings == syntax.is_edition:
                how = "without" if node.are_strings else "in"
                faults.report(node.names[0].span, f"here, reserved names stand {how} quotes")
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
        if first < smallest:
            faults.report(node.first.span, f"numbers go from {smallest} here, found {first}")
        elif last < first:
            faults.report(node.span, f"this range ends ({last}) before it starts")
        else:
            yield ir.NumberRange(first, last, node.span)
