"""Codes of compiling a VASSAL module."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "B001",
        "A text that ends in a backslash",
        "VASSAL joins texts by delimiters and marks a delimiter inside a text by a backslash, so a text "
        "that ends in one swallows what follows it.",
        "End the text with another character.",
    ),
    CodeEntry(
        "B002",
        "A side's name that VASSAL takes for a command",
        "The side's name stands on buttons and begins lines in the chat, where VASSAL replaces what is "
        "between two $, evaluates what begins with {, and takes some first letters for a colour.",
        "Write the name without $, and begin it with a letter.",
    ),
    CodeEntry(
        "B003",
        "A further figure whose name can't be a property",
        "Each further figure of a unit becomes a property of its piece, and expressions name it.",
        "Use letters, figures and _, begin with a letter, and take none of the module's own names.",
    ),
    CodeEntry(
        "B004",
        "A counter's name of more than one line",
        "The name of a piece is the innermost text of its definition, where a tab would end it; in menus "
        "and in the chat it is one line.",
        "Write the name in one line with blanks.",
    ),
    CodeEntry(
        "B005",
        "Two places or sides of one name",
        "VASSAL finds zones of the map and seats at the table by their names.",
        "Give each a name of its own.",
    ),
    CodeEntry(
        "B009",
        "A text that VASSAL's encoding can't carry",
        "Some texts can't be written so that VASSAL reads the same text again.",
        "Change the text that the message shows.",
    ),
    CodeEntry(
        "B006",
        "A sheet too small for what shall stand on it",
        "The hexes have their size, and the panels, the boxes and the turn track need room beside and below.",
        "Make the sheet larger, the hexes smaller, or name fewer panels.",
    ),
    CodeEntry(
        "B010",
        "A damaged ledger of piece numbers",
        "Saved games find their pieces by these numbers, so a number is never given twice and never "
        "changed; the file is written by the build and is kept with the data.",
        "Restore the file from your version history.",
    ),
)
