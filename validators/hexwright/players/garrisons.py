"""Garrisons: the units that a besieged place needs, and the hexes to which they may move."""

from __future__ import annotations

from typing import Final

from hexwright.geometry.hex_board import Hexes
from hexwright.players.prizes import key_hexes
from hexwright.queries.supply_trace import spread_within
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State, Strength

SIEGE_HEXES: Final = 3
"""The distance at which enemies besiege a place, and beyond which its garrison has left it."""


class Garrisons:
    """The places that decide the game and that a side holds, with the enemies who besiege them.

    Enemy units must not move while it is in use. Without `guarded` no place is guarded.
    """

    def __init__(self, setting: CompiledGame, state: State, side: int, *, guarded: bool = True) -> None:
        self.setting, self.side = setting, side
        self.keys: Hexes = key_hexes(setting) if guarded else 0
        self._sieges: list[tuple[Hexes, int]] = []
        """For each besieged place, the hexes of its garrison and the strength of the enemies around it."""
        for place in places_held(setting, state, side, self.keys):
            threat = enemy_strength(setting, state, side, hexes_within(setting, place, SIEGE_HEXES))
            if threat:
                self._sieges.append((hexes_within(setting, place, 1), threat))

    def hexes_open_to(self, state: State, unit: int) -> Hexes:
        """Return the hexes to which a unit may move without leaving a besieged place too weak."""
        here = state.locations[unit]
        open_hexes = self.setting.board.every
        own = self.setting.defences[unit][state.steps[unit]]
        for near, threat in self._sieges if own and here >= 0 else ():
            if near >> here & 1 and defence_strength_in(self.setting, state, self.side, near) - own < threat:
                open_hexes &= near
        held = self.keys >> here & 1 and state.locations.count(here) == 1
        return open_hexes & (1 << here) if held else open_hexes


def places_held(setting: CompiledGame, state: State, side: int, keys: Hexes) -> list[Hexes]:
    """Return the places among the hexes `keys` that a side owns or occupies; adjacent hexes are one place."""
    left, found = keys & (state.owned[side] | state.occupied[side]), []
    while left:
        place = spread_within(setting.board.around, left & -left, left)
        found.append(place)
        left &= ~place
    return found


def hexes_within(setting: CompiledGame, hexes: Hexes, distance: int) -> Hexes:
    """Return the hexes within a distance of some hexes, including these."""
    for _ in range(distance):
        hexes |= setting.board.around(hexes)
    return hexes


def enemy_strength(setting: CompiledGame, state: State, side: int, hexes: Hexes) -> int:
    """Return the attack strength of a side's enemies in some hexes."""
    return sum(
        setting.strengths[unit][state.steps[unit]]
        for unit, place in enumerate(state.locations)
        if place >= 0 and hexes >> place & 1 and setting.side_of[unit] != side
    )


def defence_strength_in(setting: CompiledGame, state: State, side: int, hexes: Hexes) -> Strength:
    """Return the defence strength of a side's units in some hexes."""
    where = state.locations
    return sum(
        setting.defences[unit][state.steps[unit]]
        for unit in setting.units_by_side[side]
        if where[unit] >= 0 and hexes >> where[unit] & 1
    )
