"""Find the hexes into which a side's ZOCs don't extend."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import together
from hexwright.geometry.criteria_hexes import hexes_asked, is_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.rules_record import ZoneOfControl


def beyond(board: Board, zoc: ZoneOfControl, side: SideId) -> Hexes:
    """Return the hexes into which a side's ZOCs don't extend."""
    return together(hexes_asked(board, one) for one in zoc.not_into if not one.side or side in one.side)


def ids_beyond(game: Game, side: SideId, hexes: Iterable[HexId]) -> frozenset[HexId]:
    """Return those of some hexes, by id, into which a side's ZOCs don't extend, for a map without a valid
    board.
    """
    ends = [one for one in game.rules.zoc.not_into if not one.side or side in one.side]
    return frozenset(here for here in hexes if any(is_asked(game.hexmap, here, one) for one in ends))
