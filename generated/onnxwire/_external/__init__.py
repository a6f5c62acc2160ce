# Copied by wiregen from templates/onnx/_external/__init__.py; do not edit.
"""External tensor data: locations, reading, and storage on save."""
