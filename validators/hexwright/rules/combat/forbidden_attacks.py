"""Compile which attacks may not be made, and tell which entries count in a phase of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwright.geometry.hex_board import Board
from hexwright.model.rules.forbidden_attack_record import Barred
from hexwright.rules.engine.compiled_criteria import Circumstance, Forces, Timed


class Barring(Timed[tuple[Barred, Circumstance]]):
    """The attacks that may not be made in a scenario; none where the rules say nothing of them."""

    def __init__(
        self, entries: Sequence[Barred], board: Board, forces: Forces, options: Mapping[str, str]
    ) -> None:
        compiled = ((entry, Circumstance.of(board, forces, entry)) for entry in entries)
        super().__init__(((one[0], one) for one in compiled), options)
        self.given = bool(entries)
