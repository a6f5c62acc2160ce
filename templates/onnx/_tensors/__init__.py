"""Declared properties of tensors (type, shape, layout), and tensors in messages."""
