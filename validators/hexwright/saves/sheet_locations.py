"""Name points on the sheet of a hexwright game as the module's grid and zones do."""

from __future__ import annotations

from math import hypot

from hexwright.inspect.analysis.log_position import Spot
from hexwright.vassal.module.board_positions import BoardPositions, Rect
from hexwright.vassal.module.property_names import MAIN_MAP

LocationAndZone = tuple[str | None, str | None]
"""The names of a location and its zone; either is None if there is no such name."""


class SheetLocations:
    """The locations on the main map of one game."""

    def __init__(self, places: BoardPositions) -> None:
        self.places = places
        self._hexes = {(spot.x, spot.y): hex_id for hex_id in places.grid for spot in (places.hex(hex_id),)}
        self._radius = places.resolution.pixels(places.sheet.layout.radius) + 1
        sheet, game = places.sheet, places.game
        boxes = [(box.name, places.box(box.id)) for box in game.hexmap.boxes if box.id in sheet.boxes]
        self._boxes: list[tuple[str, str, Rect]] = [
            *((name, name, rect) for name, rect in boxes),
            *((f"Turn {turn}", "Turn track", places.turn(turn)) for turn in sheet.turns),
        ]
        self._known: dict[tuple[int, int], LocationAndZone] = {}

    def location_of(self, spot: Spot) -> LocationAndZone:
        """Return the location and zone of a point; each is None if the point has none."""
        map_name, x, y = spot
        if map_name != MAIN_MAP:
            return (map_name, None) if map_name else (None, None)
        if (x, y) not in self._known:
            self._known[x, y] = self._name(x, y)
        return self._known[x, y]

    def _name(self, x: int, y: int) -> LocationAndZone:
        if (x, y) in self._hexes:
            return self._hexes[x, y], "Hexes"
        for location, zone, rect in self._boxes:
            if rect.x <= x < rect.x + rect.width and rect.y <= y < rect.y + rect.height:
                return location, zone
        (far, hex_id) = min((hypot(a - x, b - y), hex_id) for (a, b), hex_id in self._hexes.items())
        return (hex_id, "Hexes") if far <= self._radius else (None, None)
