"""Encodes and decodes messages that the IR describes.

Used for option values and for the examples of the reference; generated packages have codecs of their own.
"""
