"""Compute with the rules engine where units of an example may retreat to and advance to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.rules.rules_record import Effect
from hexwright.rules.combat.advance_after_combat import legal_advance_moves
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import BattleInProgress, Engagement, State
from hexwright.rules.engine.unit_placement import eliminate_unit, place_unit
from hexwright.rules.fire.fire_advance import attackers_able_to_enter, basic_strength_of, exploitation_hexes
from hexwright.rules.fire.fire_retreat import legal_retreat_moves

_FURTHEST = 4
"""The number of hexes one after another that are tried for an advance."""


def retreat_ends(setting: CompiledGame, state: State, target: int, attackers: Sequence[int]) -> Hexes:
    """Return the hexes in which a unit's retreat may end after an attack on its hex."""
    if setting.game.rules.fire is not None:
        battle = _fire_battle(setting, state, state.locations[target], attackers)
        moves = legal_retreat_moves(setting, state, battle)
        return union(end for unit, end in moves if unit == target)
    result = next(_results(setting, "defender-retreat"), None)
    if result is None:
        return 0
    fight = _fight(setting, state, target, attackers, result)
    return union_of(retreat_destinations(setting, replace(state, fight=fight), target).values())


def advances(
    setting: CompiledGame, state: State, target: int, attackers: Sequence[int]
) -> Mapping[int, Hexes]:
    """Return the hexes to which each attacker may advance when the units in the attacked hex are gone."""
    here = state.locations[target]
    gone = state
    for unit in members(_units_in(setting, state, here, setting.side_of[target])):
        gone = eliminate_unit(setting, gone, unit)
    if setting.game.rules.fire is not None:
        return dict(_fire_advances(setting, gone, _fire_battle(setting, state, here, attackers)))
    found: dict[int, Hexes] = {}
    for result in (*_results(setting, "defender-retreat"), *_results(setting, "defender-eliminated")):
        fight = _fight(setting, state, target, attackers, result)
        for unit, ends in _odds_advances(setting, replace(gone, fight=fight)):
            found[unit] = found.get(unit, 0) | ends
    return found


def _units_in(setting: CompiledGame, state: State, here: int, side: int) -> Units:
    return union(unit for unit in setting.units_by_side[side] if state.locations[unit] == here)


# Battles by odds -----------------------------------------------------------------------------------


def _results(setting: CompiledGame, effect: Effect) -> Iterator[str]:
    """Yield the results of the table with an effect, in which no attacker is lost or retreats."""
    for result, effects in setting.combat.effects.items():
        if effect in effects and not any(one.startswith("attacker") for one in effects):
            yield result


def _fight(
    setting: CompiledGame, state: State, target: int, attackers: Sequence[int], result: str
) -> BattleInProgress:
    here, them = state.locations[target], union(attackers)
    defenders = _units_in(setting, state, here, setting.side_of[target])
    return BattleInProgress(defenders, them, 1 << here, result=result, initial_attackers=them)


def _odds_advances(setting: CompiledGame, state: State) -> Iterator[tuple[int, Hexes]]:
    """Yield the hexes to which each attacker may advance, one hex after another."""
    assert state.fight is not None
    for unit, first in legal_advance_moves(setting, state, state.fight):
        found, open_ends = first, [(state, number) for number in members(first)]
        for _ in range(_FURTHEST):
            going, open_ends = open_ends, []
            for before, number in going:
                after = _advanced(setting, before, unit, number)
                assert after.fight is not None
                more = dict(legal_advance_moves(setting, after, after.fight)).get(unit, 0) & ~found
                found |= more
                open_ends += [(after, further) for further in members(more)]
        yield unit, found


def _advanced(setting: CompiledGame, state: State, unit: int, end: int) -> State:
    fight = state.fight
    assert fight is not None
    if fight.advanced_units >> unit & 1:
        fight = replace(fight, advanced_further=(*fight.advanced_further, unit))
    fight = replace(fight, advanced_units=fight.advanced_units | 1 << unit)
    return place_unit(setting, replace(state, fight=fight), unit, end, enters=1 << end)


# Fire combat ---------------------------------------------------------------------------------------


def _fire_battle(setting: CompiledGame, state: State, here: int, attackers: Sequence[int]) -> Engagement:
    side = next(n for n, occupied in enumerate(state.occupied) if occupied >> here & 1)
    stood = list(members(_units_in(setting, state, here, side)))
    return Engagement(
        here,
        union(attackers),
        round=1,
        attack_hexes=union(state.locations[unit] for unit in attackers),
        strength=basic_strength_of(setting, state, stood),
        defending_side=side,
    )


def _fire_advances(setting: CompiledGame, state: State, battle: Engagement) -> Iterator[tuple[int, Hexes]]:
    inside = attackers_able_to_enter(setting, state, battle)
    for unit in members(battle.attackers):
        ends = union(number for number, _ in exploitation_hexes(setting, state, battle, unit))
        if unit in inside:
            ends |= 1 << battle.hex
        if ends:
            yield unit, ends
