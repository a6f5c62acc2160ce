# Copied by wiregen from templates/onnx/_files/__init__.py; do not edit, run `wiregen generate`.
"""Opening and saving files of messages."""
