"""What a file, message or field may choose in editions: option nodes in, decided features out.

proto2 and proto3 are two fixed choices, so every later stage asks features and never the
syntax.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wiregen import ir
from wiregen.diagnostics import Faults
from wiregen.source import Span
from wiregen.syntax import Aggregate, Constant, NamedConstant, OptionNode


@dataclass(frozen=True, slots=True)
class Features:
    """The features that decide what code does, by the names they have in descriptor.proto."""

    field_presence: str
    enum_type: str
    repeated_field_encoding: str
    utf8_validation: str
    message_encoding: str
    json_format: str


@dataclass(frozen=True, slots=True)
class Feature:
    """What may be chosen for one feature, and where."""

    values: tuple[str, ...]
    targets: tuple[str, ...]


FEATURE_BY_NAME = {
    "field_presence": Feature(("EXPLICIT", "IMPLICIT", "LEGACY_REQUIRED"), ("field", "file")),
    "enum_type": Feature(("OPEN", "CLOSED"), ("enum", "file")),
    "repeated_field_encoding": Feature(("PACKED", "EXPANDED"), ("field", "file")),
    "utf8_validation": Feature(("VERIFY", "NONE"), ("field", "file")),
    "message_encoding": Feature(("LENGTH_PREFIXED", "DELIMITED"), ("field", "file")),
    "json_format": Feature(("ALLOW", "LEGACY_BEST_EFFORT"), ("message", "enum", "file")),
}
# Features of which no code is made: rules for names, and who may import what.
_OTHER_FEATURES = ("enforce_naming_style", "default_symbol_visibility")

_PROTO2 = Features(
    field_presence="EXPLICIT",
    enum_type="CLOSED",
    repeated_field_encoding="EXPANDED",
    utf8_validation="NONE",
    message_encoding="LENGTH_PREFIXED",
    json_format="LEGACY_BEST_EFFORT",
)
_EDITION_2023 = Features(
    field_presence="EXPLICIT",
    enum_type="OPEN",
    repeated_field_encoding="PACKED",
    utf8_validation="VERIFY",
    message_encoding="LENGTH_PREFIXED",
    json_format="ALLOW",
)
DEFAULTS = {
    ir.Syntax.PROTO2: _PROTO2,
    ir.Syntax.PROTO3: replace(_EDITION_2023, field_presence="IMPLICIT"),
    ir.Syntax.EDITION_2023: _EDITION_2023,
}


def chosen(
    inherited: Features,
    options: Iterable[OptionNode],
    target: str,
    syntax: ir.Syntax,
    faults: Faults,
) -> Features:
    """The features of a declaration: those around it, but for what its own options choose.

    `target` says what is declared: a file, message, field, oneof or enum.
    """
    features = inherited
    for option in options:
        first = option.parts[0]
        if first.is_extension or first.text != "features":
            continue
        if not syntax.is_edition:
            faults.report(option.name_span, "features can be chosen in editions only")
            continue
        for name, value, span in _settings(option):
            if _is_valid(name, value, span, target, faults):
                assert isinstance(value, NamedConstant)
                features = replace(features, **{name: value.text})
    return features


def _settings(option: OptionNode) -> Iterable[tuple[str, Constant, Span]]:
    """The features that an option sets: one by name, or several in an aggregate."""
    if len(option.parts) == 1:
        if isinstance(option.value, Aggregate):
            for entry in option.value.entries:
                yield entry.name.text, entry.value, entry.name.span
    elif not option.parts[1].is_extension:
        yield option.parts[1].text, option.value, option.name_span


def _is_valid(name: str, value: Constant, span: Span, target: str, faults: Faults) -> bool:
    feature = FEATURE_BY_NAME.get(name)
    if feature is None:
        if name not in _OTHER_FEATURES and not name.startswith("["):
            faults.report(span, f"there is no feature '{name}'")
        return False
    if target not in feature.targets:
        places = " or ".join(feature.targets)
        faults.report(span, f"{name} is chosen for a {places}, not for a {target}")
        return False
    if isinstance(value, NamedConstant) and not value.is_negative and value.text in feature.values:
        return True
    faults.report(value.span, f"expected {' or '.join(feature.values)}, found '{value.span.text}'")
    return False
