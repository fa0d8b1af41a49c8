"""Load the game once for all tests, without the slow parts."""

from __future__ import annotations

from functools import cache
from typing import Final

from hexwright.geometry.hexgrid import HexGrid
from hexwright.load.game_loading import LoadedGame
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.shipped import shipped

SLUG: Final = "battle-of-moscow"
START: Final = "typhoon"


@cache
def loaded() -> LoadedGame:
    """Return the game as it is read and checked."""
    return shipped(SLUG)


def played() -> Game:
    """Return the game."""
    return loaded().game


@cache
def kernel() -> RulesEngine:
    """Return its rules, set up as the scenario has it."""
    return RulesEngine(played(), START)


@cache
def grid() -> HexGrid:
    """Return its hexes."""
    return HexGrid.of(loaded().game.hexmap.grid)


def homes() -> dict[str, HexId]:
    """Return the hex of each town."""
    return {place.name: place.hex for place in loaded().game.hexmap.places}


def groups(feature: str) -> dict[str, tuple[HexId, ...]]:
    """Return the hexes of each group of a feature."""
    [found] = (one for one in loaded().game.hexmap.features if one.id == feature)
    return {group.id: group.hexes for group in found.groups}


def front(name: str) -> tuple[HexId, ...]:
    """Return the hexes of a front of the Finns, `isthmus` or `svir`."""
    return groups(f"{name}-front")["all"]


def forts() -> set[HexId]:
    """Return the hexes that are fortified on all sides."""
    return {hex_id for hexes in groups("fort").values() for hex_id in hexes}
