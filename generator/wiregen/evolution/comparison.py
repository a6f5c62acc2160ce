"""Compares two versions of a schema, as far as both can be read."""

from __future__ import annotations

from dataclasses import dataclass

from wiregen.evolution.classification import Finding, classify
from wiregen.evolution.facts import Aspect, Element
from wiregen.evolution.partial_reading import NotRead
from wiregen.evolution.versions import Version


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes, and the files of each version that could not be compared.

    `is_complete` tells that nothing can have changed in those files.
    """

    findings: tuple[Finding, ...]
    not_read_of_old: tuple[NotRead, ...] = ()
    not_read_of_new: tuple[NotRead, ...] = ()
    is_complete: bool = True


def compared(old: Version, new: Version) -> Comparison:
    """What changed from one version to the other.

    A file that cannot be read in one of them is left out of both, lest all that it declares
    count as added or removed.
    """
    before, after = old.read_what_can_be_read(), new.read_what_can_be_read()
    not_read = (*before.not_read, *after.not_read)
    faulty = {file.name for file in not_read if not file.is_double}
    findings = classify(before.declared(without=faulty), after.declared(without=faulty))
    if old.is_one_file and new.is_one_file:
        # What two single files are called is no difference between them.
        findings = tuple(found for found in findings if not _is_name_of_file(found))
    data_of_old, data_of_new = old.roots.data_by_name, new.roots.data_by_name
    is_complete = all(data_of_old.get(name) == data_of_new.get(name) for name in faulty)
    return Comparison(findings, before.not_read, after.not_read, is_complete)


def _is_name_of_file(found: Finding) -> bool:
    change = found.change
    return change.declared.element is Element.FILE and change.aspect is Aspect.NAME
