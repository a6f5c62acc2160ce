"""The runtime of every package: messages, lists, maps and the wire format."""
