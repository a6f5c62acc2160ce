"""Tensor data in other files: locations, reading, and where saving puts it."""
