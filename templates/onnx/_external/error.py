"""The error for external data, which names tensor and file."""

from __future__ import annotations

from .._tensors.error import TensorError

_MOST_SHOWN = 200


class ExternalDataError(TensorError):
    """External data that cannot be read, or may not be, or cannot be written.

    `path` names the tensor, `location` is what it says of the file, as it stands in the model.
    """

    def __init__(self, reason: str, path: str = "", location: str | None = None) -> None:
        where = "" if location is None else f"external data {_shown(location)}: "
        super().__init__(f"{where}{reason}", path)
        self.reason = reason
        self.location = location


def _shown(location: str) -> str:
    # Escaped: the text is from the model, and may drive a terminal.
    shown = ascii(location[:_MOST_SHOWN])
    return shown if len(location) <= _MOST_SHOWN else f"{shown}..."
