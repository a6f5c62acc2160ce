# Copied by wiregen from templates/onnx/_cli/convert.py; do not edit.
"""`onnxwire convert`: change the format of a file, or where its tensors are stored."""

from __future__ import annotations

import argparse
from typing import Any

from .._external.data import verify_external_data
from .._external.data_files import ExternalData
from .._files.files import load, save_and_tell
from .._files.formats import FORMATS, Format, format_of_name
from .._files.saving import Wish
from ..messages.onnx import FunctionProto, GraphProto, ModelProto, TensorProto
from ..messages.onnx_data import MapProto, OptionalProto, SequenceProto
from .commands import refuse_unused, whole_number
from .progress import Progress
from .standard_streams import STANDARD, source_of, target_of

_TYPES = (
    *(ModelProto, TensorProto, SequenceProto, OptionalProto, MapProto),
    *(GraphProto, FunctionProto),
)
TYPE_BY_NAME: dict[str, Any] = {cls.__qualname__: cls for cls in _TYPES}

_DESCRIPTION = """
Write what is in a file to another one: in protobuf's binary format, JSON or text format, and with
the data of its tensors in it or in other files. Without options, data stays where it is; if OUT
is in another folder, external data is copied there. IN and OUT may be the same file, and - is
standard input or output.
"""


def add_convert(commands: Any) -> None:
    """Add the command to the parser."""
    convert = commands.add_parser(
        "convert",
        help="to JSON, text and back; data into other files and back",
        description=_DESCRIPTION,
    )
    convert.add_argument("source", metavar="IN")
    convert.add_argument("target", metavar="OUT")
    by_name = "one of %(choices)s; by default what the name of the file says"
    convert.add_argument(
        "--from", dest="source_format", choices=FORMATS, help=f"format of IN: {by_name}"
    )
    convert.add_argument(
        "--to", dest="target_format", choices=FORMATS, help=f"format of OUT: {by_name}"
    )
    add_type(convert)
    convert.add_argument(
        "--drop-unknown",
        action="store_true",
        help="leave out fields that the schema does not know; JSON and text cannot hold them",
    )
    convert.add_argument(
        "--verify", action="store_true", help="first check the SHA-1 digests that IN notes"
    )
    _add_places(convert)
    convert.set_defaults(run=_convert)


def _add_places(convert: Any) -> None:
    places = convert.add_argument_group("where the data of tensors goes")
    where = places.add_mutually_exclusive_group()
    where.add_argument("--embed", action="store_true", help="all data into OUT itself")
    where.add_argument(
        "--external",
        nargs="?",
        const="",
        metavar="NAME",
        help="data into one file beside OUT; by default its name is that of OUT, digits of its content, and .data",
    )
    where.add_argument(
        "--external-each",
        action="store_true",
        help="the data of each tensor into a file beside OUT",
    )
    default = ExternalData()
    places.add_argument(
        "--threshold",
        type=whole_number,
        metavar="BYTES",
        help=f"with --external: less data stays in OUT (default: {default.threshold})",
    )
    places.add_argument(
        "--alignment",
        type=whole_number,
        metavar="BYTES",
        help=f"with --external: where data may begin (default: {default.alignment};"
        " Windows wants 65536)",
    )
    places.add_argument(
        "--checksum", action="store_true", help="with --external: note the SHA-1 digests of files"
    )


def add_type(parser: Any) -> None:
    """Add the option that says what message a file holds."""
    parser.add_argument(
        "--type",
        choices=TYPE_BY_NAME,
        default=ModelProto.__qualname__,
        metavar="TYPE",
        help=f"the message in the file: %(default)s, or {', '.join(list(TYPE_BY_NAME)[1:])}",
    )


def _convert(options: argparse.Namespace) -> int:
    source_format = _format(options.source, options.source_format, "--from")
    target_format = _format(options.target, options.target_format, "--to")
    wish = _wish(options)
    target = target_of(options.target)
    with Progress("reading"):
        source = source_of(options.source)
        message = load(source, TYPE_BY_NAME[options.type], format=source_format)
        if options.verify:
            verify_external_data(message)
        if options.drop_unknown:
            message.DiscardUnknownFields()
    with Progress("writing") as progress:
        save_and_tell(message, target, target_format, wish, progress.tell)
    return 0


def _format(path: str, format: Format | None, option: str) -> Format:
    found = format or ("protobuf" if path == STANDARD else format_of_name(path))
    if found is None:
        raise ValueError(f"{path}: the name does not tell the format of the file; {option} does")
    return found


def _wish(options: argparse.Namespace) -> Wish:
    if options.external is None and not options.external_each:
        names = "threshold alignment checksum"
        refuse_unused(options, names, "without --external or --external-each")
        return False if options.embed else None
    default = ExternalData()
    return ExternalData(
        location=options.external or "",
        threshold=default.threshold if options.threshold is None else options.threshold,
        one_per_tensor=options.external_each,
        alignment=default.alignment if options.alignment is None else options.alignment,
        checksum=options.checksum,
    )
