"""Ignored defenders: units that battles by odds leave out while other units are in their hex."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State


def without_ignored_defenders(setting: CompiledGame, state: State, units: Units) -> Units:
    """Return the units that take part in a battle's defence; `units` are all units in the attacked hexes."""
    hidden = units & setting.ignored_defenders
    if not hidden:
        return units
    shown = union(state.locations[unit] for unit in members(units & ~hidden))
    return units & ~union(unit for unit in members(hidden) if shown >> state.locations[unit] & 1)
