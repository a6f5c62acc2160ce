"""Semantic rules of the schema language, checked on the IR.

`reading.read` runs all stages from files to a valid schema.
"""
