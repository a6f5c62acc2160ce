# Copied by wiregen from templates/runtime/_cli/__init__.py; do not edit, run `wiregen generate`.
"""The command line of the package."""
