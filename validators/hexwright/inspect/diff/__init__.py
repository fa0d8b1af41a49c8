"""Differences between two modules or two saved games, in the designer's terms.

`hexwright.inspect.diff.file_comparison.compare_files` is the entry point. Differences in notation only (the
order of attributes, escapes, packing, missing fields with default values) aren't changes.
"""
