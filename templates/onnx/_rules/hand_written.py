"""Hand-written checks, by the names that annotations use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .._runtime.descriptor import Descriptor, FieldDescriptor
from .external_rules import (
    external_files_exist,
    external_offsets_are_aligned,
    external_paths_stay_inside,
    external_ranges_fit,
)
from .fields import elements
from .reference_rules import (
    domains_are_imported,
    functions_do_not_recur,
    operators_and_functions_differ,
    overloads_exist,
    parameters_are_listed_once,
    references_stand_in_functions,
)
from .tensor_rules import (
    padding_bits_are_zero,
    raw_booleans_are_zero_or_one,
    sparse_positions_are_inside,
    sparse_positions_ascend,
    sparse_positions_match_values,
    sparse_rows_match_rank,
    strings_are_bare,
)
from .types import Mark, Violation, Visit
from .value_rules import (
    graphs_have_no_cycles,
    nodes_are_in_order,
    training_graph_is_sound,
    values_are_defined_before_use,
    values_are_defined_once,
)

__all__ = [
    "domains_are_imported",
    "external_files_exist",
    "external_offsets_are_aligned",
    "external_paths_stay_inside",
    "external_ranges_fit",
    "functions_do_not_recur",
    "graphs_have_no_cycles",
    "nodes_are_in_order",
    "operators_and_functions_differ",
    "overloads_exist",
    "padding_bits_are_zero",
    "parameters_are_listed_once",
    "raw_booleans_are_zero_or_one",
    "references_stand_in_functions",
    "size_is_below_two_gibibytes",
    "sparse_positions_are_inside",
    "sparse_positions_ascend",
    "sparse_positions_match_values",
    "sparse_rows_match_rank",
    "strings_are_bare",
    "text_is_utf8",
    "training_graph_is_sound",
    "values_are_defined_before_use",
    "values_are_defined_once",
]

_LIMIT = 1 << 31


def size_is_below_two_gibibytes(visit: Visit) -> Iterator[Violation]:
    """A model is shorter than 2 GiB when it is written."""
    graph = visit.message.graph
    # Without as much in raw data, no model that fits into memory is so large; to be sure costs
    # as much as writing it.
    tensors = (*graph.initializer, *(sparse.values for sparse in graph.sparse_initializer))
    if sum(len(tensor.ViewField("raw_data")) for tensor in tensors) > _LIMIT // 2:
        size = visit.message.ByteSize()
        if size >= _LIMIT:
            yield Violation("", f"{size} bytes")


def text_is_utf8(visit: Visit) -> Iterable[Violation]:
    """Texts of a message are UTF-8: of proto2, Python has other bytes in them as surrogates."""
    message = visit.message
    for field in _texts_of(visit.descriptor):
        value = getattr(message, field.slot)
        # A record of the schema's own is no text.
        if value is not None and not _is_utf8(value):
            yield from _wrong_texts(field, value)


_texts_by_descriptor: dict[Descriptor, tuple[FieldDescriptor, ...]] = {}


def _texts_of(descriptor: Descriptor) -> tuple[FieldDescriptor, ...]:
    if descriptor not in _texts_by_descriptor:
        _texts_by_descriptor[descriptor] = tuple(
            field for field in descriptor.fields if field.type == FieldDescriptor.TYPE_STRING
        )
    return _texts_by_descriptor[descriptor]


def _is_utf8(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() or _is_encodable(value)
    return all(text.isascii() or _is_encodable(text) for text in value)


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong_texts(field: FieldDescriptor, value: Any) -> Iterator[Violation]:
    if not field.is_repeated:
        yield Violation(
            field.name, f"{field.name} {ascii(value)}", (Mark("", field.name, "value"),)
        )
        return
    for index, text in enumerate(elements(value)):
        if not _is_encodable(text):
            place = f"{field.name}[{index}]"
            yield Violation(place, f"{place} {ascii(text)}", (Mark("", place, "value"),))
