"""Fortified hexsides: record which hexsides are destroyed, and remove steps across intact hexsides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.fortified_hexside_numbers import fortified_hexsides
from hexwright.geometry.hex_board import Board, Hex, Hexes
from hexwright.geometry.hex_steps import Steps, spread_by, steps_of
from hexwright.model.ids import SideId
from hexwright.model.rules.rules_record import Rules
from hexwright.rules.movement.movement_ways import MovementWay

HexsideSet = int
"""A bit set of the numbers of destructible fortified hexsides."""
FallenByHex = Mapping[Hex, Hexes]
"""Destroyed fortified hexsides: for each hex behind a destroyed hexside, the hexes in front of it."""


class FortifiedHexsideState:
    """The destructible fortified hexsides of a game."""

    def __init__(self, board: Board, rules: Rules, sides: Sequence[SideId]) -> None:
        self._board = board
        self.walls = fortified_hexsides(board, rules)
        self._number = {(wall.front, wall.behind): number for number, wall in enumerate(self.walls)}
        self._of = tuple(
            union(
                n
                for n, wall in enumerate(self.walls)
                if side in rules.fortified_hexsides[wall.entry].destroyed_by
            )
            for side in sides
        )
        self._to_attacks = union(
            n for n, wall in enumerate(self.walls) if rules.fortified_hexsides[wall.entry].destroyed_by_attack
        )
        lines: dict[tuple[int, str], HexsideSet] = {}
        for number, wall in enumerate(self.walls):
            lines[wall.entry, wall.line] = lines.get((wall.entry, wall.line), 0) | 1 << number
        self._lines = [
            (hexsides, most)
            for (entry, _), hexsides in lines.items()
            if (most := rules.fortified_hexsides[entry].line_destroyed_at) is not None
        ]
        self._gone: dict[HexsideSet, FallenByHex] = {}
        self._ways: dict[tuple[int, HexsideSet], tuple[MovementWay, MovementWay]] = {}

    def fallen(self, breached: HexsideSet) -> HexsideSet:
        """Return all destroyed hexsides, including the hexsides of whole lines that have fallen."""
        found = breached
        for hexsides, most in self._lines:
            if (breached & hexsides).bit_count() >= most:
                found |= hexsides
        return found

    def fallen_by_hex(self, breached: HexsideSet) -> FallenByHex:
        """Return the destroyed hexsides, keyed by the hex behind them."""
        found = self._gone.get(breached)
        if found is None:
            gone: dict[Hex, Hexes] = {}
            for number in members(self.fallen(breached)):
                wall = self.walls[number]
                gone[wall.behind] = gone.get(wall.behind, 0) | 1 << wall.front
            found = self._gone[breached] = gone
        return found

    def intact_hexsides(self, breached: HexsideSet, side: int) -> HexsideSet:
        """Return the intact hexsides that units of a side can destroy."""
        return self._of[side] & ~self.fallen(breached) if self._of[side] else 0

    def hexside_between(self, start: Hex, goal: Hex) -> HexsideSet:
        """Return the hexside whose front a step crosses, intact or not; 0 if there is none."""
        number = self._number.get((start, goal), -1)
        return 1 << number if number >= 0 else 0

    def hexes_behind(self, start: Hex, whole: HexsideSet) -> Hexes:
        """Return the hexes behind the given hexsides whose front is in the hex `start`."""
        return union(self.walls[n].behind for n in members(whole) if self.walls[n].front == start)

    def without_intact_fronts(self, way: MovementWay, whole: HexsideSet) -> MovementWay:
        """Return a movement mode without the steps across the fronts of the given hexsides."""
        key = (id(way), whole)
        found = self._ways.get(key)
        if found is None:
            barred: dict[int, Hexes] = {}
            for number in members(whole):
                wall = self.walls[number]
                step = wall.behind - wall.front
                barred[step] = barred.get(step, 0) | 1 << wall.front
            taken = tuple(self._steps_not_barred(steps, barred) for steps in way.steps_by_fare)
            spreads = (spread_by(steps) for steps in taken)
            fares = tuple(
                (spread, costs, beside) for spread, (_, costs, beside) in zip(spreads, way.fares, strict=True)
            )
            # Store the mode too: its `id` is a valid key only while the object lives.
            found = self._ways[key] = (replace(way, fares=fares, steps_by_fare=taken), way)
        return found[0]

    def _steps_not_barred(self, steps: Steps | None, barred: Mapping[int, Hexes]) -> Steps:
        every = steps if steps is not None else steps_of(self._board.near)
        return tuple((step, hexes & ~barred.get(step, 0)) for step, hexes in every)

    def destroyed_by_attack(self, breached: HexsideSet, side: int, froms: Hexes, goals: Hexes) -> HexsideSet:
        """Return the hexsides that are destroyed when a side attacks from the hexes `froms` and no defender
        is left in `goals`.
        """
        return union(
            n
            for n in members(self.intact_hexsides(breached, side) & self._to_attacks)
            if froms >> self.walls[n].front & 1 and goals >> self.walls[n].behind & 1
        )
