"""Tensors, sequences, optionals, maps and attributes as Python and numpy values."""
