"""The stored properties of a game played with a module, with one file for each subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.module_state.notes import (
    arrival_notes,
    disruption_notes,
    exit_notes,
    fortified_hexside_notes,
    loss_notes,
    network_notes,
    overrun_notes,
    saved_replacement_notes,
    situation_notes,
    supply_attrition_notes,
    supply_notes,
    territory_notes,
    train_notes,
)
from hexwright.module_state.state_notes import NotedGame, StateNotes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

ALL_NOTES: Final[tuple[StateNotes, ...]] = (
    arrival_notes.NOTES,
    exit_notes.NOTES,
    territory_notes.NOTES,
    loss_notes.NOTES,
    network_notes.NOTES,
    overrun_notes.NOTES,
    saved_replacement_notes.NOTES,
    disruption_notes.NOTES,
    situation_notes.NOTES,
    supply_notes.NOTES,
    train_notes.NOTES,
    supply_attrition_notes.NOTES,
    fortified_hexside_notes.NOTES,
)
"""All subjects of stored properties, in the order in which saved games and logs contain them."""


def game_notes(
    setting: CompiledGame, state: State, *, compared: bool | None = None, saved: bool | None = None
) -> dict[str, str]:
    """Return the properties that a game stores for a state, as a mapping from name to value.

    If `compared` is true, only subjects that the conformance check compares are included; if false, only the
    others. If `saved` is true, only subjects that saved games contain are included; if false, only the
    others.
    """
    found: dict[str, str] = {}
    for part in ALL_NOTES:
        if compared in (None, part.is_compared) and saved in (None, part.is_saved):
            found |= part.game_properties(setting, state)
    return found


def unit_notes(setting: CompiledGame, state: State) -> Mapping[int, dict[str, str]]:
    """Return the properties that units store for a state: by unit number, then by name."""
    found: dict[int, dict[str, str]] = {}
    for part in ALL_NOTES:
        for unit, name, value in part.unit_properties(setting, state):
            found.setdefault(unit, {})[name] = value
    return found


def fields_before_phase(noted: NotedGame) -> dict[str, Any]:
    """Return the fields of a state that are read from stored properties before the state's phase begins."""
    found: dict[str, Any] = {}
    for part in ALL_NOTES:
        found |= part.fields_before_phase(noted)
    return found


def with_notes(noted: NotedGame, state: State) -> State:
    """Return a state with the fields that are read from stored properties."""
    found: dict[str, Any] = {}
    for part in ALL_NOTES:
        found |= part.fields_after_phase(noted, state)
    return replace(state, **found)
