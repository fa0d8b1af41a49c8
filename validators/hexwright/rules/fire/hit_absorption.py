"""Hit absorption: fortifications and undisrupted units absorb hits; disrupted units are destroyed."""

from __future__ import annotations

from typing import Literal

from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.engine.unit_placement import disrupt_unit, eliminate_unit, lose_fortification
from hexwright.rules.fire.fire_battle import disrupted, fire_rules, fortified

Effect = Literal["works", "disrupted", "absorbed", "destroyed"]


def absorption_capacity(setting: CompiledGame, state: State, unit: int) -> int:
    """Return how many hits an undisrupted unit absorbs in one round."""
    name = fire_rules(setting).absorbs
    if not name or state.steps[unit] > setting.last_step[unit]:
        return 1
    face = setting.game.counters.unit(setting.units[unit]).steps[state.steps[unit] - 1]
    return int(face.ratings.get(name, "1"))


def hit_effect(setting: CompiledGame, state: State, battle: Engagement, unit: int) -> Effect:
    """Return the effect that one more hit has on a unit."""
    # The fortification of an undisrupted unit takes the first hit, without effect on the unit.
    if fortified(state, unit) and not disrupted(state, unit) and fire_rules(setting).fortification_absorbs:
        return "works"
    if not disrupted(state, unit):
        return "disrupted"
    # A unit with two hits of capacity absorbs a second hit in the round that disrupted it; others are
    # destroyed.
    if 0 < battle.absorbed.count(unit) < absorption_capacity(setting, state, unit):
        return "absorbed"
    return "destroyed"


def take_hit(setting: CompiledGame, state: State, battle: Engagement, unit: int) -> tuple[State, Engagement]:
    """Return the state and the battle after a unit has taken a hit."""
    match hit_effect(setting, state, battle, unit):
        case "works":
            return lose_fortification(state, unit), battle
        case "disrupted":
            return disrupt_unit(state, unit), replace(battle, absorbed=(*battle.absorbed, unit))
        case "absorbed":
            return state, replace(battle, absorbed=(*battle.absorbed, unit))
        case _:
            rest = replace(battle, attackers=battle.attackers & ~(1 << unit))
            return eliminate_unit(setting, state, unit), rest
