"""The release history of a schema: what was added, changed and removed when.

It is computed from the schemas of all releases and stored as JSON beside the schema.
"""
