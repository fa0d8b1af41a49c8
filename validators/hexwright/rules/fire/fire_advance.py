"""Fire advance: units that must or may advance into a cleared hex."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Hex
from hexwright.model.rules.fire_combat_record import Exploitation
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.engine.game_state import Engagement, State
from hexwright.rules.fire.fire_battle import active_attacker_rules, disrupted, fire_rules


def fresh_attackers(state: State, battle: Engagement) -> list[int]:
    """Return the attackers that may advance: undisrupted units on the map that haven't advanced yet."""
    return [
        unit
        for unit in members(battle.attackers & ~battle.advanced)
        if state.locations[unit] >= 0 and not disrupted(state, unit)
    ]


def attackers_able_to_enter(setting: CompiledGame, state: State, battle: Engagement) -> list[int]:
    """Return the attackers that may advance and for which the cleared hex has room."""
    return [
        unit
        for unit in fresh_attackers(state, battle)
        if not setting.full_hexes(state, unit) >> battle.hex & 1
    ]


def may_any_advance(setting: CompiledGame, state: State, battle: Engagement) -> bool:
    """Return whether any attacker may still advance."""
    return bool(attackers_able_to_enter(setting, state, battle)) or any(
        exploitation_hexes(setting, state, battle, unit) for unit in fresh_attackers(state, battle)
    )


def basic_strength_of(setting: CompiledGame, state: State, units: list[int]) -> int:
    """Return the total basic strength of units."""
    return sum(setting.strengths[unit][state.steps[unit]] for unit in units)


def strength_still_needed(setting: CompiledGame, state: State, battle: Engagement) -> int:
    """Return how much more strength must enter the cleared hex, limited to the strength that can still enter
    it.
    """
    rule = fire_rules(setting).advance
    if rule is None or not rule.mandatory:
        return 0
    inside = basic_strength_of(setting, state, list(members(battle.advanced)))
    left = basic_strength_of(setting, state, attackers_able_to_enter(setting, state, battle))
    return max(0, min(battle.strength - inside, left))


def exploitation_hexes(
    setting: CompiledGame, state: State, battle: Engagement, unit: int
) -> list[tuple[int, Exploitation]]:
    """Return the hexes that a unit may enter by way of the cleared hex, each with the entry that
    permits it.
    """
    rule = fire_rules(setting).advance
    if rule is None:
        return []
    board = setting.board
    spare = is_not_needed(setting, state, battle, unit)
    ways = active_attacker_rules(setting, state).exploitations
    here = state.locations[unit]
    closed = setting.enemy_hexes(state, setting.side_of[unit]) | setting.full_hexes(state, unit) | 1 << here
    open_hexes = board.near[battle.hex] & ~closed
    found: list[tuple[int, Exploitation]] = []
    for number in members(open_hexes):
        entry = next(
            (
                way.record
                for way in ways
                if (spare or not way.record.surplus_only)
                and _may_step(way.criteria, battle.hex, number, unit)
            ),
            None,
        )
        if entry is not None:
            found.append((number, entry))
    return found


def is_not_needed(setting: CompiledGame, state: State, battle: Engagement, unit: int) -> bool:
    """Return whether the strength required in the cleared hex can be reached without a given unit."""
    left = [other for other in attackers_able_to_enter(setting, state, battle) if other != unit]
    return strength_still_needed(setting, state, battle) <= basic_strength_of(setting, state, left)


def _may_step(so: CompiledCriteria, start: Hex, end: Hex, unit: int) -> bool:
    """Return whether the criteria permit a unit to move from a hex to an adjacent hex."""
    return bool(so.units >> unit & 1 and so.hexes >> end & 1) and so.matches_step(1 << start, end)


def is_disrupted_by_advance(setting: CompiledGame, state: State, unit: int, end: Hex) -> bool:
    """Return whether an advance to a hex disrupts a unit."""
    rule = fire_rules(setting).advance
    if rule is None or not rule.disrupts:
        return False
    return not any(
        steady.criteria.units >> unit & 1 and steady.criteria.hexes >> end & 1
        for steady in active_attacker_rules(setting, state).undisrupted_advances
    )
