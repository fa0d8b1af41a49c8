"""Diagnostic codes of saved games and logs: letter N."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

_WHY: Final = "The file may be of another kind, belong to another game, or be damaged."
_PIECES: Final = "Each unit of the scenario must be in the game once, in a hex or box of the sheet."
_TIME: Final = "Which positions are legal depends on the turn and phase of the game."

ENTRIES: Final = tuple(
    CodeEntry(code, title, why, remedy)
    for code, title, why, remedy in (
        (
            "N001",
            "File that isn't a saved game or log",
            _WHY,
            "Save the game again in VASSAL.",
        ),
        (
            "N002",
            "Saved game of another module",
            _WHY,
            "Name a file of this game.",
        ),
        (
            "N003",
            "Saved game of another version of the module",
            _WHY,
            "Refresh the counters in VASSAL.",
        ),
        (
            "N004",
            "Saved game without a scenario",
            _WHY,
            "Start a scenario, and save that game.",
        ),
        ("N005", "Log instead of a saved game, or the reverse", _WHY, "Name a file of the other kind."),
        (
            "N006",
            "Module of a game that isn't in the project",
            _WHY,
            ("Run the command in the project of that game."),
        ),
        (
            "N007",
            "No module to draw with",
            "A picture of a position uses the boards and counters of a module.",
            "Build the game, or name its module with --module.",
        ),
        (
            "N008",
            "Position without an action to suggest",
            _TIME,
            "Correct the position, or use a later saved game.",
        ),
        (
            "N009",
            "Commands that can't be applied",
            "A command refers to a missing piece, or doesn't fit its piece. The position may be wrong.",
            "Open the game with the version of the module with which it was saved, and save it again.",
        ),
        (
            "N010",
            "Unit that is missing from the game",
            _PIECES,
            "Undo the removal of the unit.",
        ),
        ("N011", "Unit that is in the game twice", _PIECES, "Delete the second counter."),
        ("N012", "Unit that is in no hex or box", _PIECES, "Drag the unit to its hex or box."),
        ("N013", "Unit that the scenario doesn't use", _PIECES, "Remove the unit from the map."),
        ("N014", "Unit on the map before its turn of arrival", _PIECES, "Move the unit back to its box."),
        ("N015", "Place whose marker shows another side", _PIECES, "Flip the control marker."),
        (
            "N016",
            "Unreadable record of network hexes, or one with hexes outside the networks",
            "A property of the game records which hexes of railways and other networks serve which side.",
            "Undo the step that changed the property, or load an older saved game.",
        ),
        (
            "N017",
            "Map that can't be drawn",
            "Only maps of the module that have a board can be drawn.",
            "Name a map of the module, or leave the name out.",
        ),
        (
            "N018",
            "Position from which play can't continue",
            "The rules engine continues only from a legal position.",
            "List its errors with `hexwright save check`, and correct them in VASSAL.",
        ),
        (
            "N019",
            "Log too long for a film",
            "A film has one picture for each step, up to a limit.",
            "Make a film of a shorter log.",
        ),
        ("N020", "Turn or phase that the game doesn't have", _TIME, "Set the turn counter with its buttons."),
        (
            "N021",
            "Turn counter that contradicts the game's phase",
            _TIME,
            "Go back one phase and forward again.",
        ),
        (
            "N022",
            "Saved game or log beyond a limit",
            "Work and output grow with names, lines, and the counters of stacks that are moved.",
            "Raise the limits with --limits, if you trust the file.",
        ),
    )
)
"""All diagnostic codes of saved games and logs."""
