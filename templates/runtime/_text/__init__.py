"""Protobuf's text format, and text as a terminal may show it."""
