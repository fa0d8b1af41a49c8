"""Differences between two modules or two saved games, in the designer's words.

`hexwright.inspect.diff.file_comparison.compare_files` is the entry point. Differences of notation only (the
order of attributes, escapes, packing, missing fields that mean their defaults) are not changes.
"""
