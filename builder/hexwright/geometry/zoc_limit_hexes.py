"""Tell into which hexes the zones of a side don't reach."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import together
from hexwright.geometry.criteria_hexes import hexes_asked, is_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.rules_record import ZoneOfControl


def beyond(board: Board, zoc: ZoneOfControl, side: SideId) -> Hexes:
    """Return the hexes into which the zones of a side don't reach."""
    return together(hexes_asked(board, one) for one in zoc.not_into if not one.side or side in one.side)


def ids_beyond(game: Game, side: SideId, hexes: Iterable[HexId]) -> frozenset[HexId]:
    """Return the same of some hexes by their ids, for a map of which no board can be made yet."""
    ends = [one for one in game.rules.zoc.not_into if not one.side or side in one.side]
    return frozenset(here for here in hexes if any(is_asked(game.hexmap, here, one) for one in ends))
