"""Adopts another version of a schema while keeping our own comments.

Edits are made to the text of the schema files, statement by statement.
"""
