"""`onnxwire tensors`: list, verify and export tensors."""

from __future__ import annotations

import argparse
import os
from typing import Any

from .._external.data import Verification, is_external
from .._files.files import load
from .._runtime.message import Message
from .._tensors.error import TensorError
from .._tensors.numpy_modules import require_numpy
from .._tensors.places import TensorPlace, tensor_places
from .array_file import save_array
from .commands import report
from .convert import TYPE_BY_NAME, add_type
from .progress import Progress
from .standard_streams import STANDARD, source_of
from .tensor_statistics import statistics
from .tensor_table import (
    HEADINGS,
    STATISTICS_HEADINGS,
    find_place,
    statistics_row,
    table_lines,
    tensor_row,
    total_line,
)

_DESCRIPTION = """
List the tensors in a file, those of subgraphs, attributes and functions included: name, element
type, shape, bytes, and the field or other file that has the data. Other files are not opened
but for --stats, --verify and --save.
"""


def add_tensors(commands: Any) -> None:
    """Add the command to the parser."""
    tensors = commands.add_parser(
        "tensors", help="name, type, shape and place of all tensors", description=_DESCRIPTION
    )
    tensors.add_argument("file", metavar="FILE", help="a model or value; - for standard input")
    add_type(tensors)
    tensors.add_argument(
        "--stats", action="store_true", help="minimum, maximum, mean and NaNs, too; needs numpy"
    )
    tensors.add_argument(
        "--verify",
        action="store_true",
        help="check that external data is there, and the SHA-1 digests that are noted",
    )
    tensors.add_argument(
        "--save",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "OUT.npy"),
        help="write a tensor as numpy does, instead of a list; - for standard output; needs numpy",
    )
    tensors.set_defaults(run=_tensors)


def _tensors(options: argparse.Namespace) -> int:
    _require_sense(options)
    message = load(source_of(options.file), TYPE_BY_NAME[options.type])
    with Progress("reading"):
        places = list(tensor_places(message))
    # First: a name that means no tensor is an error before anything is written.
    saved = [(find_place(places, _as_utf8(name)), target) for name, target in options.save]
    code = 0
    if options.stats or not saved:
        code = _show_table(places, message, has_statistics=options.stats)
    if options.verify:
        code = max(code, _verify(places, message))
    if code == 0:
        for place, target in saved:
            save_array(place, message, target)
    return code


def _as_utf8(argument: str) -> str:
    """An argument as ONNX's files have strings; a locale may not have decoded it as UTF-8."""
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def _require_sense(options: argparse.Namespace) -> None:
    """Raise ValueError for outputs that would be mixed, or replace one another."""
    targets = [target for _, target in options.save]
    if STANDARD in targets and (len(targets) > 1 or options.stats or options.verify):
        raise ValueError("standard output takes one tensor, and no --stats or --verify beside it")
    if len({*map(os.path.realpath, targets)}) < len(targets):
        raise ValueError("--save: two tensors cannot go into one file")


def _show_table(places: list[TensorPlace], message: Message, *, has_statistics: bool) -> int:
    rows = [tensor_row(place) for place in places]
    code = _add_statistics(rows, places, message) if has_statistics else 0
    headings = HEADINGS + STATISTICS_HEADINGS if has_statistics else HEADINGS
    print("\n".join(table_lines(headings, rows)))
    print(total_line(places))
    return code


def _add_statistics(rows: list[list[str]], places: list[TensorPlace], message: Message) -> int:
    require_numpy()
    code = 0
    with Progress("reading") as progress:
        for row, place in zip(rows, places, strict=True):
            try:
                row += statistics_row(statistics(place, message, progress.tell))
            except TensorError as error:
                report(str(error))
                row += ["?"] * len(STATISTICS_HEADINGS)
                code = 2
    return code


def _verify(places: list[TensorPlace], message: Message) -> int:
    external = [place for place in places if is_external(place.tensor)]
    verification, digests, faults = Verification(message), 0, 0
    with Progress("verifying"):
        for place in external:
            try:
                digests += verification.has_checksum(place)
            except TensorError as error:
                report(str(error))
                faults += 1
    print(
        f"external data: {len(external) - faults} of {len(external)} are right, {digests} by digest"
    )
    return 2 if faults else 0
