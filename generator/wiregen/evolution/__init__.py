"""Compares versions of a schema and classifies what each change breaks.

A schema becomes a table of facts; two tables are matched, and rules judge the differences.
"""
