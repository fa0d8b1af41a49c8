"""Compiled advances after battles by odds."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.hex_board import Board
from hexwright.model.rules.advance_after_combat_record import Advancing
from hexwright.rules.engine.compiled_criteria import Circumstance, Forces, Timed


class Advances(Timed[tuple[Advancing, Circumstance]]):
    """The advance rules of a scenario; by default, any attacker may advance one hex."""

    def __init__(
        self, entries: tuple[Advancing, ...], board: Board, forces: Forces, options: Mapping[str, str]
    ) -> None:
        self.given = bool(entries)
        super().__init__(((one, (one, Circumstance.of(board, forces, one))) for one in entries), options)
