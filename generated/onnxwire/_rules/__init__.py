# Copied by wiregen from templates/runtime/_rules/__init__.py; do not edit.
"""Rules and other facts beyond the declarations of a schema, and the check of messages."""
