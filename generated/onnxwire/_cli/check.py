# Copied by wiregen from templates/onnx/_cli/check.py; do not edit.
"""`onnxwire check`: report rule violations as text or JSON."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import IO, Any

from .._files.files import load
from .._files.resemblance import ROOTS
from .._rules.checking import broken_rules
from .._rules.findings import Finding
from .._rules.newer import newer_features
from .._rules.since import RELEASES
from .._runtime.errors import DecodeError
from .._runtime.message import Message
from .._text.terminal import printable
from ..messages.onnx import ModelProto
from .commands import refuse_unused, report, whole_number
from .convert import TYPE_BY_NAME
from .standard_streams import shown_path, source_of

_CODES = """\
exit codes: 0 no rule is broken (that says MUST); 1 one is; 2 a file could not be opened;
3 a file is damaged, or holds nothing of ONNX"""
_MOST = 5
_BROKEN, _UNREADABLE, _DAMAGED = 1, 2, 3


def add_check_command(commands: Any) -> None:
    """Add the command to those of a parser."""
    parser = commands.add_parser(
        "check",
        help="the rules that a file breaks, and where",
        description="Say which rules of ONNX a file breaks, and where.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a model, a tensor, other values; - for standard input",
    )
    parser.add_argument(
        "--as",
        dest="message",
        metavar="TYPE",
        choices=TYPE_BY_NAME,
        help=f"what it holds: {', '.join(TYPE_BY_NAME)}",
    )
    parser.add_argument("--all", action="store_true", help="warnings too: rules that say SHOULD")
    parser.add_argument(
        "--ir",
        type=_ir_version,
        metavar="N",
        help=f"tell what readers of IR version N, 1 to {max(RELEASES)}, do not know, too",
    )
    parser.add_argument(
        "--most",
        type=whole_number,
        metavar="N",
        help=f"findings shown of each rule ({_MOST}); 0: all",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.format == "json":
        refuse_unused(options, "most", "with --format json, which has all findings")
    most = _MOST if options.most is None else options.most
    code = 0
    reports = []
    for path in options.files:
        try:
            message = _opened(path, options)
        except (DecodeError, OSError) as error:
            is_read = isinstance(error, DecodeError)
            report(str(error) if is_read else f"{path}: {getattr(error, 'strerror', '')}")
            code = max(code, _DAMAGED if is_read else _UNREADABLE)
            continue
        findings = _findings(message, path, options)
        name = type(message).__qualname__
        if options.format == "json":
            listed = list(findings)
            reports.append(
                {"file": shown_path(path), "reading": name, "findings": [asdict(f) for f in listed]}
            )
            codes = {_code_of(finding) for finding in listed}
        else:
            codes = _show(findings, shown_path(path), name, most)
        code = max((code, *codes))
    if options.format == "json":
        print(json.dumps(reports, indent=2))
    return code


def _opened(path: str, options: argparse.Namespace) -> Message:
    """Return the message in a file: of those that it can be, the first that breaks no rule."""
    source = source_of(path)
    if options.message is not None:
        return _loaded(source, TYPE_BY_NAME[options.message])
    opened: list[Message] = []
    errors: list[DecodeError] = []
    for root in ROOTS:
        try:
            opened.append(_loaded(source, root))
        except DecodeError as error:
            errors.append(error)
            continue
        # Nothing else looks like a model with a graph.
        is_sure = root is ModelProto and opened[-1].HasField("graph")
        if is_sure or not any(f.level == "error" for f in broken_rules(opened[-1])):
            return opened[-1]
    if not opened:
        raise errors[0]
    return opened[0]


def _loaded(source: str | IO[bytes], message_type: type[Any]) -> Message:
    if not isinstance(source, str):
        source.seek(0)
    message: Message = load(source, message_type)
    return message


def _ir_version(text: str) -> int:
    newest = max(RELEASES)
    if not text.isdecimal() or not 0 < int(text[:9]) <= newest:
        raise argparse.ArgumentTypeError(f"expected an IR version from 1 to {newest}, got {text!r}")
    return int(text)


def _findings(message: Message, path: str, options: argparse.Namespace) -> Iterator[Finding]:
    folder = os.path.dirname(os.path.abspath(path))
    yield from broken_rules(message, warnings=options.all, folder=folder)
    if options.ir is not None:
        yield from newer_features(message, options.ir)


def _show(findings: Iterator[Finding], path: str, name: str, most: int) -> set[int]:
    """Print findings as they come; the exit codes that they ask for."""
    codes = set()
    levels: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    print(f"{printable(path)}: {name}")
    for finding in findings:
        codes.add(_code_of(finding))
        levels[finding.level] += 1
        counts[finding.rule or finding.code] += 1
        if not most or counts[finding.rule or finding.code] <= most:
            where = ".".join(filter(None, (name, finding.path)))
            print(f"  {finding.level}: {printable(f'{where}: {finding.sentence}')}")
            if finding.link:
                print(f"    {finding.link}")
    for rule, count in counts.items():
        if most and count > most:
            print(f"  {count - most} more like these: {rule}")
    shown = (f"{levels[level]} {level}{'s' * (levels[level] > 1)}" for level in levels)
    print(f"  {', '.join(shown) or 'no rule is broken'}")
    return codes


def _code_of(finding: Finding) -> int:
    if finding.code == "damaged":
        return _DAMAGED
    return _BROKEN if finding.level == "error" else 0
