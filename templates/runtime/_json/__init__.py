"""Protobuf's JSON mapping."""
