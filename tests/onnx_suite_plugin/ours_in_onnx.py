"""A plugin of pytest that puts our classes into the `onnx` package before its tests import it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class Hidden:
    """Finds nothing of google's, whatever is installed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] == "google":
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


if os.environ.get("HIDE_GOOGLE"):
    sys.meta_path.insert(0, Hidden())

import onnxwire  # noqa: E402

onnxwire.install_as_onnx_pb2()

import onnx  # noqa: E402

assert vars(onnx)["ModelProto"] is onnxwire.ModelProto
