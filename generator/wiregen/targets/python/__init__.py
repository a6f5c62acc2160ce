"""The Python target: message classes, codecs and descriptors.

It names things once, builds views of finished text, and lists the files of a package.
"""
