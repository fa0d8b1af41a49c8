"""Compile which units can't hold beside an enemy, and from where he takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.adjacent_elimination_hexes import exposed
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.rules.adjacent_elimination_record import Untenable
from hexwright.rules.engine.compiled_criteria import Circumstance, Forces, Timed


class Exposure(Timed[tuple[Circumstance, tuple[Hexes, ...]]]):
    """Who can't hold in a scenario, and by hex from which hexes beside it an enemy takes it."""

    def __init__(
        self, entries: Sequence[Untenable], board: Board, forces: Forces, options: Mapping[str, str]
    ) -> None:
        compiled = ((one, (Circumstance.of(board, forces, one), exposed(board, one))) for one in entries)
        super().__init__(compiled, options)
