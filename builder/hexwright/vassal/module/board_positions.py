"""Convert positions on the sheet to pixels of the board: hexes, boxes, turn track and phase track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hex_layout import Point as MmPoint
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.hex_map import Box as HoldingBox
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.render.canvas import Box
from hexwright.render.counters.free_corner import MarkDisc, free_mark_place
from hexwright.render.map.sheet.board_resolution import BoardResolution, resolution_for
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.map.sheet.waiting_piles import piles_of
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

    def cells(self, box: BoxId) -> tuple[PixelPoint, ...]:
        """Return the positions in a box at which units lie side by side, row by row: its drawn outlines.

        A box that is smaller than a counter has one.
        """
        return self._cells[box]

    @cached_property
    def _cells(self) -> Mapping[BoxId, tuple[PixelPoint, ...]]:
        counter = self.game.counters.sheet.counter_mm
        return {
            box: tuple(self.at(slot.centre) for slot in self.sheet.counter_slots(box, counter))
            for box in self.sheet.boxes
        }

    def spread(self, box: BoxId, units: Sequence[UnitId]) -> Mapping[UnitId, PixelPoint]:
        """Return the positions in a box of all units that lie there.

        Units that share a position are a stack.
        """
        cells = self.cells(box)
        piles = piles_of(self.game, units, len(cells))
        return {unit: cell for pile, cell in zip(piles, cells, strict=False) for unit in pile.units}

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
