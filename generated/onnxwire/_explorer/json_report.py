# Copied by wiregen from templates/runtime/_explorer/json_report.py; do not edit.
"""The report as JSON, described by a schema.

`report.schema.json` beside this file is the schema. Offsets and sizes are numbers; values are
texts, since JavaScript would round numbers of 64 bits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from .._rules.findings import Finding
from .exploration import Exploration
from .reading import Reading
from .rows import Row

_FIRST_BYTES = 16


def json_lines(exploration: Exploration) -> Iterator[str]:
    """The object in lines, rows and findings in one line each."""
    head = {
        "file": _file(exploration),
        "schema": {
            "package": str(__package__).rpartition(".")[0],
            "newest": exploration.lens.newest,
        },
        "readings": [_reading(reading) for reading in exploration.readings],
        "reading": exploration.reading.name if exploration.reading is not None else None,
        "reason": exploration.choice.reason,
        "summary": [list(line) for line in exploration.summary],
    }
    yield "{"
    for key, value in head.items():
        yield f"{json.dumps(key)}: {_text(value)},"
    yield from _list("rows", (row_object(row) for row in exploration.rows()))
    tables = [{"title": title, "lines": lines} for title, lines in exploration.tables]
    yield from _list("tables", iter(tables))
    yield from _list("findings", (finding_object(item) for item in exploration.findings))
    accounting = asdict(exploration.accounting)
    accounting["complete"] = exploration.audit.is_complete
    yield f'"accounting": {_text(accounting)}'
    yield "}"


def _text(value: Any) -> str:
    # In ASCII, so that no text of the file can drive a terminal.
    return json.dumps(value, separators=(", ", ": "))


def _list(key: str, items: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield f"{json.dumps(key)}: ["
    before = None
    for item in items:
        if before is not None:
            yield f"{before},"
        before = _text(item)
    if before is not None:
        yield before
    yield "],"


def _file(exploration: Exploration) -> dict[str, Any]:
    data = exploration.data
    return {
        "name": exploration.name,
        "size": len(data),
        "start": exploration.start,
        "first_bytes": bytes(data[:_FIRST_BYTES]).hex(),
        "remarks": exploration.remarks,
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "message": reading.descriptor.full_name,
        "name": reading.name,
        "verdict": reading.verdict.words,
        "description": reading.description,
        "reasons": list(reading.reasons),
        "complete": reading.audit.is_complete,
    }


def row_object(row: Row) -> dict[str, Any]:
    """A row, without what it has not."""
    places = {"tag": row.tag, "len": row.length, "val": row.value}
    return {
        "kind": row.kind,
        "depth": row.depth,
        "o": row.offset,
        **{key: list(place) for key, place in places.items() if place is not None},
        "path": row.path,
        "n": row.number,
        "name": row.name,
        "wire": row.wire,
        "type": row.type,
        "value": row.text,
        "marks": list(row.marks),
        "notes": list(row.notes),
    }


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding as an object."""
    return asdict(finding)
