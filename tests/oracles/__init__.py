"""What the tests measure against: other people's files and google's implementation of protobuf."""
