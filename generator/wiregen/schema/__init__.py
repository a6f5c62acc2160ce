"""The schema IR: what a schema means, linked and independent of any language.

`ir` holds the frozen dataclasses; everything after lowering works on them alone.
"""
