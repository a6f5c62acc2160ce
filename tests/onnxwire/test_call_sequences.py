"""Sequences of calls on our messages and google's: the same results, errors of one kind, the same bytes.

`--call-sequences` says how many are tried; `make fuzz` tries 50,000. What google's C core does
on purpose or by mistake that we do not (see differences.md) is not asked for: assigning
to message and repeated fields, `pop` beyond the end, `+` and `*`, bytes that are not UTF-8.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import hypothesis.strategies as st
import numpy
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError
from hypothesis import HealthCheck, given, settings

import onnxwire
from oracles.made_messages import made_messages
from oracles.message_types import BY_NAME, MessageType
from support.options import count_of

ROOTS = ("ModelProto", "GraphProto", "NodeProto", "AttributeProto", "TensorProto", "TypeProto")
SEQUENCES = ("SparseTensorProto", "SequenceProto", "ValueInfoProto")
VALUES: tuple[Any, ...] = (
    *(0, 1, -1, 7, 1 << 31, -(1 << 31), 1 << 62, 1 << 63, -(1 << 63), 1 << 64, 0.0, -0.0, 1.5),
    *(1e39, float("inf"), 3.4028236e38, "", "x", "é\n", b"", b"y", b"\xc3\xa9", True, False, None),
    *(numpy.int64(3), numpy.int8(-3), numpy.float32(0.1), numpy.float64(0.1), numpy.bool_(True)),
    *(numpy.str_("s"), numpy.bytes_(b"b"), [], (1,), {}, "FLOAT", 2, 11, 99, bytearray(b"z")),
)
Pair = tuple[Any, Any]
Numbers = tuple[int, int, int]


class Kind:
    """An exception, as far as it is compared."""

    def __init__(self, error: Exception) -> None:
        kinds = (TypeError, ValueError, AttributeError, IndexError)
        decode = (DecodeError, onnxwire.DecodeError)
        self.kind = (
            "decode"
            if isinstance(error, decode)
            else next((k.__name__ for k in kinds if isinstance(error, k)), type(error).__name__)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kind) and other.kind == self.kind

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except DeprecationWarning:
        # Older versions of numpy only warn of what newer ones refuse: a bool as an index.
        return Kind(TypeError())
    except Exception as error:
        return Kind(error)


@cache
def filled_messages() -> list[tuple[MessageType, bytes]]:
    """A message of every type that has some content, and no NaN, which equals nothing."""
    made = [(kind, data) for kind, data in made_messages(12) if 20 < len(data) < 1000]
    return list(
        {
            kind: (kind, data)
            for kind, data in made
            if "nan" not in str(kind.theirs.FromString(data))
        }.values()
    )


class World:
    """Pairs of messages that were reached so far, and what can be done to them."""

    # What was done in all worlds, and how often it was refused.
    done: ClassVar[Counter[str]] = Counter()
    refused: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        for name in (*ROOTS, *SEQUENCES):
            self.pairs.append((BY_NAME[name].ours(), BY_NAME[name].theirs()))
        for kind, data in filled_messages():
            self.pairs.append((kind.ours.FromString(data), kind.theirs.FromString(data)))
        self.log: list[str] = []
        self.act = ""

    def step(self, numbers: Numbers) -> None:
        which, first, second = numbers
        pair = self.pairs[first % len(self.pairs)]
        act = ACTS[which % len(ACTS)]
        self.log.append(f"{act.__name__} {type(pair[0]).__name__} {second}")
        self.act = act.__name__
        self.done[self.act] += 1
        act(self, pair, second)

    def same(self, pair: Pair, call: Callable[[Any], Any], note: object = "") -> Any:
        """The outcome of a call on both, which must be the same."""
        ours, theirs = outcome(lambda: call(pair[0])), outcome(lambda: call(pair[1]))
        if isinstance(ours, Kind) or isinstance(theirs, Kind) or not _is_message(theirs):
            assert _plain(ours) == _plain(theirs), f"{note} {self.log}"
            assert type(_plain(ours)) is type(_plain(theirs)), f"{note} {self.log}"
        if isinstance(ours, Kind):
            self.refused[self.act] += 1
            # A refused call makes an absent message of google's C core present, and none of ours.
            for message in pair:
                message.SetInParent()
        return ours, theirs

    def check(self) -> None:
        for ours, theirs in self.pairs:
            where = f"{type(ours).__name__} {self.log}"
            assert ours.SerializeToString() == theirs.SerializeToString(), where
            assert ours.ByteSize() == theirs.ByteSize(), where
            names = [field.name for field, _ in theirs.ListFields()]
            assert [field.name for field, _ in ours.ListFields()] == names, where


def _is_message(value: Any) -> bool:
    return hasattr(value, "SerializeToString")


def _plain(value: Any) -> Any:
    """A result without the class of what gave it."""
    if _is_message(value):
        return value.SerializeToString()
    if isinstance(value, (str, bytes, int, float, Kind, type(None))):
        return value
    return [_plain(item) for item in value]


def fields(pair: Pair, number: int, *, repeated: bool, messages: bool) -> Any:
    found = [
        field
        for field in pair[1].DESCRIPTOR.fields
        if field.is_repeated is repeated
        and (field.type == FieldDescriptor.TYPE_MESSAGE) is messages
    ]
    return found[number % len(found)] if found else None


# --- what can be done ----------------------------------------------------------------------


def read_message(world: World, pair: Pair, number: int) -> None:
    field = fields(pair, number, repeated=False, messages=True)
    if field is not None:
        world.pairs.append(world.same(pair, lambda m: getattr(m, field.name)))


def read_scalar(world: World, pair: Pair, number: int) -> None:
    field = fields(pair, number, repeated=False, messages=False)
    if field is not None:
        world.same(pair, lambda m: getattr(m, field.name), field.name)


def set_scalar(world: World, pair: Pair, number: int) -> None:
    field = fields(pair, number, repeated=False, messages=False)
    value = VALUES[number // 8 % len(VALUES)]
    if field is None:
        return
    before = pair[0].SerializeToString()
    ours, _ = world.same(pair, lambda m: setattr(m, field.name, value), (field.name, value))
    assert not isinstance(ours, Kind) or pair[0].SerializeToString() == before


def presence(world: World, pair: Pair, number: int) -> None:
    names = [field.name for field in pair[1].DESCRIPTOR.fields]
    names += [*pair[1].DESCRIPTOR.oneofs_by_name, "no such field"]
    world.same(pair, lambda m: m.HasField(names[number % len(names)]), names[number % len(names)])


def clear_field(world: World, pair: Pair, number: int) -> None:
    names = [field.name for field in pair[1].DESCRIPTOR.fields]
    names += [*pair[1].DESCRIPTOR.oneofs_by_name, "no such field"]
    name = names[number % len(names)]
    field = pair[1].DESCRIPTOR.fields_by_name.get(name)
    if field is not None and field.containing_oneof is not None and not pair[1].HasField(name):
        # Google's C core clears the member that is set, if this one was read before.
        return
    world.same(pair, lambda m: m.ClearField(name))


def which_oneof(world: World, pair: Pair, number: int) -> None:
    names = [*pair[1].DESCRIPTOR.oneofs_by_name, "no such oneof"]
    world.same(pair, lambda m: m.WhichOneof(names[number % len(names)]))


def clear(world: World, pair: Pair, number: int) -> None:
    if number % 4 == 0:
        world.same(pair, lambda m: m.Clear())
    else:
        world.same(pair, lambda m: m.SetInParent())


def other_of_same_class(world: World, pair: Pair, number: int) -> Pair:
    """A copy of some message of the same class, so that nothing is copied into itself."""
    alike = [other for other in world.pairs if type(other[1]) is type(pair[1])]
    ours, theirs = alike[number % len(alike)]
    return written_and_read(ours), copy.deepcopy(theirs)


def written_and_read(message: Any) -> Any:
    """A copy that nobody has touched, in the run of such messages."""
    return message.__class__.FromString(message.SerializePartialToString())


def take_content(world: World, pair: Pair, number: int) -> None:
    ours, theirs = other_of_same_class(world, pair, number // 4)
    data = theirs.SerializeToString()
    match number % 4:
        case 0:
            world.same(pair, lambda m: m.CopyFrom(ours if m is pair[0] else theirs))
        case 1:
            world.same(pair, lambda m: m.MergeFrom(ours if m is pair[0] else theirs))
        case 2:
            world.same(pair, lambda m: m.ParseFromString(data))
        case _:
            world.same(pair, lambda m: m.MergeFromString(data))


def wrong_content(world: World, pair: Pair, number: int) -> None:
    wrong = (None, 1, "text", pair, b"\xff")[number % 5]
    if wrong == b"\xff":
        before = pair[0].SerializeToString()
        assert outcome(lambda: pair[0].ParseFromString(wrong)) == Kind(DecodeError())
        assert pair[0].SerializeToString() == before
    else:
        world.same(pair, lambda m: m.CopyFrom(wrong))


def copied(world: World, pair: Pair, number: int) -> None:
    ours, theirs = pair
    ways = (copy.copy, copy.deepcopy, written_and_read, lambda m: pickle.loads(pickle.dumps(m)))
    way = ways[number % 3] if number % 8 else ways[3]
    # Google's classes of a private pool cannot be pickled.
    made = way(ours), copy.deepcopy(theirs)
    assert made[0] == ours and made[0] is not ours
    world.pairs.append(made)


def compare(world: World, pair: Pair, number: int) -> None:
    ours, theirs = other_of_same_class(world, pair, number)
    assert (ours == pair[0]) == (theirs == pair[1]), world.log
    world.same(pair, lambda m: m == 3)
    world.same(pair, lambda m: m.IsInitialized())


def scalar_list(world: World, pair: Pair, number: int) -> None:
    field = fields(pair, number, repeated=True, messages=False)
    if field is None:
        return
    at, value = number // 16 % 5 - 2, VALUES[number // 128 % len(VALUES)]
    other = VALUES[number // 1024 % len(VALUES)]
    calls: tuple[Callable[[Any], Any], ...] = (
        lambda r: r.append(value),
        lambda r: r.extend([value, other]),
        lambda r: r.insert(at, value),
        lambda r: r.remove(value),
        lambda r: r.pop(at) if -len(r) <= at < len(r) else None,
        lambda r: r.__delitem__(at),
        # Which fault is told first, the place or the value, is nobody's business.
        lambda r: r.__setitem__(at, value if -len(r) <= at < len(r) else list(r)[at]),
        lambda r: r.__setitem__(slice(at, None), [value, other]),
        lambda r: r.__getitem__(at),
        lambda r: r.sort(reverse=at > 0),
        lambda r: r.reverse(),
        lambda r: r.__delitem__(slice(at, None)),
        lambda r: r == [value, other],
        lambda r: r.MergeFrom(list(r)),
        lambda r: r.clear(),
        lambda r: value in r,
    )
    call = calls[number % len(calls)]
    if number % len(calls) == 7 and isinstance(
        outcome(lambda: call(copy.deepcopy(pair[0]).__getattribute__(field.name))), Kind
    ):
        # A slice of values of which one is wrong: google's C core takes those before it.
        return
    world.same(pair, lambda m: call(getattr(m, field.name)), (field.name, at, value, other))
    world.same(pair, lambda m: m.SetInParent())
    world.same(pair, lambda m: list(getattr(m, field.name)), field.name)


def message_list(world: World, pair: Pair, number: int) -> None:
    field = fields(pair, number, repeated=True, messages=True)
    if field is None:
        return
    at = number // 16 % 5 - 2
    calls: tuple[Callable[[Any], Any], ...] = (
        lambda r: r.add(),
        lambda r: r.append(r.add()),
        lambda r: r.extend(list(r)[:2]),
        lambda r: r.insert(at, r.add()),
        lambda r: r.pop(at) if -len(r) <= at < len(r) else None,
        lambda r: r.__delitem__(at),
        lambda r: r.__getitem__(at),
        lambda r: r.__delitem__(slice(at, None)),
        lambda r: r.reverse(),
        lambda r: len(r),
        lambda r: r.append(at),
        lambda r: r.clear() if at > 0 else None,
    )
    call = calls[number % len(calls)]
    ours, theirs = world.same(pair, lambda m: call(getattr(m, field.name)), (field.name, at))
    world.same(pair, lambda m: m.SetInParent())
    if _is_message(ours) and _is_message(theirs):
        world.pairs.append((ours, theirs))


ACTS: tuple[Callable[[World, Pair, int], None], ...] = (
    read_message,
    read_message,
    read_scalar,
    set_scalar,
    set_scalar,
    presence,
    clear_field,
    which_oneof,
    clear,
    take_content,
    wrong_content,
    copied,
    compare,
    scalar_list,
    scalar_list,
    message_list,
    message_list,
)

STEPS = st.lists(
    st.tuples(st.integers(0, 1 << 10), st.integers(0, 1 << 10), st.integers(0, 1 << 20)),
    min_size=1,
    max_size=40,
)


def test_calls_have_the_same_effect_on_googles_messages(pytestconfig: pytest.Config) -> None:
    count = count_of(pytestconfig, "--call-sequences")

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        # Lists of steps are long on purpose.
        suppress_health_check=[
            HealthCheck.data_too_large,
            HealthCheck.large_base_example,
            HealthCheck.too_slow,
        ],
    )
    @given(STEPS)
    def run(steps: list[Numbers]) -> None:
        world = World()
        for numbers in steps:
            world.step(numbers)
        world.check()

    World.done.clear()
    World.refused.clear()
    run()
    assert World.done.keys() == {act.__name__ for act in ACTS}
    assert World.refused["set_scalar"] > count // 10, World.refused
