"""Write the table of stacking limits for the scripts."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.words.stacking_words import told
from hexwright.vassal.enforcement.tables import circumstances
from hexwright.vassal.enforcement.tables.circumstances import Circumstance
from hexwright.vassal.enforcement.tables.rows import Table, listed, row


@row
class StackLimit(Circumstance):
    """A row for a stacking limit: the maximum per hex, its rule and description.

    It also lists the classes whose units don't count as one unit each.
    """

    most: str
    points: str
    rule: str
    told: str


def values(game: Game, board: Board) -> Mapping[str, Table | str]:
    """Return the table of stacking limits. It is empty if stacking is unlimited."""
    return {
        "STACK_LIMITS": listed(
            StackLimit,
            (
                StackLimit(
                    **circumstances.asked(board, one),
                    most=str(one.max),
                    points=",".join(f"{unit_class}:{points}" for unit_class, points in one.points.items()),
                    rule=one.rule,
                    told=told(game, one),
                )
                for one in game.rules.stacking.every
            ),
        )
    }
