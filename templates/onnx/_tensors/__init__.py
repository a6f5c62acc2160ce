"""What a tensor states of its elements: type, shape, layout, and where tensors are in a message."""
