# Copied by wiregen from templates/onnx/_tensors/__init__.py; do not edit.
"""What a tensor states of its elements: type, shape, layout, and where tensors are in a message."""
