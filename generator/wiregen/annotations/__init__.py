"""Facts that a schema cannot express: rules, selectors, carriers, examples.

They are written in TOML beside the schema, and every name in them is resolved against it.
"""
