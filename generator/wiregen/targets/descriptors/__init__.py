"""The descriptors target: a FileDescriptorSet, byte for byte as protoc writes it."""
