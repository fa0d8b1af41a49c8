"""Tell what changed between two modules or two saved games, in the designer's words.

`hexwright.inspect.diff.file_comparison.compare` is the way in. What is only written otherwise (the order of
attributes, escapes, packing, missing fields that mean their defaults) is no change.
"""
