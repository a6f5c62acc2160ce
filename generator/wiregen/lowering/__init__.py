"""Lowers syntax trees to the IR.

Resolves names, types, features, options and defaults, and reports what cannot be resolved.
"""
