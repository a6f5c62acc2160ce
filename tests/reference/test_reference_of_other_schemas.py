"""Schemas of all kinds get sound pages: those of the corpora and of other people's packages."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from oracles.markdown_pages import MarkdownPage, read_pages
from wiregen.output.writing import write
from wiregen.pipeline import reference
from wiregen.project import Package

CORPUS = Path(__file__).parents[1] / "corpus"
SCHEMAS = sorted([*CORPUS.glob("valid/*.proto"), *CORPUS.glob("hostile/*.proto")])


def pages_of(names: list[str], root: Path, out: Path) -> dict[str, MarkdownPage]:
    package = Package("", out, (root,), tuple(names), base=root, reference=out)
    write(reference(package))
    return read_pages(out)


def faults_of(pages: dict[str, MarkdownPage]) -> list[str]:
    """Links into nothing, ids that occur twice, broken tables and stray tags."""
    faults = []
    for path, page in pages.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            found = found if target else path
            if not re.match(r"[a-z]+:", link) and (
                found not in pages or (anchor and anchor not in pages[found].ids)
            ):
                faults.append(f"{path}: {link}")
        faults += [f"{path}: {name} twice" for name, n in Counter(page.ids).items() if n > 1]
        faults += [f"{path}: <{tag}>" for tag in page.unbalanced]
        for table in page.tables:
            if len({len(row) for row in table}) != 1:
                faults.append(f"{path}: a row of another length below {table[0]}")
    return faults


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_pages_of_a_corpus_schema_are_sound(path: Path, tmp_path: Path) -> None:
    assert not faults_of(pages_of([path.name], path.parent, tmp_path))


def test_pages_of_googles_schemas_are_sound(tmp_path: Path) -> None:
    found = find_spec("google.api")
    assert found is not None and found.submodule_search_locations is not None
    root = Path(found.submodule_search_locations[0]).parents[1]
    names = sorted(
        path.relative_to(root).as_posix() for path in (root / "google/api").glob("*.proto")
    )
    assert len(names) > 20
    pages = pages_of(names, root, tmp_path)
    assert not faults_of(pages)
    assert len(pages) > 100
