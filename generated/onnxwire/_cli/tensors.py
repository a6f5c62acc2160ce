# Copied by wiregen from templates/onnx/_cli/tensors.py; do not edit.
"""`onnxwire tensors`: list, verify and export tensors."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import Any

from .._external.data import Verification, is_external, place_buffer
from .._external.portions import portions
from .._files.files import load
from .._files.new_files import NewFile
from .._runtime.message import Message
from .._tensors.error import TensorError
from .._tensors.numpy_modules import require_numpy
from .._tensors.places import TensorPlace, tensor_places
from .._text.terminal import printable
from .._values.tensors import to_numpy
from .convert import TYPE_BY_NAME, add_type
from .progress import Progress
from .tensor_statistics import statistics
from .tensor_table import (
    HEADINGS,
    STATISTICS_HEADINGS,
    find_place,
    shown_name,
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
    tensors.add_argument("file", metavar="FILE")
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
        help="write a tensor as numpy does, instead of a list; needs numpy",
    )
    tensors.set_defaults(run=_tensors)


def _tensors(options: argparse.Namespace) -> int:
    message = load(options.file, TYPE_BY_NAME[options.type])
    with Progress("reading"):
        places = list(tensor_places(message))
    if options.save:
        for name, target in options.save:
            _save_array(find_place(places, name), message, target)
        return 0
    rows = [tensor_row(place) for place in places]
    code = _add_statistics(rows, places, message) if options.stats else 0
    headings = HEADINGS + STATISTICS_HEADINGS if options.stats else HEADINGS
    print("\n".join(table_lines(headings, rows)))
    print(total_line(places))
    return max(code, _verify(places, message)) if options.verify else code


def _add_statistics(rows: list[list[str]], places: list[TensorPlace], message: Message) -> int:
    require_numpy()
    code = 0
    with Progress("reading") as progress:
        for row, place in zip(rows, places, strict=True):
            try:
                row += statistics_row(statistics(place, message, progress.tell))
            except TensorError as error:
                _report(error)
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
                _report(error)
                faults += 1
    print(
        f"external data: {len(external) - faults} of {len(external)} are right, {digests} by digest"
    )
    return 2 if faults else 0


def _save_array(place: TensorPlace, message: Message, path: str) -> None:
    """Write a tensor as numpy.save does; what numpy has no type for as wider numbers."""
    numpy = require_numpy()
    tensor = place.tensor
    if is_external(tensor):
        # Found with the folder of the message, if the tensor has none of its own.
        place_buffer(place, message)
        tensor._origin = tensor._origin or message._origin
    array = to_numpy(tensor, small_types="float32")
    if array.dtype.kind == "O":
        array = array.astype(str)
    header, npy = io.BytesIO(), numpy.lib.format
    npy.write_array_header_1_0(header, npy.header_data_from_array_1_0(array))
    content: Any = array.reshape(-1).view(numpy.uint8)
    new = NewFile(os.path.realpath(path))
    with Progress("writing") as progress:
        try:
            new.write(portions([header.getvalue(), memoryview(content)]), progress.tell)
            new.move()
        finally:
            new.remove()
    shown = f"{array.dtype}{list(array.shape)}"
    print(f"{printable(shown_name(place))}: {shown} in {printable(path)}")


def _report(error: Exception) -> None:
    print(f"error: {printable(str(error))}", file=sys.stderr)
