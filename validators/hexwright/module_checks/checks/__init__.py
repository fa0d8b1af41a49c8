"""The module checks, one per file; each file defines `CHECK`.

To add a check, copy one of these files; see `check_framework.Check`.
"""
