"""Formats the tensors of a message as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._external.data import is_external, reference_of
from .._files.info import tensor_bytes
from .._tensors.element_types import element_name
from .._tensors.error import TensorError
from .._tensors.layout import shape_text
from .._tensors.places import TensorPlace
from .._tensors.stored_data import home_of
from .._text.terminal import printable
from .tensor_statistics import Statistics

HEADINGS = ("name", "type", "shape", "bytes", "where")
STATISTICS_HEADINGS = ("min", "max", "mean", "nan")
# So much of a location is shown.
_LONGEST_LOCATION = 200
# Columns of numbers.
_RIGHT = {"bytes", *STATISTICS_HEADINGS}


def table_lines(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with columns as wide as what is in them."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if heading in _RIGHT else text.ljust(width)
            for text, width, heading in zip(row, widths, headings, strict=True)
        ).rstrip()
        for row in (headings, *rows)
    ]


def tensor_row(place: TensorPlace) -> list[str]:
    """What is said of a tensor without looking at its data."""
    tensor = place.tensor
    return [
        printable(shown_name(place)),
        element_name(tensor.data_type),
        shape_text(tensor.dims),
        str(tensor_bytes(tensor)),
        printable(_where(place)),
    ]


def statistics_row(found: Statistics | None) -> list[str]:
    """The numbers of a tensor's statistics."""
    if found is None:
        return ["-"] * len(STATISTICS_HEADINGS)
    numbers = (found.minimum, found.maximum, found.mean)
    return [*map(_number, numbers), str(found.nan_count)]


def total_line(places: Sequence[TensorPlace]) -> str:
    """How many tensors there are, and their bytes."""
    sizes = [(tensor_bytes(place.tensor), is_external(place.tensor)) for place in places]
    total = sum(size for size, _ in sizes)
    text = f"{len(places)} tensor{'' if len(places) == 1 else 's'}, {total:,} bytes"
    external = sum(size for size, is_elsewhere in sizes if is_elsewhere)
    return f"{text}, {external:,} of them in other files" if external else text


def find_place(places: Sequence[TensorPlace], name: str) -> TensorPlace:
    """The tensor that a name, or the place as it is shown, means; ValueError if not one does."""
    found = [place for place in places if name in (place.tensor.name, _steps(place))]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(f"there is no tensor {name!r}")
    paths = ", ".join(map(_steps, found))
    raise ValueError(f"there are {len(found)} tensors {name!r}; say which one: {paths}")


def shown_name(place: TensorPlace) -> str:
    """The name of an initializer of the main graph; the place of another tensor, and its name."""
    name, steps = place.tensor.name, _steps(place)
    if steps.startswith("graph.initializer[") and name:
        return name
    return f"{steps} {name!r}" if name else steps


def _steps(place: TensorPlace) -> str:
    """The place of a tensor, without the message that all are in."""
    _, dot, steps = place.steps.partition(".")
    return steps if dot else place.steps


def _where(place: TensorPlace) -> str:
    tensor = place.tensor
    if not is_external(tensor):
        return home_of(tensor)
    try:
        reference = reference_of(tensor, place.path)
    except TensorError as error:
        return f"in another file: {error.reason}"
    return f"{reference.location[:_LONGEST_LOCATION]!r} from {reference.offset}"


def _number(number: Any) -> str:
    return "-" if number is None else f"{number:.6g}" if isinstance(number, float) else str(number)
