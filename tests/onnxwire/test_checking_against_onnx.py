"""`check` beside the ONNX checker, on messages with a change or two: where the two differ, why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import onnx

from onnxwire import check
from onnxwire._rules.findings import Finding
from onnxwire._rules.rules import RULES
from oracles.checker_cases import REFUSED, SOUND
from oracles.message_types import BY_NAME
from oracles.mutated_messages import mutated
from oracles.real_files import real_files

RULE_BY_ID = {rule.id: rule for rule in RULES}
CHECKERS: dict[str, Callable[[Any], object]] = {
    "ModelProto": onnx.checker.check_model,
    "TensorProto": onnx.checker.check_tensor,
    "SparseTensorProto": onnx.checker.check_sparse_tensor,
    "AttributeProto": onnx.checker.check_attribute,
}
COUNT = 1500
LARGEST = 20_000

# What the ONNX checker refuses and we do not, by its words.
REFUSED_BY_ONNX_ALONE = {
    # The definitions of operators, which no file holds: the rules NodeProto.2 and NodeProto.3.
    r"No Op registered for": "an operator that ONNX does not define",
    r"Unrecognized attribute": "an attribute that the operator does not have",
    r"Required attribute": "an attribute that the operator has to have",
    r"(?:in|out)put size \d+ not in range": "numbers of values",
    r"is marked single but has an empty string": "an input that the operator has to have",
    r"is deprecated in domain_version": "an operator that was given up",
    r"not compatible with the version imported by model": "the rule ModelProto.functions.3",
    # Rules that say SHOULD.
    r"duplicate keys in metadata_props": "ModelProto.metadata_props.1 is a warning",
    # ONNX's own domain has two names, which the ONNX checker takes for two domains here.
    r"No opset import for domain 'ai\.onnx'": "a node that spells out the domain",
    r"No Opset registered for domain": "a function whose import spells out the domain",
}
# An attribute alone may belong to a node in a graph that has the value, in a model that imports
# the domain.
OF_ATTRIBUTES_ALONE = r"must be topologically sorted|No opset import for domain"


def is_explained_refusal(words: str, message: Any) -> bool:
    """True if it is known why the ONNX checker refuses a message, and we do not."""
    if message.DESCRIPTOR.name == "AttributeProto" and re.search(OF_ATTRIBUTES_ALONE, words):
        return True
    return any(re.search(known, words) for known in REFUSED_BY_ONNX_ALONE)


def is_explained(finding: Finding, message: Any) -> bool:
    """True if the ONNX checker lets pass what a finding tells, as far as is known."""
    rule = RULE_BY_ID[finding.rule]
    if "ONNX checker" not in rule.enforcers or rule.extent:
        return True
    # It looks at functions from IR version 8 on, and never at the defaults of their parameters,
    # at what stands beside a graph's nodes, or at training.
    is_early = finding.path.startswith("functions") and message.ir_version < 8
    beside = ("attribute_proto", "value_info", "training_info", "quantization_annotation")
    return is_early or any(word in finding.path for word in beside)


@cache
def originals() -> tuple[Any, ...]:
    """Small models of the package, and sound and broken messages, the sound ones more often."""
    models = [
        file.message_type.theirs.FromString(file.data)
        for file in real_files()
        if file.message_type.name == "ModelProto" and len(file.data) < LARGEST
    ]
    return (*models[:60], *(message for message, _ in REFUSED.values()), *SOUND * 10)


def refusal(message: Any) -> str:
    """What the ONNX checker says of a message that it does not accept."""
    try:
        CHECKERS[message.DESCRIPTOR.name](message)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        return str(error)
    return ""


def test_of_changed_messages_both_refuse_the_same_or_it_is_known_why() -> None:
    random = Random(20)
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for _ in range(COUNT):
        message = mutated(random.choice(originals()), random)
        theirs = refusal(message)
        made = BY_NAME[message.DESCRIPTOR.name].ours.FromString(message.SerializeToString())
        findings = check(made, folder=".")
        if theirs and not findings:
            assert is_explained_refusal(theirs, message), theirs
        if not theirs:
            assert [f for f in findings if not is_explained(f, message)] == []
        verdicts[bool(theirs), bool(findings)] += 1
    # The changes are such that both verdicts are met, and mostly shared.
    assert verdicts[True, True] > COUNT / 3 and verdicts[False, False] > COUNT / 6
    assert verdicts[True, False] + verdicts[False, True] < COUNT / 6
