"""Explain the codes of saved games and logs: N."""

from __future__ import annotations

from typing import Final

from hexwright.diagnostics.codes.code_entry import CodeEntry

_WHY: Final = "A file that someone mails may be another kind of file, of another game, or damaged on the way."
_PIECES: Final = "A position is judged unit by unit: each is there once, and lies where the sheet has a name."
_TIME: Final = "What is legal depends on the turn and phase that the game says it has reached."

ENTRIES: Final = tuple(
    CodeEntry(code, title, why, remedy)
    for code, title, why, remedy in (
        (
            "N001",
            "File that is no saved game or log",
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
            "Start a scenario, and save that.",
        ),
        ("N005", "Log where a saved game is wanted, or the reverse", _WHY, "Name a file of the other kind."),
        ("N006", "Module that no game of the project makes", _WHY, "Work in the project of that game."),
        (
            "N008",
            "Position in which nothing can be advised",
            _TIME,
            "Mend the position, or save a later one.",
        ),
        (
            "N010",
            "Unit that isn't in the game",
            _PIECES,
            "Undo its removal.",
        ),
        ("N011", "Unit that is there twice", _PIECES, "Delete the second counter."),
        ("N012", "Unit that lies in no hex and no box", _PIECES, "Drag it to where it belongs."),
        ("N013", "Unit that the scenario leaves out", _PIECES, "Take it off the map."),
        ("N014", "Unit on the map before it is due", _PIECES, "Move it back to where it waits."),
        ("N015", "Place whose marker shows another side", _PIECES, "Turn the marker over."),
        (
            "N016",
            "Note of networks that can't be read, or with hexes that are no part of them",
            "Which hexes of railways and the like serve whom is kept in a property of the game.",
            "Undo the step that changed it, or load an older save.",
        ),
        ("N020", "Turn or phase that the game doesn't have", _TIME, "Set the turn counter by its buttons."),
        ("N021", "Turn counter and game that disagree", _TIME, "Go one phase back and on again."),
    )
)
"""All codes of saved games and logs."""
