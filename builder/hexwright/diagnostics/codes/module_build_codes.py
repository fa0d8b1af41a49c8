"""Diagnostic codes for compiling a VASSAL module."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "B001",
        "Text that ends in a backslash",
        "VASSAL joins strings with delimiters and escapes delimiters with a backslash, so a backslash at "
        "the end of a string escapes the next delimiter.",
        "End the text with another character.",
    ),
    CodeEntry(
        "B002",
        "A side's name that VASSAL interprets",
        "The side's name is shown on buttons and at the start of chat lines, where VASSAL replaces text "
        "between two $, evaluates text that begins with {, and treats some first letters as colours.",
        "Write the name without $, beginning with a letter.",
    ),
    CodeEntry(
        "B003",
        "A rating whose name can't be a property",
        "Each further rating of a unit becomes a property of its piece, used in expressions.",
        "Use letters, digits and _, begin with a letter, and avoid the module's own names.",
    ),
    CodeEntry(
        "B004",
        "A counter's name with more than one line",
        "In the definition of a piece, a tab would end the piece's name; menus and the "
        "chat show the name on one line.",
        "Write the name on one line with spaces.",
    ),
    CodeEntry(
        "B005",
        "Two places or sides with the same name",
        "VASSAL identifies zones of the map and seats at the table by name.",
        "Give each place and each side a unique name.",
    ),
    CodeEntry(
        "B009",
        "Text that VASSAL can't encode",
        "Some strings can't be encoded in a way that lets VASSAL decode the same string.",
        "Change the text that the message shows.",
    ),
    CodeEntry(
        "B006",
        "A sheet that is too small for its content",
        "The hexes have a fixed size, and panels, boxes and turn track need space beside and below them.",
        "Make the sheet larger, make the hexes smaller, or list fewer panels.",
    ),
    CodeEntry(
        "B010",
        "A damaged ledger of piece numbers",
        "Saved games identify their pieces by these numbers, so numbers are never reused or changed; the "
        "file is written by the build and kept with the data.",
        "Restore the file from your version history.",
    ),
)
