"""Short descriptions of the effects of earlier field changes on files.

The words are those of `wiregen diff`; of earlier releases only names and types are known, so
what depends on more is left out.
"""

from __future__ import annotations

from wiregen.evolution.compatibility import RULE_BY_ID, Effect
from wiregen.evolution.facts import Aspect, Element
from wiregen.evolution.likeness import Likeness, Types
from wiregen.history.model import HistoricChange
from wiregen.schema import ir
from wiregen.schema.scalars import SCALAR_BY_NAME
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.view import Rows
from wiregen.targets.docs.wire import written_tag


def wire_effect(change: HistoricChange, material: Material) -> str:
    """What a change of a field does, with its tag or the reason; empty for other changes."""
    rule_id = _rule_id(change, material)
    if not rule_id:
        return ""
    rule = RULE_BY_ID[rule_id]
    field = material.field_by_name.get(change.symbol)
    if change.is_addition:
        return f"{rule.worst.value}, tag `{written_tag(field)}`" if field else rule.worst.value
    return f"{rule.worst.value}: {rule.sentence}"


def effect_words() -> Rows:
    """Return the words for effects, and what they mean."""
    return tuple((effect.value, effect.meaning) for effect in reversed(Effect))


def _rule_id(change: HistoricChange, material: Material) -> str:
    if change.element is not Element.FIELD:
        return ""
    match change.aspect:
        case Aspect.EXISTENCE:
            return (
                "field-added" if change.is_addition else _removal(change.symbol, change, material)
            )
        case Aspect.NUMBER:
            return "field-renumbered"
        case Aspect.TYPE:
            return _of_types(change, material)
        case Aspect.LABEL if change.after == "repeated":
            return "made-repeated"
        case Aspect.LABEL if change.before == "repeated":
            return "made-singular"
        case Aspect.PACKED:
            return "packed-changed"
        case _:
            return ""


def _removal(symbol: str, change: HistoricChange, material: Material) -> str:
    """How a field went, by what its message reserves today; empty if the message went, too."""
    owner, _, name = symbol.rpartition(".")
    message = material.schema.message_by_name.get(owner)
    if message is None or material.history is None:
        return ""
    number = material.history.symbols[symbol].newest.number
    ranges = [found for item in message.reserved for found in item.ranges]
    if not any(found.first <= (number or 0) <= found.last for found in ranges):
        return "field-removed-number-free"
    has_name = any(name in item.names for item in message.reserved)
    return "field-removed" if has_name else "field-removed-name-free"


def _of_types(change: HistoricChange, material: Material) -> str:
    assert material.history is not None
    symbols = material.history.symbols
    new_name = {name: s.renamed_to for name, s in symbols.items() if s.renamed_to is not None}
    schema = material.schema
    types = Types({}, schema.enum_by_name, {}, schema.message_by_name, new_name)
    before, after = _kind(change.before, material), _kind(change.after, material)
    if before is None or after is None:
        return ""
    match types.likeness(before, after):
        case Likeness.ALL:
            return "type-alike"
        case Likeness.FILES:
            return "type-alike-in-files"
        case Likeness.NONE:
            # Of two messages, nothing is known here of what they have in common.
            are_messages = isinstance(before, ir.MessageKind) and isinstance(after, ir.MessageKind)
            return "" if are_messages else "type-changed"


def _kind(name: str, material: Material) -> ir.FieldKind | None:
    """The kind of field that a type makes; None for maps and for types that no release declares."""
    if name in SCALAR_BY_NAME:
        return ir.ScalarKind(SCALAR_BY_NAME[name])
    assert material.history is not None
    symbol = material.history.symbols.get(name)
    if symbol is None:
        return None
    is_enum = symbol.element is Element.ENUM
    return ir.EnumKind(name) if is_enum else ir.MessageKind(name)
