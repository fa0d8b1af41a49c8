"""Stacking limits: hexes with room for a unit, and hexes that hold too many units."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexwright.geometry.bitsets import members, union, union_of
from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.words.stacking_words import told
from hexwright.rules.engine.compiled_criteria import Units


@dataclass(frozen=True, slots=True, eq=False)
class CompiledStackLimit:
    """A stacking limit; hexes and units are numbers."""

    maximum: int
    hexes: Hexes
    weights: tuple[int, ...]
    """The weight of each unit in the limit; 0 for units to which the limit doesn't apply."""
    counted: tuple[tuple[int, ...], ...]
    """For each side, the units to which the limit applies; a unit is repeated according to its weight."""
    units: Units
    rule: str
    text: str
    """The limit in words, for messages."""

    def overstacked_hexes(self, where: Sequence[int], side: int) -> Hexes:
        """Return the hexes in which a side exceeds the limit."""
        return self.hexes & hexes_holding(where, self.counted[side], self.maximum + 1)

    def full_hexes(self, where: Sequence[int], unit: int, mates: Iterable[int]) -> Hexes:
        """Return the hexes in which the limit leaves no room for a unit together with the units `mates`.

        A unit that `mates` lists several times is counted several times.
        """
        weight = self.weights[unit]
        return self.hexes & hexes_holding(where, mates, self.maximum - weight + 1) if weight else 0


class CompiledStacking:
    """All stacking limits of a game."""

    def __init__(self, game: Game, board: Board, units: Sequence[UnitId], of_side: Sequence[Sequence[int]]):
        known = [game.counters.unit(unit) for unit in units]
        found: list[CompiledStackLimit] = []
        for one in game.rules.stacking.every:
            weights = tuple(one.weight(unit) for unit in known)
            counted = tuple(tuple(n for n in own for _ in range(weights[n])) for own in of_side)
            about = union(n for n, weight in enumerate(weights) if weight)
            words = told(game, one)
            found.append(
                CompiledStackLimit(
                    one.max, hexes_meeting_criteria(board, one), weights, counted, about, one.rule, words
                )
            )
        self.limits = tuple(found)

    def full_hexes(self, where: Sequence[int], unit: int, side: int) -> Hexes:
        """Return the hexes in which a unit can't stay because of the friendly units there."""
        found = 0
        for limit in self.limits:
            found |= limit.full_hexes(where, unit, (mate for mate in limit.counted[side] if mate != unit))
        return found

    def full_hexes_with(self, where: Sequence[int], unit: int, side: int, mates: Units) -> Hexes:
        """Return the hexes in which a unit can't stay because of `mates`; other units of its side are
        ignored.
        """
        found = 0
        for limit in self.limits:
            found |= limit.full_hexes(
                where, unit, (mate for mate in limit.counted[side] if mates >> mate & 1)
            )
        return found

    def blocking_limit(
        self, where: Sequence[int], unit: int, side: int, goal: Hex
    ) -> CompiledStackLimit | None:
        """Return the first limit that prevents a unit from staying in a hex."""
        for limit in self.limits:
            if (
                limit.full_hexes(where, unit, (mate for mate in limit.counted[side] if mate != unit)) >> goal
                & 1
            ):
                return limit
        return None

    def overstacked_hexes(self, where: Sequence[int], side: int) -> Hexes:
        """Return the hexes in which a side is overstacked."""
        return union_of(limit.overstacked_hexes(where, side) for limit in self.limits)

    def overstacking_units(self, where: Sequence[int], side: int, units: Units) -> list[int]:
        """Return the units in `units` that count towards an exceeded limit in their hex."""
        found: Units = 0
        for limit in self.limits:
            over = limit.overstacked_hexes(where, side)
            if over:
                counted = members(units & limit.units)
                found |= union(unit for unit in counted if where[unit] >= 0 and over >> where[unit] & 1)
        return list(members(found))

    def broken_limits(self, units: Collection[int], here: Hex) -> Iterator[CompiledStackLimit]:
        """Yield the limits that units of one side would exceed together in a hex."""
        for limit in self.limits:
            if limit.hexes >> here & 1 and sum(limit.weights[unit] for unit in units) > limit.maximum:
                yield limit


def hexes_holding(where: Sequence[int], units: Iterable[int], number: int) -> Hexes:
    """Return the hexes that hold at least `number` of the given units; `number` must be 1 or more.

    A unit that is listed several times is counted several times.
    """
    if number <= 2:
        # A special case for speed: a limit of one unit is tested after every move.
        once = twice = 0
        for unit in units:
            if (place := where[unit]) >= 0:
                twice |= once & 1 << place
                once |= 1 << place
        return once if number == 1 else twice
    reached = [0] * (number + 1)
    for unit in units:
        place = where[unit]
        if place >= 0:
            more = 1 << place
            for level in range(number):
                more, reached[level] = more & reached[level], reached[level] | more
    return reached[number - 1]
