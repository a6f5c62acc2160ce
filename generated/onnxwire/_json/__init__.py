# Copied by wiregen from templates/runtime/_json/__init__.py; do not edit, run `wiregen generate`.
"""Protobuf's JSON mapping."""
