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
    CodeEntry(
        "W002",
        "An output that is also an input",
        "Writing would destroy the file that the command reads. Links and other spellings of the same file "
        "count as the same.",
        "Write another name for the output.",
    ),
)
