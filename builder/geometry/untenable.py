"""Tell beside which hexes an enemy must stand for units in them to be lost."""

from __future__ import annotations

from builder.geometry.asking import hexes_asked, steps_asked
from builder.geometry.bits import together
from builder.geometry.board import Board, Hexes
from builder.model.untenable import Untenable


def exposed(board: Board, entry: Untenable) -> tuple[Hexes, ...]:
    """Return, by hex, those beside it from which an enemy takes it by an entry."""
    where = hexes_asked(board, entry)
    froms = steps_asked(board, entry) or board.near
    fronts = tuple(together(board.fronts[one][here] for one in entry.behind) for here in range(len(froms)))
    return tuple(
        hexes & ~front if where >> here & 1 and (front or not entry.behind) else 0
        for here, (hexes, front) in enumerate(zip(froms, fronts, strict=True))
    )
