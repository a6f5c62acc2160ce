# Copied by wiregen from templates/runtime/_cli/__init__.py; do not edit.
"""The command line of the package."""
