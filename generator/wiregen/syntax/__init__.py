"""Syntax trees of `.proto` files, as written.

The grammar is `protobuf.lark`; the parser turns its matches into nodes with spans and comments.
"""
