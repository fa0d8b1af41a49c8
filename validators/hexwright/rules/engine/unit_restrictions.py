"""Unit restrictions: what units can't do in the current phase because of their condition."""

from __future__ import annotations

from hexwright.geometry.bitsets import together
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import ENTRAINED, FORTIFIED, State, disrupted_units
from hexwright.rules.replacement.airdrops import landed
from hexwright.rules.transport import rail_capacity


def halted(setting: Setting, state: State) -> Units:
    """Return the units that can't move because they are disrupted."""
    return 0 if setting.disruption.moves else disrupted_units(state)


def waiting(setting: Setting, state: State) -> Units:
    """Return the held units: garrisons that may not move until their situation releases them."""
    if not setting.waiting:
        return 0
    so = setting.situations_now(state)
    return together(units for entry, units in setting.waiting if entry.until not in so)


def staying(setting: Setting, state: State) -> Units:
    """Return the units that don't move, overrun or leave the map: those that are disrupted, held or were
    dropped in this turn.
    """
    return halted(setting, state) | waiting(setting, state) | landed(setting, state)


def unready(setting: Setting, state: State) -> Units:
    """Return the units that can't attack by odds: disrupted, moved by rail, or having given up attacking."""
    broken = 0 if setting.disruption.attacks else disrupted_units(state)
    return broken | rail_capacity.unready(setting, state) | state.barred


def gave_up(setting: Setting, state: State, unit: int) -> str:
    """Return how a unit gave up its attack, by rail or in its last moves; empty if it didn't."""
    if rail_capacity.unready(setting, state) >> unit & 1:
        aboard = state.conditions[unit] & ENTRAINED
        return "is entrained and doesn't attack" if aboard else "was entrained and doesn't attack after it"
    if not state.barred >> unit & 1:
        return ""
    if state.conditions[unit] & FORTIFIED:
        return "has dug in and doesn't attack in this phase"
    return "has moved too far to attack in this phase"
