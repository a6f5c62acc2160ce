"""Names that protobuf derives: JSON names, map entries, synthetic oneofs."""

from __future__ import annotations

from wiregen.schema import ir


def json_name(name: str) -> str:
    """The name that JSON uses for a field: lowerCamelCase, by protobuf's own algorithm."""
    letters: list[str] = []
    is_after_underscore = False
    for letter in name:
        if letter == "_":
            is_after_underscore = True
            continue
        letters.append(letter.upper() if is_after_underscore and letter.isascii() else letter)
        is_after_underscore = False
    return "".join(letters)


def entry_name(name: str) -> str:
    """The name of the message that holds the entries of a map, by protobuf's own algorithm."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_")) + "Entry"


def own_oneof_by_field(message: ir.Message) -> dict[str, str]:
    """The oneof that descriptors give each `optional` field of proto3, by the field's name.

    Such a oneof has the field's name with an underscore before it, and as many X as it takes
    to be the only one.
    """
    taken = {field.name for field in message.fields} | {oneof.name for oneof in message.oneofs}
    oneof_by_field: dict[str, str] = {}
    for field in message.fields:
        if not field.is_proto3_optional:
            continue
        name = field.name if field.name.startswith("_") else f"_{field.name}"
        while name in taken:
            name = f"X{name}"
        taken.add(name)
        oneof_by_field[field.name] = name
    return oneof_by_field
