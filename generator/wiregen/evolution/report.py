"""Reports changes between two schemas as text, Markdown or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wiregen.evolution.changes import Change
from wiregen.evolution.classification import Finding
from wiregen.evolution.comparison import Comparison
from wiregen.evolution.compatibility import Effect, Rule
from wiregen.evolution.facts import Aspect, Declared, Element
from wiregen.evolution.partial_reading import NotRead

FORMS = ("text", "markdown", "json")


def comparison_report(found: Comparison, form: str) -> str:
    """The findings in one of the forms, the worst first, and what was not compared."""
    if form == "json":
        report = _json(found.findings) | {
            "not_compared": list(map(_json_of_file, _left_out(found)))
        }
        return json.dumps(report, indent=2, ensure_ascii=False) + "\n"
    lines = (
        [*_markdown_lines(found.findings), *_markdown_lines_of_files(found)]
        if form == "markdown"
        else [*_text_lines_of_files(found), *_text_lines(found.findings)]
    )
    return "\n".join(lines) + "\n"


def change_report(findings: Sequence[Finding]) -> str:
    """The findings as text, the worst first."""
    return comparison_report(Comparison(tuple(findings)), FORMS[0])


def worst_effect(findings: Iterable[Finding]) -> Effect | None:
    """The worst that any finding does."""
    effects = (finding.rule.worst for finding in findings)
    return max(effects, key=lambda effect: effect.severity, default=None)


def _text_lines(findings: Sequence[Finding]) -> Iterator[str]:
    for rule, found in _by_rule(findings).items():
        yield f"{_effects_text(rule)}: {rule.id}"
        yield f"  {rule.sentence}"
        for finding in found:
            yield f"  {_line(finding.change)}"
            for part in finding.parts:
                yield f"    {'  ' * _depth(finding, part)}{part.text}"
        yield ""
    yield _summary(findings)


def _markdown_lines(findings: Sequence[Finding]) -> Iterator[str]:
    yield f"{_summary(findings)}."
    for rule, found in _by_rule(findings).items():
        yield ""
        yield f"### {_effects_text(rule)}: {rule.id}"
        yield ""
        yield rule.sentence
        yield ""
        for finding in found:
            yield f"- `{_line(finding.change)}`"
            for part in finding.parts:
                yield f"{'  ' * _depth(finding, part)}- `{part.text}`"


def _left_out(found: Comparison) -> Iterator[tuple[str, NotRead]]:
    """The files that were not read, each with the version that it belongs to."""
    both = [file for file in found.not_read_of_old if file in found.not_read_of_new]
    for version, files in (
        ("both", both),
        ("old", found.not_read_of_old),
        ("new", found.not_read_of_new),
    ):
        yield from ((version, file) for file in files if files is both or file not in both)


_NOT_COMPARED = {
    False: "not compared, since they cannot be read",
    True: "not compared, since other files declare the same",
}


def _text_lines_of_files(found: Comparison) -> Iterator[str]:
    for is_double, sentence in _NOT_COMPARED.items():
        files = [pair for pair in _left_out(found) if pair[1].is_double is is_double]
        if files:
            yield f"{sentence}:"
            yield from (f"  {version}: {file.fault}" for version, file in files)
            yield ""


def _markdown_lines_of_files(found: Comparison) -> Iterator[str]:
    for is_double, sentence in _NOT_COMPARED.items():
        files = [pair for pair in _left_out(found) if pair[1].is_double is is_double]
        if files:
            yield from ("", f"### {sentence[0].upper()}{sentence[1:]}", "")
            yield from (f"- {version}: `{file.fault}`" for version, file in files)


def _json_of_file(pair: tuple[str, NotRead]) -> dict[str, Any]:
    version, file = pair
    return {
        "version": version,
        "file": file.name,
        "fault": file.fault,
        "is_double": file.is_double,
    }


def _json(findings: Sequence[Finding]) -> dict[str, Any]:
    worst = worst_effect(findings)
    return {
        "worst": worst.value if worst is not None else None,
        "changes": [
            {
                "rule": finding.rule.id,
                "effects": [effect.value for effect in finding.rule.effects],
                "why": finding.rule.sentence,
                "element": finding.change.declared.element.value,
                "symbol": finding.change.declared.name,
                "aspect": finding.change.aspect.value,
                "before": finding.change.before,
                "after": finding.change.after,
                "parts": [
                    {"element": part.element.value, "symbol": part.name, "declaration": part.text}
                    for part in finding.parts
                ],
            }
            for rule_findings in _by_rule(findings).values()
            for finding in rule_findings
        ],
    }


def _by_rule(findings: Iterable[Finding]) -> Mapping[Rule, list[Finding]]:
    """The findings of each rule, those that do the worst first."""
    found: dict[Rule, list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: -finding.rule.worst.severity):
        found.setdefault(finding.rule, []).append(finding)
    return found


def _effects_text(rule: Rule) -> str:
    return ", ".join(effect.value for effect in rule.effects)


def _line(change: Change) -> str:
    """A change in one line: what it is about, before and after."""
    name, element = change.declared.name, change.declared.element
    if change.aspect is Aspect.EXISTENCE:
        return f"{'+' if change.is_addition else '-'} {_declared_text(change.declared)}"
    if change.aspect is Aspect.NAME:
        return f"{element.value} {change.before} -> {change.after}"
    before, after = change.before or "none", change.after or "none"
    return f"{element.value} {name}: {change.aspect.value} {before} -> {after}"


def _declared_text(declared: Declared) -> str:
    if declared.element in (Element.FIELD, Element.VALUE, Element.EXTENSION, Element.METHOD):
        return f"{declared.owner}: {declared.text}"
    return f"{declared.element.value} {declared.name}"


def _depth(finding: Finding, part: Declared) -> int:
    """How deep a part stands in what was added or removed, counted from 1."""
    return part.owner.count(".") - finding.change.declared.name.count(".") + 1


def _summary(findings: Sequence[Finding]) -> str:
    """How many changes there are, and of how many kinds each."""
    if not findings:
        return "no changes"
    counts = []
    for effect in reversed(Effect):
        count = sum(finding.rule.worst is effect for finding in findings)
        if count:
            counts.append(f"{count} {effect.value}")
    return f"{len(findings)} change{'s' * (len(findings) > 1)}: {', '.join(counts)}"
