# Copied by wiregen from templates/runtime/_recognition/__init__.py; do not edit.
"""Recognition of files of other formats by their content."""
