"""Defensive terrain: the value of each hex to a defender, estimated before the attack is known."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import log2

from hexwright.geometry.bitsets import members
from hexwright.geometry.criteria_hexes import criteria_steps, hexes_meeting_criteria
from hexwright.model.ids import SideId
from hexwright.rules.compiled.compiled_battles import CompiledBattles


class CompiledDefensiveTerrain(CompiledBattles):
    """Mixin of the compiled game: estimates of how well hexes can be defended."""

    @cached_property
    def defensive_shifts(self) -> tuple[tuple[float, ...], ...]:
        """Return, for each side and hex, the number of columns by which terrain weakens an attack on that
        side.

        A hexside counts in proportion to its share of the hexsides of the hex.
        """
        return tuple(self._defensive_shifts(side) for side in self.sides)

    def _defensive_shifts(self, side: SideId) -> tuple[float, ...]:
        board = self.board
        found = [0.0] * len(board.ids)
        for modifier in self.combat.modifiers:
            asks_more = modifier.side or modifier.classes or modifier.units or modifier.against_classes
            asks_how = modifier.supply or modifier.enemy_zoc or modifier.condition or modifier.near
            asks_time = modifier.weather or modifier.turns or modifier.phases or modifier.situation
            other = modifier.against and side not in modifier.against
            if asks_more or asks_how or asks_time or other or not self.options_hold(modifier.option):
                continue
            # Halving the odds is about one column.
            moved = modifier.column_shift + _doublings_of(modifier.attack) - _doublings_of(modifier.defence)
            froms = criteria_steps(board, modifier)
            for number in members(hexes_meeting_criteria(board, modifier)):
                share = 1.0 if froms is None else (froms[number] & board.near[number]).bit_count() / 6
                found[number] -= moved * share
        return tuple(found)


def _doublings_of(factor: str | None) -> float:
    """Return the base-2 logarithm of a strength factor; a factor below 1/9 is treated as 1/9."""
    return log2(max(Fraction(factor or 1), Fraction(1, 9)))
