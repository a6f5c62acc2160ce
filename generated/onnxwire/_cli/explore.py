# Copied by wiregen from templates/runtime/_cli/explore.py; do not edit.
# pyright: reportUnknownMemberType=false
"""The `explore` command."""

from __future__ import annotations

import argparse
import math
import os
import shutil
import sys
from collections.abc import Iterable
from functools import partial
from io import TextIOWrapper
from typing import Any

from .._explorer.exploration import Exploration, Wishes
from .._explorer.filters import Filter, places_of, steps_of
from .._explorer.package_lens import package_lens
from .._explorer.rows import RowSettings
from .._explorer.table import Table, TableSettings
from .._rules.schema_index import message_named, messages_by_name, short_name
from .._runtime.mapped_file import Map, mapped
from .commands import refuse_unused, report, whole_number

_CODES = """\
exit codes: 0 the file was read; 1 a rule is broken, with --check; 2 wrong arguments, or a file
could not be read; 3 the file is damaged; 4 it holds no message"""
_USAGE_OR_DISK = 2
_MOST_ROWS, _VALUE_BYTES = 200, 64


def add_explore(commands: Any) -> None:
    """Add the command to a parser's subparsers."""
    parser = commands.add_parser(
        "explore",
        help="every byte of a file: what stands there, and what it can be",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="any file; - for standard input")
    _add_readings(parser)
    _add_selections(parser)
    parser.add_argument(
        "--external", action="store_true", help="look at the files that tensors refer to"
    )
    parser.add_argument(
        "--check", action="store_true", help="check the rules, and fail if one is broken"
    )
    parser.add_argument(
        "--seconds", type=_seconds, metavar="S", help="stop the whole walk after that time"
    )
    parser.add_argument(
        "--format", default="table", choices=("table", "json", "html", "protoscope")
    )
    _add_looks(parser)
    parser.set_defaults(run=explore)


def _add_readings(parser: Any) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--as", dest="message", metavar="TYPE", help="read it as this message")
    how.add_argument(
        "--model", metavar="M", help="the model that declares what an input or output is"
    )


def _add_selections(parser: Any) -> None:
    parser.add_argument("--path", help="show this part, such as graph.node[3].attribute")
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--at", metavar="OFFSET", help="show the records around a byte")
    places.add_argument("--find", metavar="TEXT|hex:…", help="show the records that hold this")
    parser.add_argument("--depth", type=whole_number, metavar="N", help="go no deeper than this")
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument("--rows", type=whole_number, metavar="N", help=f"no more rows ({_MOST_ROWS})")
    rows.add_argument("--all", action="store_true", help="all rows")
    parser.add_argument(
        "--sizes", action="store_true", help="count NaN and infinities in large data"
    )


def _add_looks(parser: Any) -> None:
    looks = parser.add_argument_group("looks of the table")
    looks.add_argument(
        "--bytes", type=whole_number, metavar="N", help=f"bytes of a value ({_VALUE_BYTES})"
    )
    looks.add_argument("--offsets", choices=("hex", "dec"))
    looks.add_argument("--no-color", action="store_true", help="no colours, as with NO_COLOR")
    looks.add_argument(
        "--width", type=partial(whole_number, smallest=1), metavar="N", help="columns"
    )


def explore(options: argparse.Namespace) -> int:
    """Run the command; the exit code says how well the file was read."""
    try:
        _require_sense(options)
        data = _content(options.file)
        exploration = Exploration(data, options.file, package_lens(), _wishes(options, data))
        exploration.require_selection()
    except OSError as error:
        return _refused(f"{options.file}: {error.strerror or error}")
    except ValueError as error:
        return _refused(str(error))
    _print(_lines(exploration, options), is_page=options.format == "html")
    return exploration.exit_code


def _require_sense(options: argparse.Namespace) -> None:
    """Raise ValueError for options that have no effect beside others."""
    beside = f"with --format {options.format}"
    if options.format != "table":
        refuse_unused(options, "bytes offsets width", beside)
    if options.format == "protoscope":
        refuse_unused(options, "path at find depth rows all sizes external", beside)
    steps = steps_of(options.path) if options.path else ()
    if options.depth is not None and options.depth < len(steps) - 1:
        raise ValueError(f"--depth {options.depth} does not reach --path {options.path}")
    if options.file == options.model == "-":
        raise ValueError("standard input is one file: FILE or --model")


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of seconds from 0 on, got {text!r}")
    return number


def _refused(reason: str) -> int:
    report(reason)
    return _USAGE_OR_DISK


def _content(name: str) -> Any:
    """The bytes of a file, mapped if that is possible."""
    if name == "-":
        if sys.stdin is None:
            raise ValueError("standard input is closed")
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        content = mapped(Map, file)
        return file.read() if content is None else content


def _wishes(options: argparse.Namespace, data: Any) -> Wishes:
    if options.message is not None:
        _check_message(options.message)
    most = _MOST_ROWS if options.rows is None else options.rows
    settings = RowSettings(
        most=None if options.all else most,
        deepest=options.depth,
        counts_numbers=options.sizes,
        filter=_filter(options, data),
    )
    return Wishes(
        message=options.message or "",
        model=options.model or "",
        rows=settings,
        is_checked=options.check,
        has_external=options.external,
        seconds=options.seconds,
    )


def _check_message(name: str) -> None:
    try:
        message_named(name)
    except KeyError:
        known = ", ".join(map(short_name, messages_by_name().values()))
        raise ValueError(f"there is no message {name}; there are {known}") from None


def _filter(options: argparse.Namespace, data: Any) -> Filter:
    steps = () if options.path is None else steps_of(options.path)
    if options.at is not None:
        return Filter(steps, (_offset(options.at, len(data)),))
    if options.find is None:
        return Filter(steps)
    wanted = _wanted(options.find)
    found = places_of(data, wanted) if wanted else ()
    if not found:
        raise ValueError(f"{options.find!r} is not in the file")
    return Filter(steps, found)


def _offset(text: str, size: int) -> int:
    try:
        offset = int(text, 0)
    except ValueError:
        raise ValueError(f"--at: expected an offset such as 500 or 0x1f4, got {text!r}") from None
    if not 0 <= offset < max(size, 1):
        raise ValueError(f"offset {text} is outside of the file's {size} bytes")
    return offset


def _wanted(text: str) -> bytes:
    if not text.startswith("hex:"):
        return text.encode("utf-8", "surrogateescape")
    try:
        return bytes.fromhex(text[4:])
    except ValueError:
        raise ValueError(f"--find: expected hexadecimal digits after hex:, got {text!r}") from None


def _lines(exploration: Exploration, options: argparse.Namespace) -> Iterable[str]:
    if options.format == "json":
        from .._explorer.json_report import json_lines

        return json_lines(exploration)
    if options.format == "html":
        from .._explorer.page import page_lines

        return page_lines(exploration)
    if options.format == "protoscope":
        from .._explorer.protoscope import protoscope_lines

        return protoscope_lines(exploration)
    return Table(exploration, _table_settings(options))


def _table_settings(options: argparse.Namespace) -> TableSettings:
    is_plain = options.no_color or "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return TableSettings(
        width=options.width or shutil.get_terminal_size().columns,
        has_colours=not is_plain,
        is_decimal=options.offsets == "dec",
        value_bytes=_VALUE_BYTES if options.bytes is None else options.bytes,
    )


def _print(lines: Iterable[str], *, is_page: bool) -> None:
    """Print lines as they come."""
    if is_page and isinstance(sys.stdout, TextIOWrapper):
        # It says so in its head.
        sys.stdout.reconfigure(encoding="utf-8")
    for line in lines:
        print(line)
