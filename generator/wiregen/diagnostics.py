"""Errors about schemas: a span and one sentence in, `path:line:col`, the line and a caret out.

House style for sentences: lower case, no full stop, the smallest span that is wrong,
what was expected and what was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wiregen.source import Source, Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault in a schema."""

    span: Span
    sentence: str

    def __str__(self) -> str:
        source = self.span.source
        line, column = source.line_and_column(self.span.start)
        text = source.line_text(line)
        # Tabs stay tabs under the line, so that the caret stands where the eye expects it.
        indent = "".join("\t" if letter == "\t" else " " for letter in text[: column - 1])
        width = max(1, min(self.span.end - self.span.start, len(text) - column + 1))
        return (
            f"{source.path}:{line}:{column}: error: {self.sentence}\n"
            f"    {text}\n"
            f"    {indent}{'^' * width}"
        )


class SchemaError(Exception):
    """One or more faults in schemas; `diagnostics` holds them in the order of the text."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=_place))
        super().__init__("\n".join(map(str, self.diagnostics)))


class UsageError(Exception):
    """A fault outside any schema: a missing file, a wrong setting, a folder that cannot be written."""


class Faults:
    """Collects diagnostics of one run, so that a user sees them all at once."""

    def __init__(self) -> None:
        self._diagnostics: list[Diagnostic] = []

    def report(self, span: Span, sentence: str) -> None:
        """Note a fault and go on."""
        self._diagnostics.append(Diagnostic(span, sentence))

    def raise_if_any(self) -> None:
        """Raise a SchemaError with everything that was noted."""
        if self._diagnostics:
            raise SchemaError(self._diagnostics)


def _place(diagnostic: Diagnostic) -> tuple[str, int, str]:
    return diagnostic.span.source.path, diagnostic.span.start, diagnostic.sentence


def whole(source: Source) -> Span:
    """The span to blame when nothing smaller is at fault: the first character of a file."""
    return Span(source, 0, 1)
