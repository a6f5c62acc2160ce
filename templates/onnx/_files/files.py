"""Opens and saves files of ONNX messages."""

from __future__ import annotations

import os
from contextlib import suppress
from io import TextIOBase
from typing import IO, Any, TypeVar, Union, overload

from .._external.data import is_external, reference_of
from .._external.data_files import ExternalData
from .._external.data_folder import DataFolder
from .._external.mentions import locations_in
from .._external.portions import write_pieces
from .._runtime.decoding import NESTING_LIMIT, decode_into
from .._runtime.errors import DecodeError
from .._runtime.mapped_file import Map, WholeMap, mapped
from .._runtime.message import Message
from .._runtime.origin import origin_of_bytes
from .._tensors.places import tensor_places
from ..messages.onnx import ModelProto
from .formats import Format, chosen_format, encoder_of, parse_text
from .saving import Tell, Wish, save_to_file
from .user_paths import errors_naming

MessageType = TypeVar("MessageType", bound=Message)
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


@overload
def load(
    source: Path | IO[bytes],
    *,
    format: Format | None = None,
    mmap: bool = True,
    eager: bool = False,
) -> ModelProto: ...
@overload
def load(
    source: Path | IO[bytes],
    message_type: type[MessageType],
    *,
    format: Format | None = None,
    mmap: bool = True,
    eager: bool = False,
) -> MessageType: ...
def load(
    source: Path | IO[bytes],
    message_type: type[Any] = ModelProto,
    *,
    format: Format | None = None,
    mmap: bool = True,
    eager: bool = False,
) -> Any:
    """Read the message in a file; `message_type` is its type, if it is not a model.

    The format follows the ending of the file's name, as in the `onnx` package: `.json` and
    `.onnxjson` are JSON; `.textproto`, `.txtpb`, `.prototxt` and `.pbtxt` protobuf's text
    format; all others protobuf's binary format. `format` overrides it: "protobuf", "json" or
    "textproto". onnx's own syntax (`.onnxtxt`) is refused.

    A binary file given by its path is mapped, and its larger messages are decoded when they are
    first touched; what is damaged in them is a DecodeError then. `eager` decodes them all at
    once. Weights are not copied until they are asked for as bytes (`ViewField` gives them
    without), and take no memory before.

    A mapped file that is deleted or replaced keeps its content for the message. `save(message,
    path)` replaces, so it is safe for the file that the message is from. `open(path, "wb")`
    is not: it empties the file at once, before anything is written. If the file was written
    to, using a part of the message that still stands in it is a DecodeError. Views that were
    handed out before (`ViewField`, arrays) cannot be protected: they show what is written into
    the file, and reading them beyond its new end kills the process. `mmap=False` reads the
    file instead. On Windows, a mapped file cannot be replaced, not even by `save`.

    Raises DecodeError if the file is empty, damaged, or holds something else: another format,
    or bytes that set no field of the expected message, or that fit another one better.
    (`FromString` takes such bytes, as protobuf does, and none at all.) A model without a graph
    is accepted if it has functions or imports operator sets, or if the schema knows all of its
    fields. ValueError for a format that is not supported, TypeError for what is neither a path
    nor a file opened for reading bytes, and OSError if it cannot be read.

    Tensors whose data lies in other files remember the folder of this one, in copies too;
    `external_buffer` finds their data there when it is asked for. A data file that was
    changed, replaced or removed by then is an ExternalDataError. An open file has a folder if
    its `name` is the path of the very file that it reads; an archive's members have none.
    """
    path = _path_of(source)
    if path is None and not hasattr(source, "read"):
        found = type(source).__qualname__
        raise TypeError(f"expected a path or an open file, got {found}; FromString takes bytes")
    name = path or _name_of(source)
    form = chosen_format(format, name)
    origin = _origin(source, path, is_mapped=mmap)
    name = name or "the file"
    if path is None:
        data = _content(source)
    else:
        is_mapped = mmap and form == "protobuf"
        data = _read(path, message_type, origin, is_mapped=is_mapped, is_eager=eager)
    if not data:
        reason = f"expected the bytes of {message_type.__qualname__}, got an empty file (0 bytes)"
        raise DecodeError(reason, source=name)
    if form != "protobuf":
        return _parsed(message_type, bytes(data), form, origin, name)
    if origin is not None:
        origin.note(locations_in(data, message_type))
    try:
        message = _decoded(message_type, data, origin)
    except DecodeError as error:
        _require_resemblance(data, message_type, name)
        raise DecodeError(error.reason, error.path, error.offset, name) from None
    _require_fit(message, data, message_type, name)
    return message


