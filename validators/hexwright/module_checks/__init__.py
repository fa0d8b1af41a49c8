"""Checks of module files: each check has its own file, which is found by listing the folder, and a permanent
code.

`module_verdict.verify_module` checks a module; `check_catalogue` lists and explains the checks.
"""
