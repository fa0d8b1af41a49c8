"""Tell what a move costs hex by hex, and which other units decide it, for an account of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import HexId
from hexwright.model.turn_account import TurnStep
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.movement.move_legs import LegFinder, legs_of_state

_ROUNDS: Final = 4
"""The number of times that units are added which bar a cheaper way."""


def steps_of(rules: RulesEngine, state: State, unit: int, way: Sequence[int]) -> tuple[TurnStep, ...]:
    """Return the hexes that a move enters, each with the points spent up to it.

    Returns none if the way to one of these hexes could be cheaper than its part of the move.
    """
    setting, legs = rules.setting, legs_of_state(rules.setting, state)
    zone = setting.ezoc_hexes(state, setting.side(state))
    found: list[TurnStep] = []
    for number in way[1:]:
        points = legs.fewest_points_to(unit, number)
        if found and points < found[-1].points:
            return ()
        found.append(TurnStep(HexId(setting.board.ids[number]), points, bool(zone >> number & 1)))
    return tuple(found)


def deciding_units(rules: RulesEngine, state: State, unit: int, way: Sequence[int]) -> Hexes:
    """Return the other units without which a move would cost something else, as a set of units.

    These are the enemies in and beside its hexes, and those that bar cheaper ways, as far as they are found;
    and friends in its hexes if without them it costs something else still.
    """
    setting, goal = rules.setting, way[-1]
    points = legs_of_state(setting, state).fewest_points_to(unit, goal)
    hexes, found = union(way), 0
    for again in range(_ROUNDS):
        found |= union(_standing(rules, state, unit, hexes, friends=again > 0))
        legs = LegFinder(setting, with_units(rules, state, found | 1 << unit))
        if not legs.end_hexes(unit) >> goal & 1 or legs.fewest_points_to(unit, goal) == points:
            break
        hexes |= legs.path_hexes(unit, goal)
    return found


def _standing(rules: RulesEngine, state: State, unit: int, hexes: Hexes, *, friends: bool) -> Iterator[int]:
    """Yield the enemies of a unit in and beside some hexes; with `friends`, these in the hexes too."""
    setting = rules.setting
    near = hexes | setting.board.around(hexes)
    own = setting.side_of[unit]
    for other, place in enumerate(state.locations):
        where = near if setting.side_of[other] != own else hexes if friends else 0
        if other != unit and place >= 0 and where >> place & 1:
            yield other


def with_units(rules: RulesEngine, state: State, units: int) -> State:
    """Return a position in which no other units are on the map."""
    places = tuple(
        place if place < 0 or units >> number & 1 else OUT_OF_GAME
        for number, place in enumerate(state.locations)
    )
    setting = rules.setting
    occupied = [0] * len(setting.sides)
    for unit in members(units):
        if places[unit] >= 0:
            occupied[setting.side_of[unit]] |= 1 << places[unit]
    return replace(state, locations=places, occupied=tuple(occupied))
