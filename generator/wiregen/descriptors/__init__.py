"""The schema as messages of descriptor.proto, byte for byte as protoc writes them.

`file_set` gives files alone or as a set, with places and comments or without.
"""
