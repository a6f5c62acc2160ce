# Copied by wiregen from templates/onnx/_values/__init__.py; do not edit.
"""Tensors, sequences, optionals, maps and attributes as Python and numpy values."""
