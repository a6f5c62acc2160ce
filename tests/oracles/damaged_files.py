"""Damaged messages by number: always the same bytes for the same number."""

from __future__ import annotations

from functools import cache
from random import Random

from .made_messages import made_messages
from .message_types import MESSAGE_TYPES, MessageType
from .mutations import mutated
from .real_files import real_files

# Small files are damaged where it matters more often, and are read faster.
LARGEST = 5000
# A case has its seed from its number, so that any of them can be run again alone.
SEED = 20261130


@cache
def whole_messages() -> list[tuple[str, MessageType, bytes]]:
    """The small files, half of what is damaged, and made messages, which set every field."""
    files = [(str(file), file.message_type, file.data) for file in real_files()]
    made = [(f"made {kind}", kind, data) for kind, data in made_messages(12)]
    return [item for item in files + made if 0 < len(item[2]) <= LARGEST]


def damaged(number: int) -> tuple[str, MessageType, bytes]:
    """A case by its number: what it is, how to decode it, its bytes."""
    random = Random(f"{SEED}:{number}")
    name, message_type, whole = random.choice(whole_messages())
    data = mutated(random, message_type.theirs.DESCRIPTOR, whole)
    if not random.randrange(20):
        # Something else altogether: nearly every field is unknown or of another wire type.
        message_type = random.choice(MESSAGE_TYPES)
    return f"case {number}, {name} as {message_type}: {data.hex()}", message_type, data
