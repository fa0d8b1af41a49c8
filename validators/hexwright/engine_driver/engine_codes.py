"""Diagnostic codes for problems that VASSAL itself reports about a module.

The codes begin with the letter E.
"""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES: Final = (
    CodeEntry(
        "E001",
        "VASSAL can't open the module",
        "Players would see an error instead of the module.",
        "Correct the error that the message describes; `verify` without `--engine` gives more detail.",
    ),
    CodeEntry(
        "E002",
        "VASSAL ended or stopped answering",
        "VASSAL's process crashed, ran out of memory or hung: players would lose their game.",
        "Look at the command that the message names: it may loop endlessly or show a huge image.",
    ),
    CodeEntry(
        "E003",
        "VASSAL logged an error",
        "VASSAL writes errors to its log for faults that it can't repair.",
        "Correct the trait or component that the message names.",
    ),
    CodeEntry(
        "E004",
        "VASSAL logged a warning",
        "VASSAL warns about data that it had to ignore or replace, such as an unknown trait.",
        "Correct the trait or component that the message names.",
    ),
    CodeEntry(
        "E005",
        "VASSAL reported a bug",
        "VASSAL threw an unhandled exception; it would ask players to send a bug report.",
        "Change the component or trait that the message names; its data may have an unexpected form.",
    ),
    CodeEntry(
        "E006",
        "VASSAL opened a dialog",
        "Opening a module, starting a set-up or viewing a window should not open a dialog.",
        "Remove the cause that the dialog describes.",
    ),
    CodeEntry(
        "E007",
        "A set-up doesn't start",
        "The set-up is in the menu, but no game is in progress after a player chooses it.",
        "Check that the set-up's saved game is in the module and was made with it.",
    ),
    CodeEntry(
        "E008",
        "No map window is shown",
        "No map is visible after the start, often because GlobalOptions is placed after the first map.",
        "Move GlobalOptions before the first map, and let the main map open at the start.",
    ),
    CodeEntry(
        "E009",
        "The Module Manager reports a problem",
        "The module requires a newer version of VASSAL, or its large images can't be prepared.",
        "Correct the module's VassalVersion, or the image.",
    ),
    CodeEntry(
        "E010",
        "VASSAL can't draw a window or piece",
        "VASSAL threw an exception while it drew a window or a piece.",
        "Correct the trait or component that the message names.",
    ),
)
