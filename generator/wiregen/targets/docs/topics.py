"""The topic pages of the reference, in one table."""

from __future__ import annotations

from collections.abc import Iterator

from wiregen.targets.docs import (
    contradictions,
    examples,
    file_kinds,
    names,
    namespaces,
    numbers,
    rules,
    sources,
    tensors,
    variants,
    versions,
    wire_format,
)
from wiregen.targets.docs.material import Material
from wiregen.targets.docs.overview import overview_topics
from wiregen.targets.docs.remarks import CONTRADICTIONS_PATH, FILE_KINDS_PATH, NAMESPACES_PATH
from wiregen.targets.docs.topic import Topic
from wiregen.targets.places import RULES_PAGE

# What people come for, in the order of the first page.
SHELVES = (
    "I am new here",
    "I have a file",
    "I write a reader",
    "I look for a field",
    "What changed",
    "What it rests on",
)

_TOPICS = (
    Topic(
        FILE_KINDS_PATH,
        "Kinds of files",
        "I have a file",
        "Which messages a whole file can be, how to tell them apart, and what is no message.",
        file_kinds.file_kinds_view,
    ),
    Topic(
        wire_format.PATH,
        "Wire format",
        "I write a reader",
        "How messages become bytes: tags, varints, lengths, packed lists, what is absent.",
        wire_format.wire_format_view,
    ),
    Topic(
        RULES_PAGE,
        "Rules",
        "I write a reader",
        "What a file has to keep to beyond the schema, who says so and who enforces it.",
        rules.rules_view,
    ),
    Topic(
        tensors.PATH,
        "Tensors",
        "I write a reader",
        "Which field holds elements of which type, how many bits they have, and in what order.",
        tensors.tensors_view,
    ),
    Topic(
        examples.PATH,
        "Examples",
        "I write a reader",
        "Messages byte by byte, sound ones and others.",
        examples.examples_view,
    ),
    Topic(
        numbers.PATH,
        "Numbers and tags",
        "I look for a field",
        "Which field has a number or a tag, which numbers are free, and the bytes of tags.",
        numbers.numbers_view,
    ),
    Topic(
        names.PATH,
        "All names, A to Z",
        "I look for a field",
        "Every message, field, enum and value, in the order of the alphabet.",
        names.names_view,
    ),
    Topic(
        NAMESPACES_PATH,
        "Namespaces",
        "I look for a field",
        "Which fields hold names, and which of them must differ from each other.",
        namespaces.namespaces_view,
    ),
    Topic(
        versions.PATH,
        "Versions",
        "What changed",
        "How version numbers are read, and what each version and release changed.",
        versions.versions_view,
    ),
    Topic(
        variants.PATH,
        "Variants",
        "What changed",
        "What the variants of the schemas have in common, and since when.",
        variants.variants_view,
    ),
    Topic(
        CONTRADICTIONS_PATH,
        "Contradictions",
        "What it rests on",
        "Where sources disagree, what each of them says, and what the generated code does.",
        contradictions.contradictions_view,
    ),
    Topic(
        sources.PATH,
        "Sources",
        "What it rests on",
        "The files and documents that this reference was made of.",
        sources.sources_view,
    ),
)


def topics_with_views(material: Material) -> Iterator[tuple[Topic, object]]:
    """Yield the topics that there is something to say on, with their views."""
    for topic in (*overview_topics(material), *_TOPICS):
        view = topic.view(material)
        if view is not None:
            yield topic, view
