"""Diagnostics with path, line, column, source line and caret.

House style for sentences: lower case, no full stop, the smallest span that is wrong,
what was expected and what was found.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from wiregen.source.text import Source, Span, printable


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault in a schema, or one thing that is only odd (a warning)."""

    span: Span
    sentence: str
    is_warning: bool = False

    def __str__(self) -> str:
        source = self.span.source
        line, column = source.line_and_column(self.span.start)
        text = source.line_text(line)
        start = column - 1
        shown, before = printable(text, kept="\t"), printable(text[:start], kept="\t")
        # Tabs stay tabs under the line, so that the caret stands where the eye expects it.
        indent = "".join("\t" if letter == "\t" else " " for letter in before)
        marked = text[start : start + self.span.end - self.span.start]
        kind = "warning" if self.is_warning else "error"
        return (
            f"{printable(source.path)}:{line}:{column}: {kind}: {printable(self.sentence)}\n"
            f"    {shown}\n"
            f"    {indent}{'^' * max(1, len(printable(marked)))}"
        )


class SchemaError(Exception):
    """One or more faults in schemas; `diagnostics` holds them in the order of the text."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=_place))
        super().__init__("\n".join(map(str, self.diagnostics)))


class UsageError(Exception):
    """A fault outside any schema: a missing file, a wrong setting, a read-only folder.

    `details` are lines to show below the sentence.
    """

    def __init__(self, sentence: str, details: str = "") -> None:
        self.sentence = sentence
        self.details = details
        super().__init__(f"{sentence}\n{details}" if details else sentence)


class SettingsError(UsageError):
    """One or more faults in settings; `diagnostics` holds them in the order of the text."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=_place))
        super().__init__("wrong settings", "\n".join(map(str, self.diagnostics)))


class Faults:
    """Collects diagnostics of one run, so that a user sees them all at once."""

    def __init__(self) -> None:
        self._diagnostics: list[Diagnostic] = []

    def report(self, span: Span, sentence: str) -> None:
        """Note a fault and go on."""
        self._diagnostics.append(Diagnostic(span, sentence))

    def warn(self, span: Span, sentence: str) -> None:
        """Note something odd that stops nobody."""
        self._diagnostics.append(Diagnostic(span, sentence, is_warning=True))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd, in the order of the text."""
        return tuple(sorted((d for d in self._diagnostics if d.is_warning), key=_place))

    def raise_if_any(self, kind: type[SchemaError | SettingsError] = SchemaError) -> None:
        """Raise an error with every fault that was noted."""
        faults = [d for d in self._diagnostics if not d.is_warning]
        if faults:
            raise kind(faults)


def _place(diagnostic: Diagnostic) -> tuple[str, int, str]:
    return diagnostic.span.source.path, diagnostic.span.start, diagnostic.sentence


def did_you_mean(wrong: str, full_names: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the one whose last part is nearest, if any."""
    full_name_by_last_part = {name.rpartition(".")[2]: name for name in sorted(set(full_names))}
    last_part = wrong.rpartition(".")[2]
    nearest = difflib.get_close_matches(last_part, full_name_by_last_part, n=1, cutoff=0.7)
    if not nearest:
        return ""
    full_name = full_name_by_last_part[nearest[0]]
    if full_name == wrong:
        return f": an inner scope has its first part; write '.{full_name}' to start outside"
    return f"; did you mean '{full_name}'?"


def whole(source: Source) -> Span:
    """The span to blame when nothing smaller is at fault: the first character of a file."""
    return Span(source, 0, 1)
