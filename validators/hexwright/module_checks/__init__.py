"""Checks of module files: one check per file, found by folder, each with a permanent code.

`module_verdict.verify` judges a module; `check_catalogue` lists and explains the checks.
"""
