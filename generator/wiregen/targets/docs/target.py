"""The docs target: a reference in Markdown, with its manifest and the list of its ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from wiregen.output.escaping import MARKDOWN_FILTERS
from wiregen.output.rendering import Output, render
from wiregen.project import Package
from wiregen.targets.docs.anchors import LOCK, check_nothing_lost, lock_text
from wiregen.targets.docs.manifest import MANIFEST, manifest_text
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.reference import reference_pages
from wiregen.targets.target import Binding, Inputs


class DocsTarget:
    """Writes the reference if the settings name a folder for it."""

    name = "docs"

    def folder(self, settings: Package) -> Path | None:
        """Return the folder of the reference."""
        return settings.reference

    def bindings(self, inputs: Inputs) -> Mapping[str, Binding]:
        """Return nothing: a reference names declarations as the schema does."""
        return {}

    def outputs(self, inputs: Inputs) -> Iterator[Output]:
        """Yield the files of the reference; UsageError if an id that is listed on disk got lost."""
        folder = inputs.settings.reference
        if folder is None:
            return
        material = Material.of(inputs)
        text_by_page = {
            page.path: render(page.template, MARKDOWN_FILTERS, **page.views)
            for page in reference_pages(material)
        }
        lock = lock_text(text_by_page)
        _check_nothing_lost(folder, lock)
        for path, text in text_by_page.items():
            yield Output(folder / path, finished=text)
        yield Output(folder / MANIFEST, finished=manifest_text(material))
        yield Output(folder / LOCK, finished=lock)


def _check_nothing_lost(folder: Path, lock: str) -> None:
    path = folder / LOCK
    if path.is_file():
        before = path.read_text(encoding="utf-8")
        check_nothing_lost(before, lock, PurePosixPath(folder.name, LOCK))
