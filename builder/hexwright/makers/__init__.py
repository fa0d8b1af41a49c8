"""Tools for makers of any VASSAL module: they change modules of others, and keep what they don't change.

Everything that writes goes through `module_edit`: it opens a module, collects edits, and writes a new file,
which it reads again and compares. A command is one file here, and one in `hexwright.cli.commands`.
"""
