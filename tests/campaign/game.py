"""Load the game once for all tests, without the slow parts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from builder.geometry.hexgrid import HexGrid
from builder.load.project import Loaded, Project, load_game

ROOT: Final = Path(__file__).parents[2]
SLUG: Final = "moscow-campaign"


@cache
def loaded() -> Loaded:
    """Return the game as it is read and checked."""
    return load_game(Project(ROOT), SLUG)


@cache
def grid() -> HexGrid:
    """Return its hexes."""
    return HexGrid.of(loaded().game.hexmap.grid)
