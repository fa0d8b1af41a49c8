"""Lay out the windows in which a side's units wait for a free set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.model.game import Game, Side
from builder.model.ids import SideId, UnitId
from builder.render.map.resolution import Resolution
from builder.vassal.codec.values import Colour, Point

MOST_ACROSS = 8


@dataclass(frozen=True)
class Tray:
    """One side's window: its map's name, and a place for each unit, a row or more for each class."""

    map: str
    side: Side
    size: Point
    spots: Mapping[UnitId, Point]

    def spot(self, unit: UnitId) -> Point:
        """Return where a unit waits; raise KeyError for a unit of the other side."""
        return self.spots[unit]

    @property
    def colour(self) -> Colour:
        """Return the ground: a pale tint of the side's colour."""
        fill = self.side.classic.reduced.lstrip("#")
        return Colour(*(int(fill[at : at + 2], 16) for at in (0, 2, 4)))


@dataclass(frozen=True)
class Trays:
    """The windows of all sides."""

    trays: tuple[Tray, ...]

    @classmethod
    def of_game(cls, game: Game, resolution: Resolution) -> Trays:
        """Lay out a window for each side that has units."""
        made = (_tray(game, side, resolution) for side in game.info.sides)
        return cls(tuple(tray for tray in made if tray.spots))

    def of(self, side: SideId) -> Tray:
        """Return a side's window; raise KeyError when it has no units."""
        for tray in self.trays:
            if tray.side.id == side:
                return tray
        raise KeyError(side)

    def all(self) -> tuple[Tray, ...]:
        """Return the windows in the order of the sides."""
        return self.trays


def tray_name(side: Side) -> str:
    """Return the name of a side's window."""
    return f"{side.name} forces"


def _tray(game: Game, side: Side, resolution: Resolution) -> Tray:
    pitch, margin = resolution.of_counter(180), resolution.of_counter(10)
    spots: dict[UnitId, Point] = {}
    row = widest = 0
    for unit_class in game.counters.classes:
        units = [u for u in game.counters.units if u.side == side.id and u.unit_class == unit_class.id]
        for number, unit in enumerate(units):
            column, down = number % MOST_ACROSS, row + number // MOST_ACROSS
            first = pitch // 2 + margin
            spots[unit.id] = Point(first + column * pitch, first + down * pitch)
            widest = max(widest, column + 1)
        row += -(-len(units) // MOST_ACROSS)
    size = Point(widest * pitch + 2 * margin, max(row, 1) * pitch + 2 * margin)
    return Tray(tray_name(side), side, size, spots)
