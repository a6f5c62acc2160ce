"""What wiregen makes of a schema: one package per target.

`target.py` is the extension point; targets do not import each other.
"""
