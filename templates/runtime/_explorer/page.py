"""The report as a self-contained HTML page.

Every text of the file is escaped; the page loads nothing and runs no script but its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .._text.terminal import printable, size_text
from .exploration import Exploration
from .reading import Reading
from .rows import Row

_PER_LINE = 16
# Bytes that are shown: a page with more is slow.
_MOST_BYTES = 16_384
_MOST_ROWS = 5000
_MOST_FINDINGS = 500
_CLASSES = {"!": "error", "~": "warning", "?": "unknown", "…": "dim"}


def page_lines(exploration: Exploration) -> Iterator[str]:
    """The page, line by line."""
    return _Page(exploration).lines()


def _beside(name: str) -> str:
    """A file beside this module, without the line that says where it is from."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return text.partition("\n")[2]


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _text(text: str) -> str:
    """A text of the file: nothing in it is markup, and nothing changes the order of letters."""
    return escape(printable(text))


@dataclass(frozen=True)
class _Page:
    """Writes the parts of the page."""

    seen: Exploration

    def lines(self) -> Iterator[str]:
        style, script = _beside("page.css"), _beside("page.js")
        policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
        name = _text(self.seen.name)
        yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{name}: what stands in it</title>"
        yield f"<style>{style}</style>\n</head>\n<body>"
        yield from self._file()
        yield from self._readings()
        yield from self._summary()
        yield from self._tools()
        yield '<div class="sides">'
        yield from self._rows()
        yield from self._bytes()
        yield "</div>"
        yield from self._tables()
        yield from self._findings()
        yield from self._accounting()
        yield f"<script>{script}</script>\n</body>\n</html>"

    def _file(self) -> Iterator[str]:
        size = len(self.seen.data)
        yield f"<header><h1>{_text(self.seen.name)}</h1>"
        yield f"<p>{size:,} bytes ({size:#x}); schema: {_text(self.seen.lens.newest)}</p>"
        for remark in self.seen.remarks:
            yield f"<p>{_text(remark)}</p>"
        yield "</header>"

    def _readings(self) -> Iterator[str]:
        yield "<section><h2>What these bytes can be</h2><table>"
        yield "<tr><th>verdict</th><th>message</th><th></th></tr>"
        for reading in self.seen.readings:
            yield self._reading(reading)
        choice = self.seen.choice
        shown = choice.reading.name if choice.reading is not None else "none"
        reason = f" ({_text(choice.reason)})" if choice.reason else ""
        yield f"</table><p>Shown: <strong>{_text(shown)}</strong>{reason}</p></section>"

    def _reading(self, reading: Reading) -> str:
        reasons = reading.reasons if reading.verdict.is_clean else reading.reasons[:1]
        words = "; ".join(filter(None, (*reasons, reading.description)))
        style = ' class="exact"' if reading.verdict == 0 else ""
        cells = (reading.verdict.words, reading.name, words)
        first, *others = map(_text, cells)
        return f"<tr><td{style}>{first}</td>{''.join(f'<td>{cell}</td>' for cell in others)}</tr>"

    def _summary(self) -> Iterator[str]:
        if not self.seen.summary or self.seen.reading is None:
            return
        yield f"<section><h2>{_text(self.seen.reading.name)}</h2><table>"
        for label, text in self.seen.summary:
            yield f"<tr><td class='dim'>{_text(label)}</td><td>{_text(text)}</td></tr>"
        yield "</table></section>"

    def _tools(self) -> Iterator[str]:
        yield '<div class="tools" role="group" aria-label="Move about">'
        yield '<label>Go to offset (<kbd>g</kbd>) <input id="go" size="10"></label>'
        yield '<label>Find in rows (<kbd>f</kbd>) <input id="find" size="16"></label>'
        yield '<button id="previous">Previous finding <kbd>[</kbd></button>'
        yield '<button id="next">Next finding <kbd>]</kbd></button>'
        yield '<span class="key">Bytes of the chosen row: <i class="t">tag</i> <i class="l">length</i>'
        yield '<i class="v">value</i>; arrows choose another</span>'
        yield '<code id="said" role="status"></code></div>'

    def _rows(self) -> Iterator[str]:
        yield "<section><h2>Records</h2>"
        yield '<div class="box" id="rows" tabindex="0" role="grid" aria-label="Records">'
        yield '<table class="rows"><tr><th>offset</th><th></th><th>#</th><th>name</th>'
        yield "<th>wire</th><th>type</th><th>value</th></tr>"
        for count, row in enumerate(self.seen.rows()):
            if count == _MOST_ROWS:
                yield "<tr><td colspan='7'>… more rows are left out of this page</td></tr>"
                break
            yield self._row(count, row)
        yield "</table></div></section>"

    def _row(self, count: int, row: Row) -> str:
        places = {"t": row.tag, "l": row.length, "v": row.value}
        data = "".join(
            f' data-{key}="{place[0]},{place[1]}"' for key, place in places.items() if place
        )
        is_place = row.kind != "could-be"
        data += f' data-o="{row.offset}" data-p="{_text(row.path)}"' if is_place else ""
        style = _CLASSES.get(row.marks, "dim" if not is_place else "")
        notes = "".join(f"\n{row.marks or '~'} {_text(note)}" for note in row.notes)
        cells = (
            f"{row.offset:08x}" if is_place else "",
            row.marks,
            "" if row.number is None else str(row.number),
            "  " * row.depth + printable(row.name),
            row.wire,
            row.type,
            printable(row.text) + notes.replace("&#x27;", "'"),
        )
        inner = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        return f'<tr id="r{count}"{data} class="{style}">{inner}</tr>'

    def _bytes(self) -> Iterator[str]:
        data, size = self.seen.data, len(self.seen.data)
        yield "<section><h2>Bytes</h2>"
        yield '<div class="box" id="bytes" tabindex="0" role="group" aria-label="Bytes">'
        yield '<pre class="bytes">'
        for start in range(0, min(size, _MOST_BYTES), _PER_LINE):
            line = bytes(data[start : min(start + _PER_LINE, size)])
            cells = "".join(
                f'<i data-o="{start + index}">{byte:02X}</i>' for index, byte in enumerate(line)
            )
            letters = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in line)
            yield f'<span class="dim">{start:08x}</span> {cells}  {escape(letters)}'
        yield "</pre></div>"
        if size > _MOST_BYTES:
            yield f"<p>The first {size_text(_MOST_BYTES)} of {size_text(size)}.</p>"
        yield "</section>"

    def _tables(self) -> Iterator[str]:
        for title, lines in self.seen.tables:
            yield f"<section><h2>{_text(title)}</h2><table>"
            for index, line in enumerate(lines):
                cell = "td" if index else "th"
                yield f"<tr>{''.join(f'<{cell}>{_text(text)}</{cell}>' for text in line)}</tr>"
            yield "</table></section>"

    def _findings(self) -> Iterator[str]:
        found = self.seen.findings
        yield f"<section><h2>Findings ({len(found):,})</h2><ol class='findings'>"
        for item in found[:_MOST_FINDINGS]:
            offset = "" if item.offset is None else f' data-o="{item.offset}"'
            place = "" if item.offset is None else f" at {item.offset:#x}"
            rule = f" {_text(item.rule)}" if item.rule else ""
            path = _text(item.path) or "the file"
            style = {"error": "error", "warning": "warning"}.get(item.level, "")
            yield f'<li{offset}><strong class="{style}">{item.level}</strong> <code>{path}</code>'
            yield f"{place} [{_text(item.code)}{rule}]: {_text(item.sentence)}</li>"
        yield "</ol>"
        if len(found) > _MOST_FINDINGS:
            yield f"<p>… {len(found) - _MOST_FINDINGS:,} more</p>"
        yield "</section>"

    def _accounting(self) -> Iterator[str]:
        sums = self.seen.accounting
        parts = ("tag", "length", "value", "unknown", "undecoded")
        yield "<section><h2>Accounting</h2><table>"
        for name in parts:
            yield f"<tr><td>{name}</td><td>{getattr(sums, name):,}</td></tr>"
        whole = "" if self.seen.audit.is_complete else " (stopped: time is up)"
        yield f"<tr><th>all</th><th>{sums.total:,} bytes{whole}</th></tr></table></section>"
