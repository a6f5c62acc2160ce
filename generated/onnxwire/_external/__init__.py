# Copied by wiregen from templates/onnx/_external/__init__.py; do not edit.
"""Tensor data in other files: locations, reading, and where saving puts it."""
