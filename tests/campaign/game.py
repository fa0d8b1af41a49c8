"""Load the game once for all tests, without the slow parts."""

from __future__ import annotations

from functools import cache
from typing import Final

from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.game_loading import LoadedGame
from tests.shipped import shipped

SLUG: Final = "moscow-campaign"


@cache
def loaded() -> LoadedGame:
    """Return the game as it is read and checked."""
    return shipped(SLUG)


@cache
def grid() -> HexGrid:
    """Return its hexes."""
    return HexGrid.of(loaded().game.hexmap.grid)
