"""Schema files in a git revision, named `REV:path`."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path, PurePosixPath

from wiregen.evolution.archives import SUFFIX
from wiregen.source.diagnostics import UsageError


def files_in_revision(place: str, folder: Path) -> tuple[dict[str, bytes], str]:
    """The `.proto` files below a path of a revision, and the name of the one that it is, if any.

    Beside a single file stand the others of its folder, which it may import. Paths start
    where git's do: at the top of the repository, or with `./` in the folder.
    """
    kind = _git(folder, "cat-file", "-t", place).decode().strip()
    if kind == "tree":
        return _in_tree(folder, place), ""
    revision, _, path = place.partition(":")
    name = PurePosixPath(path).name
    parent = path.removesuffix(name) or "./" * path.startswith("./")
    return _in_tree(folder, f"{revision}:{parent}"), name


def _in_tree(folder: Path, place: str) -> dict[str, bytes]:
    # From a folder inside, git looks for the folder in the tree that it is to put out.
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    tree = _git(folder, "rev-parse", place).decode().strip()
    with tarfile.open(fileobj=io.BytesIO(_git(top, "archive", "--format=tar", tree))) as files:
        return {
            member.name: data.read()
            for member in files
            if member.name.endswith(SUFFIX) and (data := files.extractfile(member)) is not None
        }


def _git(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(("git", *words), cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"cannot run git: {error.strerror}") from None
    if done.returncode != 0:
        sentence = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise UsageError(f"git {words[0]}: {sentence}")
    return done.stdout
