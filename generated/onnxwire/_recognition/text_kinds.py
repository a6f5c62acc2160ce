# Copied by wiregen from templates/runtime/_recognition/text_kinds.py; do not edit.
"""Recognizes text files: pointer files, HTML, JSON, programs, tables."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_SHOWN = 40

_COMMENTS = r"(?><!--[\s\S]*?-->\s*)*"
_XML = r"(<\?xml[^>]*>\s*)?"

# What a text begins with, what has it, and what to do with it; the first that fits counts.
_PATTERNS = [
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), kind)
    for pattern, *kind in (
        (r"version https://git-lfs", "a Git LFS pointer", "run: git lfs pull"),
        (r"(/|\.git/)annex/objects/", "a git-annex pointer", "run: git annex get"),
        (r"outs:\s+- (md5|hash|etag):", "a DVC pointer", "run: dvc pull"),
        (_COMMENTS + r"<(!doctype html|html|head|body)\b", "an HTML page", "download it again"),
        (_XML + r"<net\b", "the .xml part of an OpenVINO model"),
        (_XML + _COMMENTS + r"(<!doctype svg[^>]*>\s*)?<svg\b", "an SVG picture"),
        (r"<\?xml\b|<!doctype\b|<error>", "an XML document"),
        (r"<\s*ir_version\s*:", "a model in ONNX's own syntax", "read it with onnx.parser"),
        (r'\{\s*["}]|\[\s*(["{\[\]]|-?\d)', "JSON text"),
        (r"-----BEGIN ", "a PEM file, such as a key or certificate"),
        (r"#!.*python|(#.*\n|\s)*(import|from|def|class) [\w.]+", "a Python program"),
        (r"#!", "a script"),
        (r"7767517\s", "an ncnn .param file"),
        (r"tree\nversion=", "a LightGBM model"),
    )
]
_TITLE = re.compile(r"<title[^>]*>\s*(.*?)\s*</title>", re.IGNORECASE | re.DOTALL)
_SIZE = re.compile(r"^size (\d+)$", re.MULTILINE)
_DETAILS = {
    "a Git LFS pointer": (_SIZE, " to a file of {} bytes that was not fetched"),
    "an HTML page": (_TITLE, " ({!r})"),
}


def text_kind(start: bytes) -> tuple[str, str] | None:
    """Return what the beginning of a text file holds, and what to do with it; None if not text."""
    found = _text(start)
    if found is None:
        return None
    text, encoding = found
    kinds = (kind for pattern, kind in _PATTERNS if pattern.match(text))
    name, *advice = next(kinds, [_other_text(text)])
    name += _detail(text, name)
    if encoding:
        name, advice = f"{name} in {encoding}", [*advice, "save it as UTF-8"]
    return name, ", ".join(advice)


def _text(start: bytes) -> tuple[str, str] | None:
    """Return the beginning of a text file and its encoding, but for UTF-8; None if not text."""
    encoding = "UTF-16" if start.startswith(_UTF_16_MARKS) else ""
    try:
        # The last character may be cut.
        text = getincrementaldecoder(encoding or "utf-8-sig")().decode(start)
    except UnicodeDecodeError:
        text, encoding = start.decode("latin-1"), "an encoding other than UTF-8"
        if sum(map(str.isascii, text)) < 0.7 * len(text):
            return None
    is_text = all(letter >= " " and letter != "\x7f" or letter in "\t\r\n\f" for letter in text)
    return (text.strip(), encoding) if is_text and text else None


def _detail(text: str, name: str) -> str:
    """Return what a pointer says of its file, or a page of itself."""
    if name not in _DETAILS:
        return ""
    pattern, sentence = _DETAILS[name]
    found = pattern.search(text)
    return sentence.format(found[1][:_SHOWN]) if found else ""


def _other_text(text: str) -> str:
    lines = text.splitlines()[:3]
    counts = {line.count(",") for line in lines}
    kind = "a CSV table" if len(lines) > 1 and len(counts) == 1 and counts != {0} else "text"
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return f"{kind}: {shown!r}"
