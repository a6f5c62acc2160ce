"""Resolves the features of files, messages and fields in editions.

proto2 and proto3 are two fixed choices, so every later stage asks features and never the
syntax. What is chosen wrongly (an unknown feature, one of another kind of declaration) is
reported where options are resolved and checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wiregen.schema import ir
from wiregen.source.diagnostics import Faults
from wiregen.syntax.nodes import Aggregate, Constant, NamedConstant, OptionNode


@dataclass(frozen=True, slots=True)
class Features:
    """Features by the names they have in descriptor.proto.

    The first six decide what code does, the last two are rules for the schema itself.
    """

    field_presence: str
    enum_type: str
    repeated_field_encoding: str
    utf8_validation: str
    message_encoding: str
    json_format: str
    enforce_naming_style: str
    default_symbol_visibility: str


VALUES_BY_FEATURE = {
    "field_presence": ("EXPLICIT", "IMPLICIT", "LEGACY_REQUIRED"),
    "enum_type": ("OPEN", "CLOSED"),
    "repeated_field_encoding": ("PACKED", "EXPANDED"),
    "utf8_validation": ("VERIFY", "NONE"),
    "message_encoding": ("LENGTH_PREFIXED", "DELIMITED"),
    "json_format": ("ALLOW", "LEGACY_BEST_EFFORT"),
    "enforce_naming_style": ("STYLE2024", "STYLE_LEGACY", "STYLE2026"),
    "default_symbol_visibility": ("EXPORT_ALL", "EXPORT_TOP_LEVEL", "LOCAL_ALL", "STRICT"),
}

_PROTO2 = Features(
    field_presence="EXPLICIT",
    enum_type="CLOSED",
    repeated_field_encoding="EXPANDED",
    utf8_validation="NONE",
    message_encoding="LENGTH_PREFIXED",
    json_format="LEGACY_BEST_EFFORT",
    enforce_naming_style="STYLE_LEGACY",
    default_symbol_visibility="EXPORT_ALL",
)
_EDITION_2023 = replace(
    _PROTO2,
    enum_type="OPEN",
    repeated_field_encoding="PACKED",
    utf8_validation="VERIFY",
    json_format="ALLOW",
)
DEFAULTS = {
    ir.Syntax.PROTO2: _PROTO2,
    ir.Syntax.PROTO3: replace(_EDITION_2023, field_presence="IMPLICIT"),
    ir.Syntax.EDITION_2023: _EDITION_2023,
    ir.Syntax.EDITION_2024: replace(
        _EDITION_2023,
        enforce_naming_style="STYLE2024",
        default_symbol_visibility="EXPORT_TOP_LEVEL",
    ),
}


def chosen(
    inherited: Features, options: Iterable[OptionNode], syntax: ir.Syntax, faults: Faults
) -> Features:
    """The features of a declaration: those around it, but for what its own options choose."""
    features = inherited
    for option in options:
        first = option.parts[0]
        if first.is_extension or first.text != "features":
            continue
        if not syntax.is_edition:
            faults.report(option.name_span, "features can be chosen in editions only")
            continue
        for name, value in _settings(option):
            if isinstance(value, NamedConstant) and value.text in VALUES_BY_FEATURE.get(name, ()):
                features = replace(features, **{name: value.text})
    return features


def _settings(option: OptionNode) -> Iterable[tuple[str, Constant]]:
    """The features that an option sets: one by name, or several in an aggregate."""
    if len(option.parts) == 1:
        if isinstance(option.value, Aggregate):
            for entry in option.value.entries:
                yield entry.name.text, entry.value
    elif len(option.parts) == 2 and not option.parts[1].is_extension:
        yield option.parts[1].text, option.value
