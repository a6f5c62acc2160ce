"""The docs target: reference documentation in Markdown.

One module per page or part of a page; `reference` lists the pages.
"""
