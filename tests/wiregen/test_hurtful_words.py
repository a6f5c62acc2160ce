"""Hundreds of words as names of everything a schema names: all of the API works, as google's does."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from google.protobuf import json_format, text_format

from oracles.any_schema import filled, generate, our_classes, their_classes
from support.hurtful_words import MARK, words, write_schemas

WORDS = words()
NAME = "made_of_hurtful_words"


class Both:
    """The generated package and the classes of both sides, by the full name of ours."""

    def __init__(self, folder: Path) -> None:
        marked = folder / "marked"
        names = write_schemas(folder, str, WORDS)
        write_schemas(marked, lambda word: MARK + word, WORDS)
        self.package = generate(folder, NAME, *names)
        modules = self.package.messages.__path__[0]
        self.ours = our_classes(
            self.package,
            *sorted(path.stem for path in Path(modules).glob("[!_]*.py")),
            *sorted(path.stem for path in Path(modules).glob("_?*.py") if path.stem != "__init__"),
        )
        theirs = their_classes(marked, *names)
        self.theirs = {plain(name): message_class for name, message_class in theirs.items()}

    def pairs(self) -> Iterator[tuple[str, Any, Any]]:
        """The classes of ours and of google's, with random content in google's."""
        for name, theirs in self.theirs.items():
            yield name, self.ours[name], filled(Random(name), theirs)


def plain(text: Any) -> Any:
    """Text, or the texts of a mapping, without the marks."""
    if isinstance(text, str):
        return text.replace(MARK, "")
    if isinstance(text, dict):
        return {plain(key): plain(value) for key, value in text.items()}
    return list(map(plain, text)) if isinstance(text, list) else text


@pytest.fixture(scope="module", name="both")
def both_(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return Both(tmp_path_factory.mktemp("words"))


def test_there_are_hundreds_of_words_and_a_class_for_each_message(both: Both) -> None:
    assert len(WORDS) > 400
    assert both.ours.keys() == both.theirs.keys()
    assert len(both.ours) > 1500


def test_names_are_those_of_the_schema(both: Both) -> None:
    for name, theirs in both.theirs.items():
        ours, described = both.ours[name].DESCRIPTOR, theirs.DESCRIPTOR
        assert [field.name for field in ours.fields] == plain([f.name for f in described.fields])
        assert list(ours.oneofs_by_name) == plain([oneof.name for oneof in described.oneofs])
        for field in ours.fields:
            if field.enum_type is not None:
                wanted = described.fields_by_number[field.number].enum_type
                values = {plain(value.name): value.number for value in wanted.values}
                enum = field.enum_type.enum
                assert dict(enum.items()) == values and enum.keys() == list(values), name
                for word, number in values.items():
                    assert enum.Value(word) == number and enum.Name(number) == word, name


def test_bytes_text_and_json_agree_with_google(both: Both) -> None:
    ours_text, ours_json = both.package.text_format, both.package.json_format
    for name, message_class, theirs in both.pairs():
        data = theirs.SerializeToString(deterministic=True)
        message = message_class.FromString(data)
        assert message.SerializeToString() == data, name
        assert message.ByteSize() == len(data) and message.IsInitialized(), name
        text = ours_text.MessageToString(message)
        for ours_shown, shown in (
            (text, text_format.MessageToString(theirs)),
            (str(message), str(theirs)),
        ):
            # The entries of maps may stand in another order.
            assert sorted(ours_shown.splitlines()) == sorted(plain(shown).splitlines()), name
        assert ours_text.Parse(text, message_class()) == message, name
        wanted = json_format.MessageToDict(theirs, preserving_proto_field_name=True)
        found = ours_json.MessageToDict(message, preserving_proto_field_name=True)
        assert found == plain(wanted), name
        fields = message.DESCRIPTOR.fields
        if len({field.json_name for field in fields}) == len(fields):
            assert ours_json.ParseDict(found, message_class()) == message, name
            json = ours_json.MessageToJson(message)
            assert ours_json.Parse(json, message_class()) == message, name


def test_fields_are_set_asked_and_cleared_by_name(both: Both) -> None:
    for name, message_class, theirs in both.pairs():
        message = message_class.FromString(theirs.SerializeToString())
        values = {field.name: value for field, value in message.ListFields()}
        attributes = {field.attribute: value for field, value in message.ListFields()}
        assert list(values) == plain([field.name for field, _ in theirs.ListFields()]), name
        assert message_class(**values) == message_class(**attributes) == message, name
        by_attribute = message_class()
        for attribute, value in attributes.items():
            setattr(by_attribute, attribute, value)
        assert by_attribute == message, name
        for field in theirs.DESCRIPTOR.fields:
            if field.has_presence:
                assert message.HasField(plain(field.name)) == theirs.HasField(field.name), name
        for oneof in theirs.DESCRIPTOR.oneofs:
            assert message.WhichOneof(plain(oneof.name)) == plain(theirs.WhichOneof(oneof.name))
        for field_name in values:
            message.ClearField(field_name)
        assert message == message_class() and not message.ListFields(), name


def test_messages_are_copied_merged_compared_and_shown(both: Both) -> None:
    for name, message_class, theirs in both.pairs():
        message = message_class.FromString(theirs.SerializeToString())
        for made in (copy.copy(message), copy.deepcopy(message), message_class()):
            made.CopyFrom(message)
            assert (made == message, made != message) == (True, False), name
        merged = type(theirs)()
        merged.CopyFrom(theirs)
        merged.MergeFrom(theirs)
        made.MergeFrom(message)
        again = type(theirs).FromString(made.SerializeToString())
        assert again == merged, name
        assert made.MergeFromString(b"") == 0 and message_class.__name__ in repr(made), name
        made.ParseFromString(message.SerializeToString())
        made.DiscardUnknownFields()
        assert made == message, name
        made.Clear()
        assert made.FindInitializationErrors() == plain(type(theirs)().FindInitializationErrors())


def test_messages_are_pickled(both: Both) -> None:
    # What a pickle names must be found by import.
    sys.path.insert(0, str(Path(both.package.__path__[0]).parent))
    try:
        for name, message_class, theirs in both.pairs():
            message = message_class.FromString(theirs.SerializeToString())
            assert pickle.loads(pickle.dumps(message)) == message, name
    finally:
        sys.path.pop(0)
