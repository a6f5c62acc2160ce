# Copied by wiregen from templates/runtime/_explorer/command.py; do not edit.
"""The `explore` command."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Any

from .._rules.schema_index import message_named, messages_by_name, short_name
from .._runtime.mapped_file import Map, mapped
from .exploration import Exploration, Wishes
from .filters import Filter, places_of, steps_of
from .package_lens import package_lens
from .rows import RowSettings
from .table import Table, TableSettings

_USAGE_OR_DISK = 2


def add_explore(commands: Any) -> None:
    """Add the command to a parser's subparsers."""
    parser = commands.add_parser(
        "explore", help="every byte of a file: what stands there, and what it can be"
    )
    parser.add_argument("file", metavar="FILE", help="any file; - for standard input")
    parser.add_argument(
        "--as", dest="message", default="", metavar="TYPE", help="read it as this message"
    )
    parser.add_argument(
        "--model",
        default="",
        metavar="M",
        help="the model that declares what an input or output is",
    )
    parser.add_argument(
        "--path", default="", help="show this part, such as graph.node[3].attribute"
    )
    parser.add_argument("--at", default="", metavar="OFFSET", help="show the records around a byte")
    parser.add_argument(
        "--find", default="", metavar="TEXT|hex:…", help="show the records that hold this"
    )
    parser.add_argument("--depth", type=_count, help="go no deeper than this")
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument("--rows", type=_count, default=200, metavar="N", help="no more rows (200)")
    rows.add_argument("--all", action="store_true", help="all rows")
    parser.add_argument(
        "--bytes", type=_count, default=64, metavar="N", help="bytes of a value (64)"
    )
    parser.add_argument(
        "--sizes", action="store_true", help="count NaN and infinities in large data"
    )
    parser.add_argument(
        "--external", action="store_true", help="look at the files that tensors refer to"
    )
    parser.add_argument(
        "--check", action="store_true", help="check the rules, and fail if one is broken"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="stop the whole walk after that time"
    )
    parser.add_argument(
        "--format", default="table", choices=("table", "json", "html", "protoscope")
    )
    parser.add_argument("--offsets", default="hex", choices=("hex", "dec"))
    parser.add_argument("--no-color", action="store_true", help="no colours, as with NO_COLOR")
    parser.add_argument("--width", type=_count, metavar="N", help="columns of the table")
    parser.set_defaults(run=explore)


def explore(options: argparse.Namespace) -> int:
    """Run the command; the exit code says how well the file was read."""
    try:
        data = _content(options.file)
        wishes = _wishes(options, data)
    except OSError as error:
        return _refused(f"{options.file}: {error.strerror or error}")
    except ValueError as error:
        return _refused(str(error))
    exploration = Exploration(data, options.file, package_lens(), wishes)
    _print(_lines(exploration, options))
    return exploration.exit_code


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number from 0 on is wanted")
    return number


def _refused(reason: str) -> int:
    print(f"error: {reason.encode('unicode_escape').decode('ascii')}", file=sys.stderr)
    return _USAGE_OR_DISK


def _content(name: str) -> Any:
    """The bytes of a file, mapped if that is possible."""
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        content = mapped(Map, file)
        return file.read() if content is None else content


def _wishes(options: argparse.Namespace, data: Any) -> Wishes:
    if options.message:
        _check_message(options.message)
    settings = RowSettings(
        most=None if options.all else options.rows,
        deepest=options.depth,
        counts_numbers=options.sizes,
        filter=_filter(options, data),
    )
    return Wishes(
        message=options.message,
        model=options.model,
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
    steps = steps_of(options.path) if options.path else ()
    if options.at:
        offset = int(options.at, 0)
        if not 0 <= offset < max(len(data), 1):
            raise ValueError(f"offset {options.at} is outside of the file's {len(data)} bytes")
        return Filter(steps, (offset,))
    if not options.find:
        return Filter(steps)
    is_hex = options.find.startswith("hex:")
    wanted = bytes.fromhex(options.find[4:]) if is_hex else options.find.encode()
    found = places_of(data, wanted) if wanted else ()
    if not found:
        raise ValueError(f"{options.find} is not in the file")
    return Filter(steps, found)


def _lines(exploration: Exploration, options: argparse.Namespace) -> Iterable[str]:
    if options.format == "json":
        from .json_report import json_lines

        return json_lines(exploration)
    if options.format == "html":
        from .page import page_lines

        return page_lines(exploration)
    if options.format == "protoscope":
        from .protoscope import protoscope_lines

        return protoscope_lines(exploration)
    return Table(exploration, _table_settings(options))


def _table_settings(options: argparse.Namespace) -> TableSettings:
    is_plain = options.no_color or "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return TableSettings(
        width=options.width or shutil.get_terminal_size().columns,
        has_colours=not is_plain,
        is_decimal=options.offsets == "dec",
        value_bytes=options.bytes,
    )


def _print(lines: Iterable[str]) -> None:
    """Print lines as they come; letters that the terminal's encoding has not are escaped."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for line in lines:
        print(line)
