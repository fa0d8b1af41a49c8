"""Judge files: one check a file, found by their folder, each with a permanent code.

`validators.checks.verify.verify` judges a module; `validators.checks.catalogue` lists and explains.
"""
