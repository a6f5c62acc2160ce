"""Renders, formats, writes and compares outputs.

The only package that writes files.
"""
