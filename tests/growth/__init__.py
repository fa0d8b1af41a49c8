"""Every reader of strangers' files works no longer than the file is long, or a limit ends it.

`readers/` has a file for each kind of input. To add a reader, add to a tuple `DIMENSIONS` there what its file
may have many of: entries, levels, letters, references. `test_growth.py` finds readers in the code by what
they call, and fails for one without a dimension.
"""
