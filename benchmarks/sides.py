"""Who is measured: names in, and out how each side's process is started."""

from __future__ import annotations

from dataclasses import dataclass

from betterproto2_code import PACKAGE


@dataclass(frozen=True)
class Side:
    """One library, or one way to use it."""

    title: str
    module: str  # of this folder: how it does the jobs
    package: str  # what a user imports
    core: str  # what must be at work
    needs: str = ""  # a module without which the side is left out
    environment: tuple[tuple[str, str], ...] = ()
    # What says little of a side, or would take it minutes.
    left_out: frozenset[str] = frozenset()


GROWTH = frozenset(("grow-20", "grow-40", "grow-200"))
SIDES = {
    "onnxwire": Side("onnxwire", "side_onnxwire", "onnxwire", "python"),
    "onnx": Side("`onnx`, its functions", "side_onnx", "onnx", "upb"),
    "classes": Side(
        "`onnx`, its classes alone",
        "side_classes",
        "onnx",
        "upb",
        left_out=GROWTH | {"j"},  # importing them is importing `onnx`
    ),
    "python": Side(
        "google's pure Python",
        "side_classes",
        "onnx",
        "python",
        left_out=GROWTH,
        environment=(("PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION", "python"),),
    ),
    "betterproto2": Side(
        "betterproto2",
        "side_betterproto2",
        f"{PACKAGE}.onnx",
        "python",
        needs="betterproto2_compiler",
        left_out=GROWTH,
    ),
}
