"""Unit restrictions: actions that units can't take in the current phase because of their condition."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import ENTRAINED, FORTIFIED, State, disrupted_units
from hexwright.rules.replacement.airdrops import units_dropped_this_turn
from hexwright.rules.transport import rail_capacity


def disrupted_units_that_stay(setting: CompiledGame, state: State) -> Units:
    """Return the units that can't move because they are disrupted."""
    return 0 if setting.disruption.may_move else disrupted_units(state)


def unreleased_garrisons(setting: CompiledGame, state: State) -> Units:
    """Return the garrison units that may not move until the situation that releases them holds."""
    if not setting.garrisons:
        return 0
    so = setting.situations_now(state)
    return union_of(units for entry, units in setting.garrisons if entry.released_by not in so)


def units_unable_to_move(setting: CompiledGame, state: State) -> Units:
    """Return the units that may not move, overrun or exit: they are disrupted, held as a garrison, or were
    dropped on this turn.
    """
    return (
        disrupted_units_that_stay(setting, state)
        | unreleased_garrisons(setting, state)
        | units_dropped_this_turn(setting, state)
    )


def units_unable_to_attack(setting: CompiledGame, state: State) -> Units:
    """Return the units that can't attack by odds because they are disrupted, moved by rail, or gave up their
    attack.
    """
    broken = 0 if setting.disruption.may_attack else disrupted_units(state)
    return broken | rail_capacity.train_units_unable_to_attack(setting, state) | state.barred_from_attack


def explain_lost_attack(setting: CompiledGame, state: State, unit: int) -> str:
    """Return the reason why a unit gave up its attack (rail movement or its last move); an empty string if it
    didn't.
    """
    if rail_capacity.train_units_unable_to_attack(setting, state) >> unit & 1:
        aboard = state.conditions[unit] & ENTRAINED
        return (
            "is entrained and may not attack" if aboard else "was entrained on this turn and may not attack"
        )
    if not state.barred_from_attack >> unit & 1:
        return ""
    if state.conditions[unit] & FORTIFIED:
        return "has fortified and may not attack in this phase"
    return "has moved too far to attack in this phase"
