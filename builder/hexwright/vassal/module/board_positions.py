"""Convert positions on the sheet to pixels of the board: hexes, boxes, turn track and phase track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point as MmPoint
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.hex_map import Box as HoldingBox
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId
from hexwright.render.canvas import Box
from hexwright.render.counters.free_corner import MarkDisc, free_mark_place
from hexwright.render.map.board_resolution import BoardResolution, resolution_for
from hexwright.render.map.sheet_plan import HEAD, SheetPlan
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.numbered_grid import NumberedGrid, numbered_grid

TURN_MARKER = 66 / 150
"""The edge of the turn marker as a fraction of a counter's edge."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned rectangle in pixels of the board."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> PixelPoint:
        """Return the centre point."""
        return PixelPoint(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def corners(self) -> tuple[PixelPoint, ...]:
        """Return the four corners, clockwise from the upper left."""
        return (
            PixelPoint(self.x, self.y),
            PixelPoint(self.x + self.width, self.y),
            PixelPoint(self.x + self.width, self.y + self.height),
            PixelPoint(self.x, self.y + self.height),
        )


@dataclass(frozen=True)
class BoardPositions:
    """The positions of hexes, boxes and tracks on a game's board, in pixels."""

    game: Game
    sheet: SheetPlan

    @property
    def grid(self) -> HexGrid:
        """Return the hex grid."""
        return self.sheet.layout.grid

    @cached_property
    def resolution(self) -> BoardResolution:
        """Return the scale of the board: pixels per millimetre and per counter edge."""
        return resolution_for(self.game, self.sheet)

    @cached_property
    def moved_mark(self) -> MarkDisc:
        """Return the position and size of the mark that VASSAL draws on a counter that has moved."""
        return free_mark_place(self.game)

    @cached_property
    def has_steps(self) -> bool:
        """Return whether any unit has more than one step."""
        return any(len(unit.steps) > 1 for unit in self.game.counters.units)

    @property
    def size(self) -> PixelPoint:
        """Return the width and height of the board in pixels."""
        pixels = self.resolution.pixels
        return PixelPoint(pixels(self.sheet.width), pixels(self.sheet.height))

    def at(self, point: MmPoint) -> PixelPoint:
        """Convert a point of the sheet from mm to pixels."""
        return PixelPoint(self.resolution.pixels(point.x), self.resolution.pixels(point.y))

    def rect(self, box: Box) -> Rect:
        """Convert a rectangle of the sheet from mm to pixels."""
        pixels = self.resolution.pixels
        left, top = pixels(box.x), pixels(box.y)
        return Rect(left, top, pixels(box.right) - left, pixels(box.bottom) - top)

    def hex(self, hex_id: HexId) -> PixelPoint:
        """Return the pixel to which VASSAL snaps pieces that are dropped on a hex.

        Raises KeyError for a hex that isn't on the map.
        """
        return self._centres[hex_id]

    @cached_property
    def numbered(self) -> NumberedGrid | None:
        """Return VASSAL's hex grid for the map, or None if VASSAL can't produce the map's hex numbers."""
        return numbered_grid(self.sheet.layout, self.resolution)

    @cached_property
    def _centres(self) -> Mapping[HexId, PixelPoint]:
        if self.numbered is not None:
            return dict(self.numbered.centres())
        return {hex_id: self.at(self.sheet.layout.centre(hex_id)) for hex_id in self.grid}

    def box(self, box: BoxId) -> Rect:
        """Return the area of a holding box; raise KeyError if the sheet has no such box."""
        return self._boxes[box]

    @cached_property
    def _boxes(self) -> Mapping[BoxId, Rect]:
        return {box: self.rect(area) for box, area in self.sheet.boxes.items()}

    def turn(self, turn: int) -> Rect:
        """Return the area of a turn on the turn track; raise KeyError if the track has no such turn."""
        return self.rect(self.sheet.turns[turn])

    def phase(self, phase: PhaseId) -> Rect | None:
        """Return the area of a phase on the phase track, or None if the sheet has no such phase."""
        box = self.sheet.phases.get(phase)
        return None if box is None else self.rect(box)

    def turn_spot(self, turn: int) -> PixelPoint:
        """Return the position of the small turn marker in a turn's area.

        It is on the right, where it hides no text.
        """
        cell = self.turn(turn)
        marker = round(self.resolution.counter * TURN_MARKER)
        return PixelPoint(cell.x + cell.width - marker * 3 // 5, cell.y + cell.height * 46 // 100)

    def slot(self, box: BoxId, number: int, count: int) -> PixelPoint:
        """Return the position of counter `number` (from 0) among the `count` counters that start in a box.

        Its x coordinate is odd.
        """
        title = 0 if box in self.sheet.printed else self._title
        spot = spread_counters(self.box(box), number, count, self.resolution, title)
        return PixelPoint((spot.x - 1) | 1, spot.y)

    @property
    def _title(self) -> int:
        """Return the height of the title of a box that hexwright draws, in pixels."""
        return self.resolution.pixels(HEAD) + 1

    def cells(self, box: BoxId) -> tuple[PixelPoint, ...]:
        """Return the positions in a box at which units that are sent there lie side by side, row by row.

        A box that is smaller than a counter has one.
        """
        area, counter = self.box(box), self.resolution.counter
        title = 0 if box in self.sheet.printed else self._title
        left, top, width, height = _room(area, self.resolution, title)
        xs = _along(area.x + counter / 2, area.width - counter, left, width, counter)
        ys = _along(area.y + title + counter / 2, area.height - title - counter, top, height, counter)
        return tuple(PixelPoint(round(x), round(y)) for y in ys for x in xs)

    def pool(self, side: SideId, kind: str) -> HoldingBox | None:
        """Return a side's own box of a kind. If it has none, return the shared box of that kind, or None."""
        return self._pools.get((side, kind)) or self._pools.get((None, kind))

    @cached_property
    def _pools(self) -> Mapping[tuple[SideId | None, str], HoldingBox]:
        """Return the first box of each side and kind.

        The result is cached because every unit needs it.
        """
        boxes = [box for box in self.game.hexmap.boxes if box.id in self.sheet.boxes]
        return {(box.side, box.kind): box for box in reversed(boxes)}

    def eliminated(self, unit: Unit) -> HoldingBox | None:
        """Return the box to which a unit is moved when it is eliminated.

        This is its side's replacement pool or its box of eliminated units. The latter is preferred if the
        rules never replace the unit.
        """
        kinds = ("eliminated", "pool") if self._is_never_replaced(unit) else ("pool", "eliminated")
        return self.pool(unit.side, kinds[0]) or self.pool(unit.side, kinds[1])

    def out_of_game(self, unit: Unit) -> HoldingBox | None:
        """Return the box for units that can never return, or None if it is the one that
        `eliminated` returns.
        """
        box = self.pool(unit.side, "eliminated")
        return box if box is not None and box != self.eliminated(unit) else None

    def waiting(self, unit: Unit) -> HoldingBox | None:
        """Return the box from which a unit enters, or None if it is the box that `eliminated` returns."""
        box = self.pool(unit.side, "pool")
        return box if box is not None and box != self.eliminated(unit) else None

    def _is_never_replaced(self, unit: Unit) -> bool:
        rules = self.game.rules.replacements
        return any(rule.side == unit.side and unit.unit_class in rule.not_replaceable for rule in rules)


@lru_cache(maxsize=1 << 13)
def spread_counters(
    area: Rect, number: int, count: int, resolution: BoardResolution, title: int
) -> PixelPoint:
    """Return the position of counter `number` of `count` counters in an area, all of which are there.

    All counters lie inside the area, below its title. They overlap evenly if the area is small.
    """
    x, y, width, height = _room(area, resolution, title)
    across = _across(width, height, count, resolution.counter + resolution.counter_pixels(10))
    pitch = resolution.counter + resolution.counter_pixels(10)
    down = -(-max(count, 1) // across)
    step_x = min(pitch, max(width, 0) / max(across - 1, 1))
    step_y = min(pitch, max(height, 0) / max(down - 1, 1))
    column, row = number % across, number // across
    return PixelPoint(round(x + column * step_x), round(y + row * step_y))


_GAP: Final = 1 / 15
"""The gap between counters side by side, as a part of their edge, where there is room."""


def _along(start: float, room: float, first: float, length: float, counter: int) -> tuple[float, ...]:
    """Return the coordinates of counters side by side, with a gap at both ends unless more fit without it.

    `start` and `room` are those without the gap, `first` and `length` those with it.
    """
    most = max(room, 0) // counter + 1
    if most > max(length, 0) // counter + 1:
        first, length = start, room
    step = min(counter * (1 + _GAP), max(length, 0) / max(most - 1, 1))
    return tuple(first + n * step for n in range(int(most)))


def _room(area: Rect, resolution: BoardResolution, title: int) -> tuple[float, float, int, int]:
    """Return the rectangle of an area in which centres of counters may be, below its title: left, top, width
    and height in pixels. The sizes of a small area are negative.
    """
    counter, gap = resolution.counter, resolution.counter_pixels(10)
    width, height = area.width - counter, area.height - title - counter
    left, top = (min(gap, max(size, 0) / 2) for size in (width, height))
    return (
        area.x + left + counter / 2,
        area.y + title + top + counter / 2,
        round(width - 2 * left),
        round(height - 2 * top),
    )


@cache
def _across(width: int, height: int, count: int, most: int) -> int:
    """Return the number of counters per row for the widest spacing up to `most` pixels."""
    return max(range(1, max(count, 1) + 1), key=lambda across: _pitch(width, height, across, count, most))


def _pitch(width: float, height: float, across: int, count: int, most: int) -> float:
    """Return the spacing of counters in pixels for a number of counters per row.

    It is the smaller of the horizontal and the vertical spacing.
    """
    down = -(-max(count, 1) // across)
    return min(
        most,
        max(width, 0) / max(across - 1, 1) if across > 1 else most,
        max(height, 0) / max(down - 1, 1) if down > 1 else most,
    )
