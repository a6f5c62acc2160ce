# Copied by wiregen from templates/onnx/_files/__init__.py; do not edit.
"""Opening and saving files of messages."""
