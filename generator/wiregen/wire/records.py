"""Decodes messages to records with their positions.

For bytes that are shown to people: what is damaged ends in a record that says so, and what the
type does not know stays as a record without field.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from wiregen.schema import ir
from wiregen.schema.scalars import Domain, Scalar, WireType


@dataclass(frozen=True, slots=True)
class Record:
    """One tag with its value: the bytes from `start` to `end`, of which `content` is the value.

    `values` are those of a scalar or enum, several if they are packed; `records` is what is
    inside of a message. A `fault` says what is wrong with bytes that are no record.
    """

    start: int
    content: int
    end: int
    number: int = 0
    field: ir.Field | None = None
    values: tuple[ir.OptionValue, ...] = ()
    records: tuple[Record, ...] = ()
    fault: str = ""

    @property
    def is_clean(self) -> bool:
        """True if it is known and sound, and everything inside of it, too."""
        inside = all(record.is_clean for record in self.records)
        return self.field is not None and not self.fault and inside


def records_of(data: bytes, message: str, schema: ir.Schema) -> tuple[Record, ...]:
    """The records of a message of a type, in the order of the bytes."""
    reader = _Reader(data, schema)
    return tuple(reader.records(0, len(data), schema.message_by_name[message].fields))


def value_of(records: tuple[Record, ...], message: str, schema: ir.Schema) -> ir.MessageValue:
    """What a parser makes of records: the last of single values, all of lists, messages merged."""
    records_by_field: dict[str, list[Record]] = {}
    fields = schema.message_by_name[message].fields
    for record in records:
        field = record.field
        if field is None:
            continue
        for other in fields:
            if other.oneof is not None and other.oneof == field.oneof and other != field:
                records_by_field.pop(other.full_name, None)
        records_by_field.setdefault(field.full_name, []).append(record)
    found = []
    for field in fields:
        same = records_by_field.get(field.full_name, [])
        found += [ir.FieldValue(field.full_name, v) for v in _values(same, field, schema)]
    return ir.MessageValue(tuple(found))


def _values(records: list[Record], field: ir.Field, schema: ir.Schema) -> list[ir.OptionValue]:
    match field.kind:
        case ir.MessageKind(name) if field.is_repeated:
            return [value_of(record.records, name, schema) for record in records]
        case ir.MessageKind(name) if records:
            # To merge messages is to read their records one after another.
            together = tuple(inner for record in records for inner in record.records)
            return [value_of(together, name, schema)]
        case ir.MapKind():
            return [_entry(record, schema) for record in records]
        case _:
            values = [value for record in records for value in record.values]
            return values if field.is_repeated else values[-1:]


def _entry(record: Record, schema: ir.Schema) -> ir.MapEntry:
    part_by_number: dict[int, ir.OptionValue] = {}
    for part in record.records:
        if part.field is not None:
            part_by_number[part.number] = _values([part], part.field, schema)[0]
    return ir.MapEntry(part_by_number.get(1), part_by_number.get(2))


# Tags and lengths are numbers of 32 bits.
_LONGEST_TAG = 5
# Readers go no deeper.
_DEEPEST = 100


class _Fault(Exception):
    """Bytes that are no record, for this module alone."""


class _Reader:
    def __init__(self, data: bytes, schema: ir.Schema) -> None:
        self._data = data
        self._schema = schema
        self._depth = 0

    def records(
        self, at: int, end: int, fields: tuple[ir.Field, ...], group: int = 0
    ) -> Iterator[Record]:
        """The records up to an end, or of a group up to its end tag, which comes with them."""
        field_by_number = {field.number: field for field in fields}
        while at < end:
            try:
                record = self._record(at, end, field_by_number, group)
            except _Fault as fault:
                yield Record(at, at, end, fault=str(fault))
                return
            if record is None:
                return
            yield record
            at = record.end
        if group:
            yield Record(end, end, end, fault=f"truncated: group {group} has no end")

    def _nested(
        self, at: int, end: int, fields: tuple[ir.Field, ...], group: int = 0
    ) -> tuple[Record, ...]:
        if self._depth == _DEEPEST:
            raise _Fault(f"more than {_DEEPEST} messages in one another")
        self._depth += 1
        records = tuple(self.records(at, end, fields, group))
        self._depth -= 1
        return records

    def _record(
        self, start: int, end: int, field_by_number: dict[int, ir.Field], group: int
    ) -> Record | None:
        tag, at = self._varint(start, end, _LONGEST_TAG)
        number, wire_number = tag >> 3, tag & 7
        if not 0 < number < 1 << 29:
            raise _Fault(f"there is no field number {number}")
        try:
            wire_type = WireType(wire_number)
        except ValueError:
            raise _Fault(f"there is no wire type {wire_number}") from None
        if wire_type is WireType.END_GROUP:
            if number == group:
                return None
            raise _Fault(f"the end of group {number}, which did not start")
        field = field_by_number.get(number)
        if field is not None and not _fits(field, wire_type):
            field = None
        if wire_type is WireType.START_GROUP:
            return self._group(start, at, end, number, field)
        stop = at
        if wire_type is WireType.LEN:
            length, at = self._varint(at, end, _LONGEST_TAG)
            stop = self._stop(at, length, end)
            if field is not None:
                return self._inside(Record(start, at, stop, number, field), field)
            return Record(start, at, stop, number, None, (self._data[at:stop],))
        value, stop = self._number(at, end, wire_type)
        if field is None:
            return Record(start, at, stop, number, None, (value,))
        typed = self._typed(value, field.kind)
        is_known = _is_known(typed, field.kind, self._schema)
        return Record(start, at, stop, number, field if is_known else None, (typed,))

    def _group(
        self, start: int, content: int, end: int, number: int, field: ir.Field | None
    ) -> Record:
        fields: tuple[ir.Field, ...] = ()
        if field is not None and isinstance(field.kind, ir.MessageKind):
            fields = self._schema.message_by_name[field.kind.message].fields
        inner = self._nested(content, end, fields, number)
        at = inner[-1].end if inner else content
        if inner and inner[-1].fault:
            return Record(start, content, end, number, field, (), inner)
        _, stop = self._varint(at, end, _LONGEST_TAG)
        return Record(start, content, stop, number, field, (), inner)

    def _inside(self, record: Record, field: ir.Field) -> Record:
        """A record of known length with what is in it."""
        at, stop = record.content, record.end
        kind = field.kind
        match kind:
            case ir.MessageKind(name):
                fields = self._schema.message_by_name[name].fields
                return replace(record, records=self._nested(at, stop, fields))
            case ir.MapKind(key, held):
                one = replace(field, is_repeated=False)
                parts = (
                    replace(one, name="key", number=1, kind=ir.ScalarKind(key)),
                    replace(one, name="value", number=2, kind=held),
                )
                return replace(record, records=self._nested(at, stop, parts))
            case ir.ScalarKind(Scalar(domain=Domain.BYTES)):
                return replace(record, values=(self._data[at:stop],))
            case ir.ScalarKind(Scalar(domain=Domain.STRING)):
                data = self._data[at:stop]
                try:
                    data.decode()
                except UnicodeDecodeError:
                    if field.is_utf8_checked:
                        return replace(record, fault="the text is no UTF-8")
                return replace(record, values=(data.decode("utf-8", "surrogateescape"),))
            case _:
                values = []
                while at < stop:
                    value, at = self._number(at, stop, ir.wire_type_of(kind))
                    values.append(self._typed(value, kind))
                return replace(record, values=tuple(values))

    # Numbers

    def _varint(self, at: int, end: int, longest: int = 10) -> tuple[int, int]:
        value = 0
        for count in range(longest):
            if at + count >= end:
                raise _Fault("truncated: the bytes end inside of a varint")
            byte = self._data[at + count]
            value |= (byte & 0x7F) << 7 * count
            if byte < 0x80:
                return value & 0xFFFFFFFFFFFFFFFF, at + count + 1
        raise _Fault(f"a varint of more than {longest} bytes, which it can have here")

    def _stop(self, at: int, length: int, end: int) -> int:
        if length > end - at:
            raise _Fault(f"truncated: {length} bytes needed, {end - at} left")
        return at + length

    def _number(self, at: int, end: int, wire_type: WireType) -> tuple[int, int]:
        if wire_type is WireType.VARINT:
            return self._varint(at, end)
        stop = self._stop(at, 8 if wire_type is WireType.I64 else 4, end)
        return int.from_bytes(self._data[at:stop], "little"), stop

    def _typed(self, value: int, kind: ir.FieldKind) -> ir.OptionValue:
        """A number of up to 64 bits as its type has it."""
        match kind:
            case ir.ScalarKind(scalar):
                return _typed(value, scalar)
            case _:
                return _signed(value, 32)


def _fits(field: ir.Field, wire_type: WireType) -> bool:
    return wire_type is field.wire_type or (field.is_packable and wire_type is WireType.LEN)


def _is_known(value: ir.OptionValue, kind: ir.FieldKind, schema: ir.Schema) -> bool:
    """True if a value is one that its type has: closed enums do not take others."""
    match kind:
        case ir.EnumKind(name):
            enum = schema.enum_by_name[name]
            return not enum.is_closed or any(item.number == value for item in enum.values)
        case _:
            return True


def _typed(value: int, scalar: Scalar) -> ir.OptionValue:
    match scalar.domain:
        case Domain.BOOL:
            return value != 0
        case Domain.FLOAT:
            code = "d" if scalar.bits == 64 else "f"
            number: float = struct.unpack(f"<{code}", value.to_bytes(scalar.bits // 8, "little"))[0]
            return number
        case _ if scalar.is_zigzag:
            value &= (1 << scalar.bits) - 1
            return value >> 1 ^ -(value & 1)
        case _ if scalar.is_signed:
            return _signed(value, scalar.bits)
        case _:
            return value & (1 << scalar.bits) - 1


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value
