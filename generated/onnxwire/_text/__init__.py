# Copied by wiregen from templates/runtime/_text/__init__.py; do not edit, run `wiregen generate`.
"""Protobuf's text format, and text as a terminal may show it."""
