# Copied by wiregen from templates/runtime/_rules/__init__.py; do not edit.
"""Rules and other facts beyond a schema's declarations, and their checks."""
