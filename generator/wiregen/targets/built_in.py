"""The targets that wiregen has of its own."""

from __future__ import annotations

from wiregen.targets.descriptors.target import DescriptorsTarget
from wiregen.targets.docs.target import DocsTarget
from wiregen.targets.python.target import PythonTarget
from wiregen.targets.target import Target

DOCS: Target = DocsTarget()
TARGETS: tuple[Target, ...] = (PythonTarget(), DOCS, DescriptorsTarget())
