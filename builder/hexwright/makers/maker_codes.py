"""Diagnostic codes of the tools for makers of modules: letter J."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = tuple(
    CodeEntry(code, title, why, remedy)
    for code, title, why, remedy in (
        (
            "J001",
            "Module that can't be edited",
            "A part that would change can't be read, or can't be written without changing other text.",
            "Save the module again in VASSAL's Editor, or correct the part that is named.",
        ),
        (
            "J002",
            "Written module that isn't as it should be",
            "Each written module is read again, and compared with the original and the edits.",
            "Report this error with the module; the original is unchanged.",
        ),
        (
            "J003",
            "Folder that isn't an unpacked module",
            "Unpacking removes files that the module doesn't contain, which must not be yours.",
            "Name a new folder, or one that was unpacked before.",
        ),
        (
            "J004",
            "Name that can't be renamed",
            "A name must be there, and the new one must be free and fit each place that uses the old one.",
            "Choose another name, or change the place that is named in VASSAL's Editor first.",
        ),
        (
            "J005",
            "Table that doesn't fit the pieces",
            "Each row is found again by its path and gpid, and each column belongs to traits of pieces.",
            "Write the table anew from this module, and repeat the changes in it.",
        ),
        (
            "J006",
            "Catalogue that can't be read",
            "A catalogue is a gettext file or Java properties, with texts of this module.",
            "Write the catalogue anew with --to, and edit it with a program for such files.",
        ),
        (
            "J010",
            "Library that packs pictures is missing",
            "PNG pictures are packed with oxipng, which isn't installed with hexwright unless asked for.",
            "Install the extra `slim`, or write --no-pack.",
        ),
        (
            "J011",
            "Module that can't become a game",
            "A hexwright game is a hex wargame: it needs a map with hexes, of a size that can be drawn.",
            "Change the board or grid that is named in VASSAL's Editor, and import again.",
        ),
    )
)
