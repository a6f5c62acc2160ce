# Copied by wiregen from templates/onnx/_tensors/__init__.py; do not edit.
"""Declared properties of tensors (type, shape, layout), and tensors in messages."""
