"""Prints messages as text format and as constructor calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Union

from wiregen.schema import ir
from wiregen.targets.docs.material import Material

_WIDTH = 88


# Of longer lists, text format shows the start.
_LONGEST_LIST = 8


def text_format(value: ir.MessageValue, material: Material) -> str:
    """A message on one line; of long lists of numbers, the start."""
    entries = []
    for name, group in groupby(value.fields, key=lambda item: item.field):
        items = list(group)
        if len(items) > 1 and isinstance(items[0].value, (int, float)):
            shown = [_plain(item.value) for item in items[:_LONGEST_LIST]]
            shown += ["..."] if len(items) > _LONGEST_LIST else []
            entries.append(f"{material.field_by_name[name].name}: [{', '.join(shown)}]")
        else:
            entries += (_entry(item, material) for item in items)
    return " ".join(entries)


def _entry(item: ir.FieldValue, material: Material) -> str:
    field = material.field_by_name[item.field]
    match item.value:
        case ir.MessageValue() as message:
            inner = text_format(message, material)
            return f"{field.name} {{ {inner} }}" if inner else f"{field.name} {{ }}"
        case ir.MapEntry(key, value):
            parts = [f"key: {_plain(key)}"] if key is not None else []
            match value:
                case ir.MessageValue() as message:
                    parts.append(f"value {{ {text_format(message, material)} }}")
                case None:
                    pass
                case _:
                    parts.append(f"value: {_plain(value)}")
            return f"{field.name} {{ {' '.join(parts)} }}"
        case plain:
            return f"{field.name}: {_plain(plain)}"


def _plain(value: ir.OptionValue) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value.encode("utf-8", "surrogateescape"))
        case bytes():
            return quoted(value)
        case _:
            return str(value)


def quoted(data: bytes) -> str:
    """A text or bytes between quotes, as text format has them."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        return '"' + "".join(_letter(letter, is_ascii=True) for letter in text) + '"'
    return '"' + "".join(_letter(letter, is_ascii=False) for letter in text) + '"'


def _letter(letter: str, *, is_ascii: bool) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if letter < " " or letter == "\x7f" or (is_ascii and letter > "~"):
        return f"\\x{ord(letter):02x}"
    return letter


# Calls of constructors


@dataclass(frozen=True, slots=True)
class _Block:
    """A call or a list: what stands in it takes a line each where all of it does not fit one."""

    opening: str
    parts: tuple[tuple[str, Expression], ...]
    closing: str


Expression = Union[str, _Block]


def constructor_call(
    value: ir.MessageValue, message: str, target: str, material: Material
) -> tuple[list[str], set[str]]:
    """The lines that build a message in Python and give it a name, and the classes they need."""
    builder = _Builder(material)
    call = builder.message(value, message)
    return _laid_out(f"{target} = ", call, "").split("\n"), builder.roots


class _Builder:
    def __init__(self, material: Material) -> None:
        self._material = material
        self.roots: set[str] = set()

    def message(self, value: ir.MessageValue, full_name: str) -> _Block:
        bindings = self._material.bindings
        binding = bindings[full_name]
        self.roots.add(binding.root)
        values_by_name: dict[str, list[ir.OptionValue]] = {}
        for item in value.fields:
            values_by_name.setdefault(item.field, []).append(item.value)
        parts = []
        for name, values in values_by_name.items():
            field = self._material.field_by_name[name]
            parts.append((f"{bindings[name].path}=", self._field(values, field)))
        return _Block(f"{binding.path}(", tuple(parts), ")")

    def _field(self, values: list[ir.OptionValue], field: ir.Field) -> Expression:
        match field.kind:
            case ir.MapKind(value=kind):
                entries = [v for v in values if isinstance(v, ir.MapEntry)]
                pairs = tuple(
                    (f"{entry.key!r}: ", self._one(_known(entry.value), field, kind))
                    for entry in entries
                )
                return _Block("{", pairs, "}")
            case kind if field.is_repeated:
                return _Block("[", tuple(("", self._one(v, field, kind)) for v in values), "]")
            case kind:
                return self._one(values[-1], field, kind)

    def _one(self, value: ir.OptionValue, field: ir.Field, kind: ir.FieldKind) -> Expression:
        match value, kind:
            case ir.MessageValue(), ir.MessageKind(name):
                return self.message(value, name)
            case int(), ir.EnumKind(enum):
                return self._number(value, enum)
            case int(), _ if field.full_name in self._material.annotations.carries:
                return self._number(value, self._material.annotations.carries[field.full_name])
            case (str() | bytes()), _:
                return _literal(value)
            case _:
                return repr(value)

    def _number(self, number: int, enum: str) -> str:
        """A number of an enum by the name of its value, if it has one."""
        declared = self._material.schema.enum_by_name[enum]
        value = next((v for v in declared.values if v.number == number), None)
        binding = self._material.bindings.get(value.full_name) if value is not None else None
        if binding is None or not binding.path.replace(".", "").isidentifier():
            return str(number)
        self.roots.add(binding.root)
        return binding.path


def _literal(value: str | bytes) -> str:
    """A text or bytes in Python, between the quotes that most people write."""
    text = repr(value)
    start = text.index(text[-1])
    if '"' in text or text[-1] == '"':
        return text
    return f'{text[:start]}"{text[start + 1 : -1]}"'


def _known(value: ir.OptionValue | None) -> ir.OptionValue:
    return ir.MessageValue(()) if value is None else value


def _laid_out(start: str, item: Expression, margin: str) -> str:
    flat = start + _flat(item)
    if isinstance(item, str) or not item.parts or len(margin) + len(flat) < _WIDTH:
        return flat
    return "\n".join([start + item.opening, *_inside(item, f"{margin}    "), margin + item.closing])


def _inside(item: _Block, margin: str) -> Iterator[str]:
    for name, part in item.parts:
        yield f"{margin}{_laid_out(name, part, margin)},"


def _flat(item: Expression) -> str:
    if isinstance(item, str):
        return item
    return item.opening + ", ".join(name + _flat(part) for name, part in item.parts) + item.closing
