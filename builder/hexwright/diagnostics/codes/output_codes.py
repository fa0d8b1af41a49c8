"""Codes of writing outputs."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "W001",
        "An output that can't be written",
        "A full disk, a missing right or a file in a folder's place stops a build; what was there before "
        "stays whole, since outputs are written beside and renamed.",
        "Free some space, close the program that holds the file, or choose another folder with --out.",
    ),
)
