"""Text of annotations stays text: what becomes code or a path is refused, the rest is escaped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.hostile_text import HOSTILE, PLAIN, elements_for_two_renderers
from wiregen.pipeline import outputs, reference
from wiregen.project import Package
from wiregen.source.diagnostics import SchemaError

SCHEMA = 'syntax = "proto2";\npackage p;\nmessage Herd { optional int32 count = 1; }\n'
RULE = 'package = "p"\n[[rule]]\nid = "Herd.1"\nstrength = "MUST"\nsays = "It is so."\n'
TEXTS = """package = "p"
document = [{ id = "d", name = TEXT, meaning = TEXT, url = "https://example.org" }]
enforcer = [{ id = "e", name = TEXT, meaning = TEXT }]
[[rule]]
id = "Herd.count.1"
strength = "MUST"
says = ENDED
enforced_by = ["e"]
origins = { d = TEXT }
[[section]]
id = "s"
message = "Herd"
text = { en = { title = TEXT, paragraphs = [TEXT] }, zh = { title = TEXT, paragraphs = [TEXT] } }
[language.zh]
name = TEXT
words = { Name = TEXT, Type = TEXT, Overview = TEXT, Reference = TEXT, Sources = TEXT }
meanings = { "Herd.count" = TEXT }
"""


def package(folder: Path, annotations: str) -> Package:
    (folder / "a.proto").write_text(SCHEMA)
    path = folder / "annotations.toml"
    path.write_text(annotations)
    features = ("text", "json", "rules", "explorer")
    return Package(
        "q",
        folder / "out",
        (folder,),
        ("a.proto",),
        base=folder,
        layer="onnx",
        features=features,
        annotations=path,
        reference=folder / "docs",
    )


@pytest.mark.parametrize(
    "name", ["x, print(1)", "x) or print(1", "a\nimport os", "a.b", "class", "", "x  # y", "1"]
)
def test_what_is_no_name_of_a_function_is_refused(name: str, tmp_path: Path) -> None:
    check = f'check = {{ kind = "hand_written", code = {json.dumps(name)} }}\n'
    with pytest.raises(SchemaError, match="expected the name of a function"):
        outputs(package(tmp_path, RULE + check))


@pytest.mark.parametrize("tag", ["../../x", "a/b", "a\nb", "a)b", "<b>", ""])
def test_what_is_no_tag_of_a_language_is_refused(tag: str, tmp_path: Path) -> None:
    language = f'package = "p"\n[language.{json.dumps(tag)}]\nname = "x"\n'
    with pytest.raises(SchemaError, match="expected the tag of a language"):
        reference(package(tmp_path, language))


def pages(folder: Path, text: str) -> dict[str, str]:
    written = TEXTS.replace("TEXT", json.dumps(text)).replace("ENDED", json.dumps(f"{text}."))
    (made,) = reference(package(folder, written))
    return {
        path.relative_to(folder).as_posix(): content.decode()
        for path, content in made.content_by_path.items()
    }


def test_pages_have_the_same_elements_for_two_renderers(tmp_path: Path) -> None:
    folders = tmp_path / "plain", tmp_path / "hostile"
    for folder in folders:
        folder.mkdir()
    plain, hostile = (pages(f, t) for f, t in zip(folders, (PLAIN, HOSTILE), strict=True))
    assert plain.keys() == hostile.keys()
    changed = [path for path in plain if path.endswith(".md") and plain[path] != hostile[path]]
    assert {"docs/overview.zh.md", "docs/rules.md", "docs/index.md"} <= set(changed)
    for path in changed:
        plain_elements = elements_for_two_renderers(plain[path])
        assert plain_elements == elements_for_two_renderers(hostile[path]), path
