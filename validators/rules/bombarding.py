"""Compile who bombards, and tell how far on a turn."""

from __future__ import annotations

from collections.abc import Mapping

from builder.geometry.board import Board, Hex, Hexes
from builder.model.bombarding import Bombardment, Ranged
from validators.rules.circumstances import Circumstance, Forces, by_turn, timely


class Bombarding:
    """Who bombards in a scenario; nobody where the rules say nothing of it."""

    def __init__(
        self, rules: Bombardment | None, board: Board, forces: Forces, options: Mapping[str, str]
    ) -> None:
        entries = () if rules is None else rules.units
        self.given = rules is not None
        self.spared = rules is not None and rules.spared
        self.rule = "" if rules is None else rules.rule
        self._board, self._options = board, options
        self._all = tuple((entry, Circumstance.of(board, forces, entry)) for entry in entries)
        self.units = 0
        """All who ever do."""
        for _, so in self._all:
            self.units |= so.units
        self._by_turn = by_turn(entries)
        self._timely: dict[tuple[str, str, int], tuple[tuple[Ranged, Circumstance], ...]] = {}
        self._discs: dict[tuple[Hex, int], Hexes] = {}

    def on(self, phase: str, weather: str, turn: int) -> tuple[tuple[Ranged, Circumstance], ...]:
        """Return what counts in a phase of a turn, in a weather."""
        key = (phase, weather, turn if self._by_turn else 0)
        found = self._timely.get(key)
        if found is None:
            found = tuple(one for one in self._all if timely(one[0], phase, weather, turn, self._options))
            self._timely[key] = found
        return found

    def disc(self, here: Hex, hexes: int) -> Hexes:
        """Return the hexes at most so many away, with the hex itself."""
        found = self._discs.get((here, hexes))
        if found is None:
            found = 1 << here
            for _ in range(hexes):
                found |= self._board.around(found)
            self._discs[here, hexes] = found
        return found
