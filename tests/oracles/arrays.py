"""Arrays of every element type, made of random bits, and tensors of them made by `onnx`."""

from __future__ import annotations

from typing import Any

import numpy
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

import onnxwire

TYPE_NUMBERS = sorted(set(onnx.TensorProto.DataType.values()) - {onnx.TensorProto.UNDEFINED})
SHAPES: tuple[tuple[int, ...], ...] = (
    (),
    (0,),
    (2, 0, 3),
    (1,),
    (2,),
    (3,),
    (5,),
    (7,),
    (2, 3),
    (4, 1, 5),
    (1, 1, 1, 13),
)
_TEXTS = ("", "x", "é", "\N{SNOWMAN}" * 9, "a\0b", "no NUL at the end\0", " ", "-1")


def type_name(number: int) -> str:
    name: str = onnx.TensorProto.DataType.Name(number)
    return name


def random_array(number: int, shape: tuple[int, ...], seed: int = 0) -> NDArray[Any]:
    """An array of an element type, of the type that `onnx` has for it; NaN and the like among it."""
    random = numpy.random.default_rng((seed, number))
    if number == onnx.TensorProto.STRING:
        array = numpy.empty(shape, object)
        array.reshape(-1)[:] = list(random.choice(numpy.array(_TEXTS, object), array.size))
        return array
    dtype = helper.tensor_dtype_to_np_dtype(number)
    if number == onnx.TensorProto.BOOL:
        return random.integers(0, 2, shape).astype(bool)
    count = int(numpy.prod(shape, dtype=int))
    codes = numpy.frombuffer(random.bytes(count * dtype.itemsize), numpy.uint8)
    return (codes & _mask(number)).view(dtype).reshape(shape)


def _mask(number: int) -> int:
    """The bits of a byte that elements use."""
    name = type_name(number)
    return next(
        (2**bits - 1 for bits in (2, 4, 6) if f"{bits}E" in name or name.endswith(f"T{bits}")), 255
    )


def their_typed_tensor(array: NDArray[Any], number: int) -> onnx.TensorProto:
    """A tensor with its elements in the typed field, put there by `onnx`'s own rules."""
    if number in _TAKES_PATTERNS:
        # make_tensor would round what are numbers already, and lose the bits of NaN.
        tensor = onnx.TensorProto(data_type=number, dims=array.shape, name="t")
        width = numpy.uint16 if array.dtype.itemsize == 2 else numpy.uint8
        tensor.int32_data.extend(array.reshape(-1).view(width).tolist())
        return tensor
    if number == onnx.TensorProto.STRING:
        # make_tensor would lose a NUL at the end.
        tensor = onnx.TensorProto(data_type=number, dims=array.shape, name="t")
        tensor.string_data.extend(text.encode() for text in array.reshape(-1).tolist())
        return tensor
    return helper.make_tensor("t", number, array.shape, array.reshape(-1))


_TAKES_PATTERNS = {
    number
    for number in TYPE_NUMBERS
    if type_name(number).startswith(("FLOAT16", "BFLOAT16", "FLOAT8", "FLOAT6"))
}


def ours(message: Any) -> Any:
    """The same message of onnxwire."""
    message_class = getattr(onnxwire, type(message).__name__)
    return message_class.FromString(message.SerializeToString())


def assert_same_array(found: NDArray[Any], wanted: NDArray[Any]) -> None:
    """Element types, shapes, and every bit of the elements are equal."""
    assert found.dtype == wanted.dtype
    assert found.shape == wanted.shape
    if found.dtype == object:
        assert found.tolist() == wanted.tolist()
    else:
        assert found.tobytes() == wanted.tobytes()


def their_array(tensor: onnx.TensorProto) -> NDArray[Any]:
    """The array that `onnx` makes of a tensor; strings as they are, with NULs at their end."""
    if tensor.data_type == onnx.TensorProto.STRING:
        array = numpy.empty(len(tensor.string_data), object)
        array[:] = [text.decode() for text in tensor.string_data]
        return array.reshape(tensor.dims)
    return numpy_helper.to_array(tensor)
