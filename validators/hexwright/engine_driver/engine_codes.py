"""List the codes of what the engine itself says about a module: E."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    CodeEntry(
        "E001",
        "The engine does not open the module",
        "Players would see an error in place of the module.",
        "Correct what the message names; `verify` without the engine looks at the file more closely.",
    ),
    CodeEntry(
        "E002",
        "The engine ended or fell silent",
        "The engine's process crashed, ran out of memory or hung: players would lose their game.",
        "Look for an endless trigger loop or a huge image in what the command named in the message does.",
    ),
    CodeEntry(
        "E003",
        "The engine logged an error",
        "The engine writes errors to its log for faults that it can't mend.",
        "Correct what the message names.",
    ),
    CodeEntry(
        "E004",
        "The engine logged a warning",
        "The engine warns of data that it had to ignore or replace, such as an unknown trait.",
        "Correct what the message names.",
    ),
    CodeEntry(
        "E005",
        "The engine met a bug",
        "An exception reached nobody who could handle it; players would be asked to send a bug report.",
        "Change what the message names; the cause is often data of a kind that the engine doesn't expect.",
    ),
    CodeEntry(
        "E006",
        "The engine opened a dialog",
        "Opening a module, starting a set-up or looking at a window should need no answer.",
        "Remove the cause that the dialog's text names.",
    ),
    CodeEntry(
        "E007",
        "A set-up does not start",
        "The set-up is in the menu, but no game is in progress after choosing it.",
        "See that its saved game is in the module and was made for it.",
    ),
    CodeEntry(
        "E008",
        "No map window is shown",
        "After the start no map is on the screen; often GlobalOptions come after the first map.",
        "Move GlobalOptions before the first map, and let the main map open at the start.",
    ),
    CodeEntry(
        "E009",
        "The Module Manager objects",
        "The module asks for a newer VASSAL, or its large images can't be prepared.",
        "Correct the module's VassalVersion, or the image.",
    ),
    CodeEntry(
        "E010",
        "The engine refused to show something",
        "A window or a piece could not be drawn.",
        "Correct what the message names.",
    ),
)
