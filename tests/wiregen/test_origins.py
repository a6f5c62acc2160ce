"""`knowing_origin`: chosen messages of any schema know the file that they were read from."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from wiregen.output.writing import write
from wiregen.pipeline import outputs
from wiregen.project import Package
from wiregen.source.diagnostics import UsageError

SCHEMA = """syntax = "proto3";
package shelf;
message Shelf { repeated Book books = 1; Book first = 2; }
message Book { string origin = 1; repeated string _origin = 2; Shelf inner = 3; }
"""


def package(folder: Path, *knowing_origin: str) -> Package:
    (folder / "shelf.proto").write_text(SCHEMA)
    return Package(
        name="knowing_shelf",
        out=folder,
        roots=(folder,),
        schemas=("shelf.proto",),
        base=folder,
        knowing_origin=knowing_origin,
    )


def test_messages_keep_their_origin_in_copies_and_lose_it_with_their_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(outputs(package(tmp_path, "shelf.Book")))
    monkeypatch.syspath_prepend(str(tmp_path))
    made = importlib.import_module("knowing_shelf")
    origin_of_bytes = importlib.import_module("knowing_shelf._runtime.origin").origin_of_bytes
    data = made.Shelf(
        books=[{"origin": "a", "_origin_": ["b"]}], first={"inner": {"first": {"origin": "c"}}}
    ).SerializeToString()
    token = origin_of_bytes.set("here")
    shelf = made.Shelf.FromString(data)
    origin_of_bytes.reset(token)
    book = shelf.books[0]
    assert (book.origin, list(book._origin_)) == ("a", ["b"])
    assert book._origin == shelf.first.inner.first._origin == "here"
    copy, other, third = made.Shelf(books=[book]).books[0], made.Book(), made.Book(origin="c")
    other.CopyFrom(book)
    third.MergeFrom(book)
    assert copy._origin == other._origin == third._origin == "here"
    # Two that stood in different folders are merged: what is known stays.
    third._origin = "there"
    third.MergeFrom(book)
    assert third._origin == "there"
    assert book == made.Book.FromString(book.SerializeToString())
    other.ParseFromString(book.SerializeToString())
    book.Clear()
    assert other._origin is book._origin is made.Book()._origin is None
    assert not hasattr(made.Shelf(), "__dict__")
    for name in [name for name in sys.modules if name.startswith("knowing_shelf")]:
        del sys.modules[name]


def test_a_message_that_there_is_not_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="knowing_origin: no message is called 'shelf.Bok'"):
        outputs(package(tmp_path, "shelf.Bok"))
