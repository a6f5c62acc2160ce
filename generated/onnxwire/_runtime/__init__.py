# Copied by wiregen from templates/runtime/_runtime/__init__.py; do not edit.
"""The runtime of every package: messages, lists, maps and the wire format."""
