"""The subjects of which a module's game keeps notes, one file each."""

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
from hexwright.module_state.state_notes import Noted, Part
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State

PARTS: Final[tuple[Part, ...]] = (
    arrival_notes.PART,
    exit_notes.PART,
    territory_notes.PART,
    loss_notes.PART,
    network_notes.PART,
    overrun_notes.PART,
    saved_replacement_notes.PART,
    disruption_notes.PART,
    situation_notes.PART,
    supply_notes.PART,
    train_notes.PART,
    supply_attrition_notes.PART,
    fortified_hexside_notes.PART,
)
"""All parts, in the order in which saves and logs hold their properties."""


def game_notes(
    setting: Setting, state: State, *, compared: bool | None = None, saved: bool | None = None
) -> dict[str, str]:
    """Return the notes that the game keeps of a state, by property; of all parts or of one kind of part."""
    found: dict[str, str] = {}
    for part in PARTS:
        if compared in (None, part.compared) and saved in (None, part.saved):
            found |= part.of_game(setting, state)
    return found


def unit_notes(setting: Setting, state: State) -> Mapping[int, dict[str, str]]:
    """Return the notes that units keep of a state, by unit number and property."""
    found: dict[int, dict[str, str]] = {}
    for part in PARTS:
        for unit, name, value in part.of_units(setting, state):
            found.setdefault(unit, {})[name] = value
    return found


def fields_before(noted: Noted) -> dict[str, Any]:
    """Return the fields of the state that the notes give before its phase opens."""
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part.before(noted)
    return found


def told(noted: Noted, state: State) -> State:
    """Return a state completed from the game's notes."""
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part.after(noted, state)
    return replace(state, **found)
