"""Say in words what lies in each hex, as one look-up text for the viewer."""

from __future__ import annotations

from builder.geometry.hexgrid import HexGrid
from builder.model.game import Game
from builder.model.ids import HexId
from builder.vassal.compile import properties as prop

START = "\u241e"
"""Stands before each hex of the table; no text of a game holds it."""
MIDDLE = "\u241f"


def ground_table(game: Game) -> str:
    """Return the table: each hex and its words, between the two separators."""
    grid = HexGrid.of(game.hexmap.grid)
    rows = "".join(f"{START}{hex_id}{MIDDLE}{ground_words(game, hex_id)}" for hex_id in grid)
    return rows + START


def ground_words(game: Game, hex_id: HexId) -> str:
    """Return the words for one hex: its place, its terrain, and what stands in it."""
    place = game.hexmap.place_in(hex_id)
    words = [place.name] if place is not None else []
    words.append(game.hexmap.terrain_of(hex_id).name)
    for feature in game.hexmap.features:
        if feature.art in ("star", "cross", "none"):
            continue
        words += [group.name or feature.name for group in feature.groups if hex_id in group.hexes]
    return " · ".join(word for word in words if word).replace(START, "").replace(MIDDLE, "")


def ground_expression(location: str = "LocationName") -> str:
    """Return the expression that looks a location up; elsewhere than in a hex it is the location alone."""
    key = f'"{START}" + {location} + "{MIDDLE}"'
    begin = f"{prop.GROUND}.indexOf({key})"
    rest = f"{prop.GROUND}.substring({begin} + ({key}).length())"
    words = f'{rest}.substring(0, {rest}.indexOf("{START}"))'
    return f'{begin} < 0 ? {location} : {location} + " · " + {words}'
