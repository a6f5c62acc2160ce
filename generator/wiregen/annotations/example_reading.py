"""Reads and resolves an examples file."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.annotations.examples import Elements, Example, Examples
from wiregen.annotations.names import Names
from wiregen.lowering.option_values import ValueFault
from wiregen.lowering.text_format import TextFormat
from wiregen.schema import ir
from wiregen.schema.option_types import OptionTypes
from wiregen.source.diagnostics import Faults, SchemaError
from wiregen.source.text import Source
from wiregen.source.toml_tables import Table, read_table
from wiregen.syntax.nodes import Aggregate, OptionNode
from wiregen.syntax.parser import parse
from wiregen.wire.encoding import encoded


def read_examples(source: Source, schema: ir.Schema, faults: Faults) -> Examples:
    """Everything that a file shows of a schema; SchemaError with all that is wrong in it."""
    top = read_table(source, faults)
    faults.raise_if_any()
    package = top.text("package", "")
    names = Names(schema, package)
    found = Examples(tuple(_examples(top, names, schema)), dict(_all_elements(top, names, schema)))
    top.close()
    faults.raise_if_any()
    return found


def _examples(top: Table, names: Names, schema: ir.Schema) -> Iterator[Example]:
    taken: set[str] = set()
    for table in top.tables("example"):
        example = _example(table, names, schema)
        if example is None:
            continue
        if example.id in taken:
            table.report(f"there are two examples '{example.id}'", "id")
        taken.add(example.id)
        yield example


def _example(table: Table, names: Names, schema: ir.Schema) -> Example | None:
    message = names.message(table, "message", table.text("message"))
    recipe, written = table.text("recipe", ""), table.text("bytes", "")
    remarks = table.table("readings")
    remark_by_reading = {}
    for name in remarks.keys():
        other = names.message(remarks, name, name)
        if other is not None:
            remark_by_reading[other.full_name] = remarks.text(name)
    identity, title = table.text("id"), table.text("title")
    note, origin = table.text("note", ""), table.text("origin", "")
    topics = table.texts("topics")
    table.close()
    if bool(recipe) == bool(written):
        table.report("an example needs either a 'recipe' or 'bytes'", "message")
        return None
    if message is None:
        return None
    if recipe:
        data = _encoded(recipe, message, schema, table)
    else:
        data = _bytes(written, table, "bytes")
    return Example(
        id=identity,
        title=title,
        message=message.full_name,
        data=data,
        recipe=recipe.strip(),
        note=note,
        origin=origin,
        topics=topics,
        remark_by_reading=remark_by_reading,
        span=table.span(),
    )


def _encoded(recipe: str, message: ir.Message, schema: ir.Schema, table: Table) -> bytes:
    """The bytes of a message in text format, which stands in an option as well."""
    source = Source("recipe", "recipe", f"option recipe = {{\n{recipe}\n}};")
    types = OptionTypes(schema, None)
    try:
        match parse(source).items:
            case (OptionNode(value=Aggregate() as aggregate),):
                value = TextFormat(types, lambda name, scope: None).message(
                    aggregate, message.full_name
                )
                return encoded(value, types)
            case _:
                table.report("a recipe is one message in text format", "recipe")
    except SchemaError as error:
        table.report(error.diagnostics[0].sentence, "recipe")
    except ValueFault as fault:
        table.report(fault.sentence, "recipe")
    return b""


def _bytes(written: str, table: Table, key: str) -> bytes:
    try:
        return bytes.fromhex(written)
    except ValueError:
        table.report("expected bytes in hexadecimal: '0A 02 10 00'", key)
        return b""


def _all_elements(top: Table, names: Names, schema: ir.Schema) -> Iterator[tuple[str, Elements]]:
    for table in top.tables("elements"):
        written = table.text("value")
        enum = names.enum(table, "value", written.rpartition(".")[0])
        shown = table.text("shown")
        data = _bytes(table.text("bytes"), table, "bytes")
        table.close()
        value = names.enum_value(table, "value", written.rpartition(".")[2], enum) if enum else None
        if enum is not None and value is not None:
            yield f"{enum.full_name}.{value.name}", Elements(value, shown, data, table.span())