def save(
    message: Message,
    target: Path | IO[bytes],
    *,
    format: Format | None = None,
    external_data: ExternalData | str | bool | None = None,
) -> None:
    """Write a message to a file.

    The format follows the ending of the file's name, and `format` overrides it, as in `load`.
    JSON and text format cannot hold unknown fields: a message that has some is an EncodeError.

    With a path, the bytes go into a new file beside it, which takes the path's place when
    all is written: whatever fails, the old file stays as it was, and it is given up only
    when the new one is on the disk. What was not touched of a mapped file is written as it
    stands there, in portions: no copy of it is made in memory. It may be the same file.

    `external_data` says where the data of tensors goes (ONNX's docs/ExternalData.md):

    - None leaves it where it is. Saved into another folder than it was loaded from, a message
      takes its external data with it, in one file.
    - False makes all of it part of the message.
    - True puts the larger part of it into one file, whose name is that of the message's file,
      16 digits that follow from the content, and `.data`. A string is another name for that
      file. An `ExternalData` says more.

    The message in memory stays as it is, and its tensors go on finding their data, also when
    `save` removes the file that has it. Data files lie in the folder of the message's file;
    links are not followed. A data file is never replaced by other content: if there is one of
    the given name, that is an ExternalDataError. So at each moment, every file that was saved
    has its own data beside it, also while other threads and processes save. Data files that
    `save` named are removed when the file that mentioned them is replaced and no other file
    in the folder mentions them; on Windows and network file systems, which cannot lock a
    folder, they stay. A process that is killed may leave a file `.onnxwire-*.part`, or a data
    file that nothing mentions.

    A file that is replaced keeps its owner, group, permissions and extended attributes. Where
    they cannot be kept, and where nothing can be replaced (a folder that may not be written,
    a mount point), the file is written over in place; until that is done, it begins with a
    zero byte and cannot be read. A file that may not be written is a PermissionError.

    Into an open file, a message is written as it stands.

    A message without any field takes no bytes; `load` refuses an empty file, since that is what
    a failed download leaves.

    Raises TypeError for what is no message, no path and no file opened for writing bytes,
    ValueError for a format that is not supported, EncodeError for a message that cannot be
    written, ExternalDataError for data that
    cannot be found or have the name that was asked for, before anything is, and OSError for
    what the disk says. A tensor that knows no folder, and whose data is not there, is a warning.
    """
    save_and_tell(message, target, format, external_data)


def save_and_tell(
    message: Message,
    target: Any,
    format: Format | None,
    external_data: Wish,
    tell: Tell | None = None,
) -> None:
    """As `save`; `tell` is told the size of each portion that is written."""
    if not isinstance(message, Message):
        raise TypeError(f"expected a message, got {type(message).__qualname__}")
    path = _path_of(target)
    if path is None and (not hasattr(target, "write") or isinstance(target, TextIOBase)):
        found = type(target).__qualname__
        raise TypeError(f"expected a path or a file opened for writing bytes, got {found}")
    encode = encoder_of(chosen_format(format, path or _name_of(target)))
    # The file that a link points to is replaced, not the link.
    real_path = "" if path is None else os.path.realpath(path)
    if path is not None and (not os.path.exists(real_path) or os.path.isfile(real_path)):
        with errors_naming(path):
            save_to_file(message, real_path, external_data, encode, tell)
        return
    if external_data is not None:
        beside = path or _name_of(target) or "an open file"
        raise ValueError(f"external data lies beside a file, not beside {beside}")
    pieces = encode(message)
    if path is None:
        write_pieces(pieces, target, tell)
        return
    # A pipe or a device is written to.
    with errors_naming(path), open(real_path, "wb") as file:
        write_pieces(pieces, file, tell)


