# Copied by wiregen from templates/runtime/_json/__init__.py; do not edit.
"""Protobuf's JSON mapping."""
