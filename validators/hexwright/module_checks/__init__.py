"""Checks of module files: one check per file, found by listing the folder, each with a permanent code.

`module_verdict.verify_module` checks a module; `check_catalogue` lists and explains the checks.
"""
