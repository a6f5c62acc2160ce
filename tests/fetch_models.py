"""Fetches real models from wheels on PyPI into build/models."""

from __future__ import annotations

from wheels import BUILD, fetch

MODELS = BUILD / "models"
# Exports of PyTorch, TensorFlow and PaddlePaddle, from speech, files, text, pictures and music.
WHEELS = (
    "silero-vad==6.2.3",
    "magika==1.0.3",
    "rapidocr-onnxruntime==1.4.4",
    "nudenet==3.4.2",
    "basic-pitch==0.4.0",
)


def main() -> None:
    """Fetch what is not there yet and list all models."""
    for requirement in WHEELS:
        fetch(requirement, MODELS / requirement.replace("==", "-"), (".onnx",), "3.11")
    for path in sorted(MODELS.rglob("*.onnx")):
        print(f"{path.stat().st_size:>12,}  {path.relative_to(MODELS)}")


if __name__ == "__main__":
    main()