def _path_of(source: Any) -> str | None:
    """Return a path as text; None for an open file."""
    return os.fsdecode(source) if isinstance(source, (str, bytes, os.PathLike)) else None


def _name_of(file: Any) -> str:
    """Return the name of an open file; empty if it has none."""
    # Open files of some kinds have numbers for names.
    name = getattr(file, "name", None)
    return os.fsdecode(name) if isinstance(name, (str, bytes)) else ""


def _read(
    path: str,
    message_type: type[Message],
    origin: DataFolder | None,
    *,
    is_mapped: bool,
    is_eager: bool,
) -> Any:
    """Return the bytes of a file, or its mapping."""
    with errors_naming(path), open(path, "rb") as file:
        data = mapped(WholeMap if is_eager else Map, file) if is_mapped else None
        if data is None:
            return file.read()
        data.root, data.file_name, data.origin = message_type, path, origin
        return data


def _content(file: Any) -> bytes:
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError(f"expected a file opened for reading bytes, got {file!r}")
    return content


def _origin(source: Any, path: str | None, *, is_mapped: bool) -> DataFolder | None:
    """Return the folder with the external data of what is read; None if it is not known."""
    if path is None:
        path = _name_of(source)
        if not path or not _is_file_of_name(source, path):
            return None
    # A file that is not there yet may be there when it is opened: others save at the same time.
    is_other = os.path.exists(path) and not os.path.isfile(path)
    return None if is_other else DataFolder(path, is_mapped=is_mapped)


def _is_file_of_name(file: Any, name: str) -> bool:
    """True if an open file is the one on disk that has its name.

    The members of archives and the files of other programs have names, too.
    """
    # An object without a descriptor raises what its class likes.
    with suppress(Exception):
        return os.path.samestat(os.fstat(file.fileno()), os.stat(name))
    return False


def _decoded(message_type: type[Message], data: Any, origin: DataFolder | None) -> Message:
    """As FromString, without a copy of what is mapped; messages keep the origin."""
    message = message_type.__new__(message_type)
    token = origin_of_bytes.set(origin)
    try:
        decode_into(message, data, NESTING_LIMIT)
    finally:
        origin_of_bytes.reset(token)
    return message


def _parsed(
    message_type: type[Message], text: bytes, form: Format, origin: DataFolder | None, name: str
) -> Message:
    """Return the message that a text holds; it keeps the origin."""
    message = message_type()
    parse_text(text, form, message, name)
    if hasattr(message, "_origin"):
        message._origin = origin
    for place in tensor_places(message):
        place.tensor._origin = origin
        if origin is not None and is_external(place.tensor):
            origin.note([reference_of(place.tensor, place.path).location])
    return message


def _require_fit(message: Message, data: Any, message_type: type[Message], name: str) -> None:
    """Raise DecodeError if the bytes of a message are another one's, or another format."""
    if not message._slots_in_use():
        _require_resemblance(data, message_type, name)
        raise DecodeError(f"no field of {message_type.__qualname__} found", source=name)
    is_known = message._unknown is None
    if isinstance(message, ModelProto) and not message.HasField("graph"):
        # Messages of other frameworks have a number and text where models have them.
        _require_resemblance(data, message_type, name)
        if not (is_known or message.functions or message.opset_import):
            raise DecodeError("no graph, and fields that ModelProto does not have", source=name)
    elif not is_known:
        # Newer fields are unknown too, but make nothing else of a message.
        _require_resemblance(data, message_type, name)


def _require_resemblance(data: Any, message_type: type[Message], name: str) -> None:
    """Raise DecodeError if bytes look like something else than a message."""
    # Imported here: only errors need it.
    from .resemblance import resemblance, with_article

    found = resemblance(data, message_type)
    if found:
        raise DecodeError(f"expected {with_article(message_type)}, got {found}", source=name)
