"""The command line: one module per command.

A command parses its arguments and makes one call of the pipeline.
"""
