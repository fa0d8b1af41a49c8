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
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
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

        Its x coordinate is odd, while that of a unit that is sent to the box later is even. At equal
        positions VASSAL would stack the two, and the stack would extend beyond the box.
        """
        spot = spread_counters(self.box(box), number, count, self.resolution)
        return PixelPoint((spot.x - 1) | 1, spot.y)

    def arrival_spot(self, box: BoxId, unit: UnitId) -> PixelPoint:
        """Return the position of a unit that is sent to a box; raise ValueError if no rule sends it there."""
        sent = self._sent[box]
        spot = scatter_counters(self.box(box), sent.index(unit), len(sent), self.resolution)
        return PixelPoint(spot.x & ~1, spot.y)

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

    @cached_property
    def _sent(self) -> Mapping[BoxId, tuple[UnitId, ...]]:
        """Return, for each box, the units of all sides that are sent there: eliminated units and future
        arrivals.
        """
        found: dict[BoxId, list[UnitId]] = {}
        for unit in self.game.counters.units:
            for box in (self.eliminated(unit), self.out_of_game(unit), self.waiting(unit)):
                if box is not None:
                    found.setdefault(box.id, []).append(unit.id)
        return {box: tuple(units) for box, units in found.items()}


@lru_cache(maxsize=1 << 13)
def spread_counters(area: Rect, number: int, count: int, resolution: BoardResolution) -> PixelPoint:
    """Return the position of counter `number` of `count` counters in an area, all of which are there.

    All counters lie inside the area, below its title. They overlap evenly if the area is small.
    """
    x, y, width, height = _room(area, resolution)
    pitch = resolution.counter + resolution.counter_pixels(10)
    across = _across(width, height, count, pitch)
    down = -(-max(count, 1) // across)
    step_x = min(pitch, max(width, 0) / max(across - 1, 1))
    step_y = min(pitch, max(height, 0) / max(down - 1, 1))
    column, row = number % across, number // across
    return PixelPoint(round(x + column * step_x), round(y + row * step_y))


@lru_cache(maxsize=1 << 13)
def scatter_counters(area: Rect, number: int, count: int, resolution: BoardResolution) -> PixelPoint:
    """Return the position of counter `number` of `count` counters in an area, few of which may be there.

    In an area that is too small for all, as many positions are side by side as it holds. Later counters lie
    on the first ones, each a little lower, so that a few counters hide each other as little as they can.
    """
    x, y, width, height = _room(area, resolution)
    counter, room = resolution.counter, max(height, 0)
    across = max(width, 0) // counter + 1
    layers, down = 1, room // counter + 1
    while across * down * layers < count:
        layers += 1
        down = max(room - (layers - 1) * counter // _FAN, 0) // counter + 1
    # As many positions below each other as layers, before the next row begins.
    fan = min(counter // _FAN, min(counter, room) // layers)
    if layers == 1 or fan < _LEAST_FAN:
        return spread_counters(area, number, count, resolution)
    layer, place = divmod(number, across * down)
    step_x = max(width, 0) / max(across - 1, 1)
    step_y = (room - (layers - 1) * fan) / max(down - 1, 1)
    column, row = place % across, place // across
    return PixelPoint(round(x + column * step_x), round(y + row * step_y + layer * fan))


_FAN: Final = 4
"""A counter that lies on another one is lower by this part of its edge."""
_LEAST_FAN: Final = 3
"""The least number of pixels by which it is lower; where there is less room, counters are spread evenly."""


def _room(area: Rect, resolution: BoardResolution) -> tuple[float, float, int, int]:
    """Return the rectangle of an area in which centres of counters may be, below its title: left, top, width
    and height in pixels. The sizes of a small area are negative.
    """
    counter, gap = resolution.counter, resolution.counter_pixels(10)
    title = resolution.pixels(HEAD) + 1
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
