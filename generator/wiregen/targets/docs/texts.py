"""The reference as files: a folder and material in, the text of each file out."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from wiregen.targets.docs.anchors import LOCK, check_nothing_lost, lock_text
from wiregen.targets.docs.manifest import MANIFEST, manifest_text
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.reference import reference_pages
from wiregen.targets.python.outputs import reference_outputs


def reference_texts(folder: Path, material: Material, command: str) -> dict[Path, str]:
    """All files of the reference; UsageError if an id that is listed on disk got lost."""
    outputs = reference_outputs(folder, reference_pages(material))
    texts = {output.path: output.text(command) for output in outputs}
    pages = {path.relative_to(folder).as_posix(): text for path, text in texts.items()}
    lock = lock_text(pages, command)
    if (folder / LOCK).is_file():
        before = (folder / LOCK).read_text(encoding="utf-8")
        check_nothing_lost(before, lock, PurePosixPath(folder.name, LOCK))
    return {
        **texts,
        folder / MANIFEST: manifest_text(material, command),
        folder / LOCK: lock,
    }
