"""Decoding and encoding again, with the three ways in which that can end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from google.protobuf.message import DecodeError as TheirDecodeError

from onnxwire import DecodeError as OurDecodeError
from onnxwire._runtime.untouched import is_untouched

from .untouched_decoding import everything


@dataclass(frozen=True)
class Rejection:
    """The bytes are no message, and were refused in the way that is promised."""

    error: Any


@dataclass(frozen=True)
class Bug:
    """An exception that the implementation must never raise."""

    error: Exception


def roundtrip(message_class: type[Any], data: bytes) -> bytes | Rejection | Bug:
    """Decode and encode again, with a class of ours or of google's.

    What is untouched is written as it is, and then touched.
    """
    try:
        message = message_class.FromString(data)
    except (OurDecodeError, TheirDecodeError) as error:
        return Rejection(error)
    except Exception as error:
        return Bug(error)
    try:
        if is_untouched(message):
            assert message.SerializeToString() == data
            for _ in everything(message):
                pass
        again: bytes = message.SerializeToString()
    except Exception as error:
        return Bug(error)
    return again
