"""Compile which attacks may not be made, and tell which entries count in a phase of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.geometry.board import Board
from builder.model.barring import Barred
from validators.rules.circumstances import Circumstance, Forces, by_turn, timely


class Barring:
    """The attacks that may not be made in a scenario; none where the rules say nothing of them."""

    def __init__(
        self, entries: Sequence[Barred], board: Board, forces: Forces, options: Mapping[str, str]
    ) -> None:
        self.given = bool(entries)
        self._options = options
        self._by_turn = by_turn(entries)
        self._all = tuple((entry, Circumstance.of(board, forces, entry)) for entry in entries)
        self._timely: dict[tuple[str, str, int], tuple[tuple[Barred, Circumstance], ...]] = {}

    def on(self, phase: str, weather: str, turn: int) -> tuple[tuple[Barred, Circumstance], ...]:
        """Return what counts in a phase of a turn, in a weather."""
        key = (phase, weather, turn if self._by_turn else 0)
        found = self._timely.get(key)
        if found is None:
            found = tuple(one for one in self._all if timely(one[0], phase, weather, turn, self._options))
            self._timely[key] = found
        return found
