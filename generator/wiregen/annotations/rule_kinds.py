"""The kinds of check that rules can ask for, in one table.

A new kind is a class in `rule_checks`, an entry here, and a function of the same name in the
runtime's `_rules`. Its fields are its arguments, which are read and printed by their names.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wiregen.annotations import rule_checks as checks
from wiregen.annotations.rule_arguments import Arguments
from wiregen.annotations.rule_checks import Check
from wiregen.schema.scalars import Domain

# Reports what the rest of the file, or a field's type, lacks for a check.
Need = Callable[[Arguments, Any], None]


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A kind of check: its name in annotations and in the runtime, its arguments and needs."""

    name: str
    check: type[Check]
    needs: tuple[Need, ...] = ()
    # True if it compares several values, of lists or of several messages.
    compares_several: bool = False


def _selector(arguments: Arguments, check: checks.Selected | checks.ElementCount) -> None:
    field = arguments.known.names.leaf(check.field)
    if field is None or all(field.full_name != s.field for s in arguments.known.selectors):
        arguments.fault(f"there is no selector '{check.field}'", "field")


def _encoding(arguments: Arguments, check: checks.ElementCount) -> None:
    field = arguments.known.names.leaf(check.field)
    enum = arguments.known.names.enum_in(field) if field is not None else None
    if enum is None or enum.full_name not in arguments.known.encoded_enums:
        arguments.fault(f"there is no encoding for '{check.field}'", "field")


def _enum(arguments: Arguments, check: checks.KnownNumber) -> None:
    field = arguments.known.names.leaf(check.field)
    if field is None or arguments.known.names.enum_in(field) is None:
        arguments.fault(f"'{check.field}' holds numbers of no enum", "field")


def _limit(arguments: Arguments, check: checks.InRange | checks.LengthInRange) -> None:
    if check.least is None and check.most is None:
        arguments.fault("this check needs 'least' or 'most'")


def _integers(arguments: Arguments, check: checks.InRange | checks.NotGreater) -> None:
    arguments.expect_domain(check.field, Domain.INTEGER, "no whole numbers")


def _bytes(arguments: Arguments, check: checks.Utf8) -> None:
    arguments.expect_domain(check.field, Domain.BYTES, "no bytes")


def _text(arguments: Arguments, check: checks.Matches) -> None:
    arguments.expect_domain(check.field, Domain.STRING, "no text")


def _pattern(arguments: Arguments, check: checks.Matches) -> None:
    try:
        re.compile(check.pattern)
    except re.error as error:
        arguments.fault(f"no regular expression: {error}", "pattern")


def _list(
    arguments: Arguments, check: checks.RequiredKeys | checks.LengthIs | checks.LengthInRange
) -> None:
    field = arguments.known.names.leaf(check.list)
    if field is None or not field.is_repeated:
        arguments.fault(f"'{check.list}' is no list", "list")


def _vocabulary(arguments: Arguments, check: checks.RequiredKeys) -> None:
    field = arguments.known.names.leaf(check.list)
    if field is None or all(field.full_name != v.field for v in arguments.known.vocabularies):
        arguments.fault(f"there is no vocabulary of '{check.list}'", "list")


def _function(arguments: Arguments, check: checks.HandWritten) -> None:
    # The name becomes part of an expression in the package.
    if not check.code.isidentifier() or keyword.iskeyword(check.code):
        arguments.fault(f"expected the name of a function, got {check.code!r}", "code")


RULE_KINDS = (
    RuleKind("required", checks.Required),
    RuleKind("not_empty", checks.NotEmpty),
    RuleKind("absent", checks.Absent),
    RuleKind("exactly_one_of", checks.ExactlyOneOf),
    RuleKind("at_most_one_of", checks.AtMostOneOf),
    RuleKind("at_least_one_of", checks.AtLeastOneOf),
    RuleKind("selected", checks.Selected, (_selector,)),
    RuleKind("known_number", checks.KnownNumber, (_enum,)),
    RuleKind("one_of_values", checks.OneOfValues),
    RuleKind("none_of_values", checks.NoneOfValues),
    RuleKind("in_range", checks.InRange, (_limit, _integers)),
    RuleKind("not_greater", checks.NotGreater, (_integers,), compares_several=True),
    RuleKind("unique", checks.Unique, compares_several=True),
    RuleKind("same", checks.Same, compares_several=True),
    RuleKind("equal_length", checks.EqualLength, compares_several=True),
    RuleKind("length_is", checks.LengthIs, (_list,), compares_several=True),
    RuleKind("length_in_range", checks.LengthInRange, (_limit, _list), compares_several=True),
    RuleKind("element_count", checks.ElementCount, (_selector, _encoding), compares_several=True),
    RuleKind("refers_to", checks.RefersTo, compares_several=True),
    RuleKind("utf8", checks.Utf8, (_bytes,)),
    RuleKind("matches", checks.Matches, (_text, _pattern)),
    RuleKind("required_keys", checks.RequiredKeys, (_list, _vocabulary), compares_several=True),
    RuleKind("hand_written", checks.HandWritten, (_function,)),
    RuleKind("none", checks.Unchecked),
)
KIND_BY_NAME: Mapping[str, RuleKind] = {kind.name: kind for kind in RULE_KINDS}
KIND_BY_CHECK: Mapping[type[Check], RuleKind] = {kind.check: kind for kind in RULE_KINDS}
