"""Judge files: one check a file, found by their folder, each with a permanent code.

`module_verdict.verify` judges a module; `check_catalogue` lists and explains the checks.
"""
