# Copied by wiregen from templates/runtime/_runtime/__init__.py; do not edit.
"""What every package needs: the base of messages, their lists and maps, and the wire format."""
