"""Tensors, sequences, optionals, maps and attributes as Python's and numpy's values."""
