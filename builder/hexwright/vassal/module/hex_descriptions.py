"""Write the descriptions of all hexes into one table, which VASSAL's stack viewer reads."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.vassal.module import property_names as prop

START = "\u241e"
"""The separator before each hex in the table. No text of a game contains this character."""
MIDDLE = "\u241f"


def hex_description_table(game: Game) -> str:
    """Return the table: hex numbers and descriptions, each preceded by the separator."""
    rows = "".join(f"{START}{hex_id}{MIDDLE}{words}" for hex_id, words in hex_descriptions(game).items())
    return rows + START


def hex_descriptions(game: Game) -> Mapping[HexId, str]:
    """Return a description of each hex: its places, its terrain and its features."""
    hexmap = game.hexmap
    ground = next((kind.name for kind in hexmap.terrain if not kind.hexes), "")
    words: dict[HexId, list[str]] = {hex_id: [] for hex_id in HexGrid.of(hexmap.grid)}
    for place in hexmap.places:
        if place.hex in words:
            words[place.hex].append(place.name)
    named = {hex_id: kind.name for kind in reversed(hexmap.terrain) for hex_id in kind.hexes}
    for hex_id, found in words.items():
        found.append(named.get(hex_id, ground))
    for feature in hexmap.features:
        if feature.art == "fortification":
            for group in feature.groups:
                for hex_id in group.hexes:
                    words[hex_id].append(group.name)
    return {hex_id: _joined(found) for hex_id, found in words.items()}


def _joined(words: list[str]) -> str:
    return " · ".join(word for word in words if word).replace(START, "").replace(MIDDLE, "")


def hex_description_expression(location: str = "LocationName") -> str:
    """Return the expression that looks up the description of a location.

    For a location outside the hexes, its value is only the name of the location.
    """
    key = f'"{START}" + {location} + "{MIDDLE}"'
    begin = f"{prop.GROUND}.indexOf({key})"
    rest = f"{prop.GROUND}.substring({begin} + ({key}).length())"
    words = f'{rest}.substring(0, {rest}.indexOf("{START}"))'
    return f'{begin} < 0 ? {location} : {location} + " · " + {words}'
