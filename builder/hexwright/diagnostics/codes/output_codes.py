"""Diagnostic codes for writing outputs."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "W001",
        "An output that can't be written",
        "A full disk, missing permission, or a file in place of a folder stops a build. Existing files "
        "stay intact, because outputs are written to temporary files and renamed.",
        "Free some space, close the program that has the file open, or choose another folder with --out.",
    ),
)
