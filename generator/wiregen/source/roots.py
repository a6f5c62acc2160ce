"""Import roots: the folders in which schema files and their imports are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wiregen.source.text import Source

# What file names of some systems cannot have, and what would have to be quoted in commands.
_REFUSED_IN_NAMES = frozenset("\\\"'`<>|:*?")


def fault_in_file_name(name: str) -> str:
    """Return why a schema file cannot have a name, seen from an import root; empty if it can."""
    for part in name.split("/"):
        if part in ("", ".", ".."):
            return f"expected a path without '.', '..' and empty parts, got '{name}'"
        if part[0] in " ." or part[-1] in " .":
            return f"a part of a path starts or ends with a dot or a space: '{name}'"
    odd = next((c for c in name if c in _REFUSED_IN_NAMES or not c.isprintable()), "")
    if odd:
        return f"the name of a schema holds no {_character_name(odd)}: '{name}'"
    return ""


def _character_name(character: str) -> str:
    return f"'{character}'" if character.isprintable() else f"character U+{ord(character):04X}"


@dataclass(frozen=True)
class ImportRoots:
    """Where imports are looked up: files at hand, folders in order; other names of one file.

    Paths are shown relative to `base`, so that messages do not depend on where a checkout
    lies. Files at hand lie in no folder: they come out of an archive.
    """

    folders: tuple[Path, ...]
    base: Path
    alias_by_name: Mapping[str, str] = field(default_factory=dict)
    data_by_name: Mapping[str, bytes] = field(default_factory=dict)

    def real_name(self, written: str) -> str:
        """The name of the file that an import means, once its alias is resolved."""
        return self.alias_by_name.get(written, written)

    def read(self, name: str) -> Source | None:
        """The text of a file, or None if no folder has it."""
        if name in self.data_by_name:
            return Source(name, name, *_text(self.data_by_name[name]))
        for folder in (*self.folders, well_known_folder()):
            path = folder / name
            if path.is_file():
                return source_of(name, path, self.base)
        return None


def well_known_folder() -> Path:
    """The folder of protobuf's own files (`google/protobuf/timestamp.proto` and others).

    They come with wiregen: in the installed package, or among the schemas of a checkout. A
    folder of imports that has files of these names goes first.
    """
    installed = Path(__file__).parents[1] / "well_known"
    checkout = Path(__file__).parents[3] / "schemas" / "protobuf"
    return installed if installed.is_dir() else checkout


def source_of(name: str, path: Path, base: Path) -> Source:
    """The text of a file, whose path is shown relative to a folder."""
    return Source(name, shown(path, base), *_text(path.read_bytes()))


def _text(data: bytes) -> tuple[str, bool]:
    """The text of some bytes, and whether a byte order mark stands before it."""
    # Strings may hold any bytes, so those that are no UTF-8 are kept, as surrogates.
    text = data.decode("utf-8", "surrogateescape")
    return text.removeprefix("\ufeff"), text.startswith("\ufeff")


def shown(path: Path, base: Path) -> str:
    """Return a path relative to a folder if it lies there."""
    try:
        return path.resolve().relative_to(base.resolve()).as_posix() or "."
    except ValueError:
        return path.as_posix()
