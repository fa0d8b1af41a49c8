"""Find the hexes into which a side's ZOCs don't extend."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.criteria_hexes import hex_meets_criteria, hexes_meeting_criteria
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.rules_record import ZoneOfControl


def hexes_without_zoc(board: Board, zoc: ZoneOfControl, side: SideId) -> Hexes:
    """Return the hexes into which a side's ZOCs don't extend."""
    return union_of(
        hexes_meeting_criteria(board, one) for one in zoc.not_into if not one.side or side in one.side
    )


def hex_ids_without_zoc(game: Game, side: SideId, hexes: Iterable[HexId]) -> frozenset[HexId]:
    """Return the ids of those `hexes` into which a side's ZOCs don't extend.

    It works on a map without a valid board.
    """
    ends = [one for one in game.rules.zoc.not_into if not one.side or side in one.side]
    return frozenset(
        here for here in hexes if any(hex_meets_criteria(game.hexmap, here, one) for one in ends)
    )
