"""Leg results: apply one leg of a move to the state."""

from __future__ import annotations

from bisect import bisect_left

from hexwright.geometry.hex_board import Hex
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import State, entrained_units
from hexwright.rules.engine.unit_placement import place_unit
from hexwright.rules.movement.move_legs import MoveLeg


def apply_leg(setting: CompiledGame, state: State, unit: int, end: Hex, leg: MoveLeg) -> State:
    """Return the state with a unit in the end hex of a leg, and with the changes that the unit makes on its
    way.
    """
    at = bisect_left(state.movement_left, (unit,))
    on = at < len(state.movement_left) and state.movement_left[at][0] == unit
    left = (*state.movement_left[:at], (unit, leg.movement_left), *state.movement_left[at + on :])
    bit = 1 << unit
    enters = (leg.network_hexes | 1 << end) & setting.changeable_hexes
    moved = place_unit(setting, state, unit, end, leg.places_taken, state.acted | bit, left, enters)
    if broken := leg.front_crossed | leg.fronts_crossed:
        moved = _with_fallen_hexsides(moved, unit, broken)
    if state.movement_start is not None and enters:
        ways = dict(state.network_hexes_entered)
        ways[unit] = ways.get(unit, 0) | enters
        moved = replace(moved, network_hexes_entered=tuple(sorted(ways.items())))
    if state.movement_start is not None and (places := leg.places_taken | leg.places_crossed):
        entered = dict(state.places_entered)
        entered[unit] = entered.get(unit, 0) | places
        moved = replace(moved, places_entered=tuple(sorted(entered.items())))
    # Nothing else records that a unit which has ridden by rail gave up its attack.
    lost = bool(state.barred_from_attack & bit) and bool((entrained_units(state) | state.used_trains) & bit)
    ready = leg.may_attack and not lost
    return (
        replace(moved, barred_from_attack=moved.barred_from_attack ^ bit)
        if ready == bool(moved.barred_from_attack & bit)
        else moved
    )


def _with_fallen_hexsides(state: State, unit: int, walls: int) -> State:
    """Return the state with the fortified hexsides `walls` recorded as destroyed by a unit that crossed their
    front.
    """
    fallen = replace(state, fallen_hexsides=state.fallen_hexsides | walls)
    if state.movement_start is None:
        return fallen
    broke = dict(state.hexsides_breached)
    broke[unit] = broke.get(unit, 0) | walls
    return replace(fallen, hexsides_breached=tuple(sorted(broke.items())))
