"""Schema text: files, import roots, positions and diagnostics.

Nothing here knows protobuf; every later stage reports faults as spans of a source.
"""
