# Copied by wiregen from templates/onnx/_values/values.py; do not edit.
"""Converts sequences, optionals and maps from and to Python values.

Inside them, tensors are arrays, sparse tensors SparseArrays, and the others nest. A sequence of
one element and an optional that holds it are the same bytes, so the caller says which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from .._tensors.element_types import (
    ELEMENT_TYPE_BY_DTYPE_NAME,
    ELEMENT_TYPE_BY_NUMBER,
    element_name,
)
from .._tensors.error import TensorError
from ..messages.onnx import TensorProto
from ..messages.onnx_data import MapProto, OptionalProto, SequenceProto
from .sparse_tensors import SparseArray, from_sparse, read_sparse
from .tensors import Folder, Reading, SmallTypes, from_numpy, string_bytes

_KIND = SequenceProto.DataType
_TYPE = TensorProto.DataType
_KEY_DTYPES = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))


class HeldOptional(NamedTuple):
    """An optional as the value of another one, which may hold nothing itself."""

    value: Any


def to_list(
    sequence: SequenceProto,
    *,
    copy: bool = False,
    base_dir: Folder = None,
    small_types: SmallTypes = "ml_dtypes",
) -> list[Any]:
    """The elements of a sequence; the keywords are those of `to_numpy`.

    A sequence without elements is an empty list, whatever its `elem_type`. TensorError for
    elements in another list than `elem_type` names (SequenceProto), and for what is wrong with
    an element; `path` of the error says which.
    """
    _require_class(sequence, SequenceProto)
    return _list(sequence, Reading(copy, base_dir, small_types), _path(sequence))


def to_optional(
    optional: OptionalProto,
    *,
    copy: bool = False,
    base_dir: Folder = None,
    small_types: SmallTypes = "ml_dtypes",
) -> Any:
    """The value of an optional, or None; the keywords are those of `to_numpy`.

    An optional that it holds is a HeldOptional, so that one without a value is told from None.
    TensorError for a value in another field than `elem_type` names (OptionalProto), and for
    what is wrong with the value.
    """
    _require_class(optional, OptionalProto)
    return _optional(optional, Reading(copy, base_dir, small_types), _path(optional))


def to_dict(
    map_message: MapProto,
    *,
    copy: bool = False,
    base_dir: Folder = None,
    small_types: SmallTypes = "ml_dtypes",
) -> dict[Any, Any]:
    """The values of a map by its keys, in their order; the keywords are those of `to_numpy`.

    Keys are `int`, or `str` with bytes that are not UTF-8 as surrogate escapes. UINT64 keys
    from 2**63 on are stored as negative numbers. TensorError if keys and values are not as
    many, a key is there twice, does not fit `key_type` or is in the list of another type
    (MapProto), and for what is wrong with a value. A map without keys, values and `key_type`
    is an empty dict.
    """
    _require_class(map_message, MapProto)
    return _dict(map_message, Reading(copy, base_dir, small_types), _path(map_message))


def from_list(
    values: Sequence[Any], name: str = "", *, elem_type: int | None = None
) -> SequenceProto:
    """The sequence of some values, all of one kind.

    A dict is a map, a list a sequence, a SparseArray a sparse tensor, a HeldOptional an
    optional, all else a tensor; with a None among them all are optionals. `elem_type` says the kind where that is not meant; an
    empty list is one of tensors. TensorError for values of several kinds, and for tensors of
    several element types.
    """
    path = f"SequenceProto {name!r}" if name else "SequenceProto"
    return _sequence_of(list(values), name, elem_type, path)


def from_optional(value: Any, name: str = "", *, elem_type: int | None = None) -> OptionalProto:
    """The optional that holds a value, or nothing for None.

    What value becomes what, and `elem_type`, are as with `from_list`; the `elem_type` of an
    empty optional is UNDEFINED if none is given.
    """
    path = f"OptionalProto {name!r}" if name else "OptionalProto"
    return _optional_of(value, name, elem_type, path)


def from_dict(
    values: Mapping[Any, Any],
    name: str = "",
    *,
    key_type: int | None = None,
    elem_type: int | None = None,
) -> MapProto:
    """The map of a dict: keys all `int` or all `str` (or `bytes`), values as with `from_list`.

    `key_type` is INT64 for integers if not given, or the type of numpy's integers if all keys
    are of one; a dict without keys needs it. `elem_type` is that of the values. TensorError
    for other keys, and for keys that do not fit.
    """
    path = f"MapProto {name!r}" if name else "MapProto"
    return _map_of(values, name, (key_type, elem_type), path)


# --- the kinds of value ----------------------------------------------------------------


class _Kind(NamedTuple):
    """A kind of value that a sequence or an optional holds: its fields, and how to convert it."""

    elements_field: str
    value_field: str
    read: Callable[[Any, Reading, str], Any]
    make: Callable[[Any, str], Any]


def _sparse_of(value: Any, path: str) -> Any:
    if not isinstance(value, SparseArray):
        raise TensorError(f"a SparseArray is wanted, not {type(value).__qualname__}", path)
    return from_sparse(value.values, value.indices, value.shape)


def _tensor_of(value: Any, path: str) -> TensorProto:
    if value is None or isinstance(value, (dict, SparseArray, HeldOptional)):
        raise TensorError(f"a tensor is wanted, not {type(value).__qualname__}", path)
    try:
        return from_numpy(value)
    except TensorError as error:
        raise TensorError(error.reason, path) from None


_KIND_BY_NUMBER: dict[int, _Kind] = {
    _KIND.TENSOR: _Kind(
        "tensor_values",
        "tensor_value",
        lambda tensor, reading, path: reading.array(tensor, path),
        _tensor_of,
    ),
    _KIND.SPARSE_TENSOR: _Kind(
        "sparse_tensor_values", "sparse_tensor_value", read_sparse, _sparse_of
    ),
    _KIND.SEQUENCE: _Kind(
        "sequence_values",
        "sequence_value",
        lambda sequence, reading, path: _list(sequence, reading, path),
        lambda value, path: _sequence_of(value, "", None, path),
    ),
    _KIND.MAP: _Kind(
        "map_values",
        "map_value",
        lambda map_message, reading, path: _dict(map_message, reading, path),
        lambda value, path: _map_of(value, "", (None, None), path),
    ),
    _KIND.OPTIONAL: _Kind(
        "optional_values",
        "optional_value",
        lambda optional, reading, path: _optional(optional, reading, path),
        lambda value, path: _optional_of(value, "", None, path),
    ),
}


def _kind_of(value: Any) -> int:
    """The kind of value that a Python object is; UNDEFINED for None."""
    if value is None:
        return _KIND.UNDEFINED
    if isinstance(value, HeldOptional):
        return _KIND.OPTIONAL
    if isinstance(value, SparseArray):
        return _KIND.SPARSE_TENSOR
    if isinstance(value, Mapping):
        return _KIND.MAP
    return _KIND.SEQUENCE if isinstance(value, list) else _KIND.TENSOR


def _kind_numbered(number: int, path: str) -> _Kind:
    kind = _KIND_BY_NUMBER.get(number)
    if kind is None:
        shown = "UNDEFINED" if number == _KIND.UNDEFINED else str(number)
        raise TensorError(f"elem_type is {shown}, which is no kind of value", path)
    return kind


def _require_class(message: object, message_class: type) -> None:
    if not isinstance(message, message_class):
        wanted, found = message_class.__qualname__, type(message).__qualname__
        raise TypeError(f"a {wanted} is wanted, not {found}")


def _path(message: Any) -> str:
    name = type(message).__qualname__
    return f"{name} {message.name!r}" if message.name else name


# --- from messages ---------------------------------------------------------------------


def _list(sequence: SequenceProto, reading: Reading, path: str) -> list[Any]:
    used = [kind.elements_field for kind in _KIND_BY_NUMBER.values()]
    used = [field for field in used if getattr(sequence, field)]
    if not used and sequence.elem_type in (_KIND.UNDEFINED, *_KIND_BY_NUMBER):
        return []
    kind = _kind_numbered(sequence.elem_type, path)
    _require_field(used, kind.elements_field, sequence.elem_type, path)
    elements = getattr(sequence, kind.elements_field)
    return [
        kind.read(element, reading, f"{path}.{kind.elements_field}[{index}]")
        for index, element in enumerate(elements)
    ]


def _optional(optional: OptionalProto, reading: Reading, path: str) -> Any:
    used: list[Any] = [kind.value_field for kind in _KIND_BY_NUMBER.values()]
    used = [field for field in used if optional.HasField(field)]
    if not used and optional.elem_type == _KIND.UNDEFINED:
        return None
    kind = _kind_numbered(optional.elem_type, path)
    _require_field(used, kind.value_field, optional.elem_type, path)
    if not used:
        return None
    field = kind.value_field
    value = kind.read(getattr(optional, field), reading, f"{path}.{field}")
    return HeldOptional(value) if optional.elem_type == _KIND.OPTIONAL else value


def _require_field(used: list[str], field: str, elem_type: int, path: str) -> None:
    wrong = [name for name in used if name != field]
    if wrong:
        name = _KIND.Name(elem_type)
        raise TensorError(f"elem_type is {name}, but {wrong[0]} is not empty", path)


def _dict(map_message: MapProto, reading: Reading, path: str) -> dict[Any, Any]:
    is_without_keys = not (map_message.keys or map_message.string_keys)
    if is_without_keys and map_message.key_type == _TYPE.UNDEFINED:
        if not _list(map_message.values, reading, f"{path}.values"):
            return {}
    keys = _keys(map_message, path)
    if not map_message.HasField("values"):
        raise TensorError("values is not set", path)
    values = _list(map_message.values, reading, f"{path}.values")
    if len(keys) != len(values):
        raise TensorError(f"{len(keys)} keys, but {len(values)} values", path)
    made = dict(zip(keys, values, strict=True))
    if len(made) != len(keys):
        key, count = Counter(keys).most_common(1)[0]
        raise TensorError(f"the key {key!r} is there {count} times", path)
    return made


def _keys(map_message: MapProto, path: str) -> list[Any]:
    key_type = map_message.key_type
    is_text = key_type == _TYPE.STRING
    if map_message.keys if is_text else map_message.string_keys:
        wrong = "keys" if is_text else "string_keys"
        raise TensorError(f"key_type is {element_name(key_type)}, but {wrong} is not empty", path)
    if is_text:
        return [key.decode("utf-8", "surrogateescape") for key in map_message.string_keys]
    keys = [key % (1 << 64) if key_type == _TYPE.UINT64 else key for key in map_message.keys]
    _require_keys_fit(keys, key_type, f"{path}.keys")
    return keys


def _require_keys_fit(keys: list[Any], key_type: int, path: str) -> None:
    """Raise TensorError unless keys are integers of a type that keys can be of."""
    element_type = ELEMENT_TYPE_BY_NUMBER.get(key_type)
    if element_type is None or element_type.dtype not in _KEY_DTYPES or element_type.ml_dtype:
        raise TensorError(f"key_type is {element_name(key_type)}, which keys cannot be", path)
    bits = element_type.bits
    is_signed = element_type.dtype.startswith("int")
    allowed = range(-(1 << bits - 1), 1 << bits - 1) if is_signed else range(1 << bits)
    for index, key in enumerate(keys):
        if _integer_name(key) is None or int(key) not in allowed:
            raise TensorError(f"{key!r} is no {element_type.name}", f"{path}[{index}]")


# --- to messages -----------------------------------------------------------------------


def _sequence_of(values: Any, name: str, elem_type: int | None, path: str) -> SequenceProto:
    if not isinstance(values, list):
        raise TensorError(f"a list is wanted, not {type(values).__qualname__}", path)
    if elem_type is None:
        elem_type = _common_kind(values, path)
    kind = _kind_numbered(elem_type, path)
    made = SequenceProto(name=name or None, elem_type=elem_type)
    elements = [
        kind.make(value, f"{path}.{kind.elements_field}[{index}]")
        for index, value in enumerate(values)
    ]
    if elem_type == _KIND.TENSOR and len({tensor.data_type for tensor in elements}) > 1:
        found = sorted({element_name(tensor.data_type) for tensor in elements})
        raise TensorError(f"tensors of several element types: {', '.join(found)}", path)
    setattr(made, kind.elements_field, elements)
    return made


def _common_kind(values: list[Any], path: str) -> int:
    kinds = {_kind_of(value) for value in values}
    if _KIND.UNDEFINED in kinds:
        return _KIND.OPTIONAL
    if len(kinds) > 1:
        found = ", ".join(_KIND.Name(kind) for kind in sorted(kinds))
        raise TensorError(f"values of several kinds: {found}", path)
    return kinds.pop() if kinds else _KIND.TENSOR


def _optional_of(value: Any, name: str, elem_type: int | None, path: str) -> OptionalProto:
    if elem_type is None:
        elem_type = _kind_of(value)
    made = OptionalProto(name=name or None, elem_type=elem_type)
    if value is None and elem_type == _KIND.UNDEFINED:
        return made
    kind = _kind_numbered(elem_type, path)
    if isinstance(value, HeldOptional) and elem_type == _KIND.OPTIONAL:
        made.optional_value = _optional_of(value.value, "", None, f"{path}.{kind.value_field}")
    elif value is not None:
        setattr(made, kind.value_field, kind.make(value, f"{path}.{kind.value_field}"))
    return made


def _map_of(values: Any, name: str, types: tuple[int | None, int | None], path: str) -> MapProto:
    if not isinstance(values, Mapping):
        raise TensorError(f"a dict is wanted, not {type(values).__qualname__}", path)
    key_type, elem_type = types
    keys = list(values)
    if key_type is None:
        key_type = _common_key_type(keys, path)
    if any(value is None for value in values.values()):
        raise TensorError("a map has no empty values", path)
    made = MapProto(name=name or None, key_type=key_type)
    if key_type == _TYPE.STRING:
        made.string_keys = string_bytes(keys, f"{path}.string_keys")
    else:
        _require_keys_fit(keys, key_type, f"{path}.keys")
        made.keys = [int(key) - (1 << 64) if key >= 1 << 63 else int(key) for key in keys]
    made.values = _sequence_of(list(values.values()), "", elem_type, f"{path}.values")
    return made


def _common_key_type(keys: list[Any], path: str) -> int:
    """The type of the keys of a dict, which are all of one."""
    if not keys:
        raise TensorError("no keys: key_type must say what they would be", path)
    if all(isinstance(key, (str, bytes)) for key in keys):
        return _TYPE.STRING
    names = {_integer_name(key) for key in keys}
    if len(names) > 1 or None in names:
        kinds = ", ".join(sorted({type(key).__qualname__ for key in keys}))
        raise TensorError(f"keys must be all str or all integers of one type, not {kinds}", path)
    return ELEMENT_TYPE_BY_DTYPE_NAME[names.pop() or ""].number


def _integer_name(key: Any) -> str | None:
    """numpy's name for the type of an integer; None for other objects, bools among them."""
    if isinstance(key, int):
        return None if isinstance(key, bool) else "int64"
    dtype = getattr(key, "dtype", None)
    return dtype.name if isinstance(key, Integral) and dtype is not None else None
