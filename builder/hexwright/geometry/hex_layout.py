"""Convert between hex ids and positions on the sheet in millimetres."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexwright.geometry.hexgrid import STEPS, Cube, HexGrid
from hexwright.model.ids import Direction, HexId, Hexside


@dataclass(init=False, eq=True, unsafe_hash=True, slots=True)
class Point:
    """A point on the sheet in mm (or any other unit used consistently): x to the right, y down.

    Treat it as immutable; mypy reports assignments. It isn't a frozen dataclass because a large map creates
    two million points, and frozen ones take twice as long to create.
    """

    x: Final[float]
    y: Final[float]

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def scaled(self, factor: float) -> Point:
        """Return the vector multiplied by `factor`."""
        return Point(self.x * factor, self.y * factor)

    def towards(self, other: Point, share: float) -> Point:
        """Return the point at `share` (0 to 1) of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)

    def distance(self, other: Point) -> float:
        """Return the straight-line distance."""
        return math.hypot(self.x - other.x, self.y - other.y)


_ORIGIN: Final = Point(0.0, 0.0)


@dataclass(frozen=True)
class Layout:
    """The positions of a grid's hexes. The upper left corner of their bounding box is `origin`."""

    grid: HexGrid
    hex_width: float
    """Width across the flats, in the unit of the sheet."""
    origin: Point = _ORIGIN

    @cached_property
    def radius(self) -> float:
        """Return the distance from a hex's centre to its corners."""
        return self.hex_width / math.sqrt(3)

    @property
    def flat(self) -> bool:
        """Return whether hexes have a flat top."""
        return self.grid.grid.orientation == "flat"

    def _raw(self, cube: Cube) -> Point:
        if self.flat:
            return Point(1.5 * self.radius * cube.q, self.hex_width * (cube.r + cube.q / 2))
        return Point(self.hex_width * (cube.q + cube.r / 2), 1.5 * self.radius * cube.r)

    @cached_property
    def _raws(self) -> Mapping[HexId, Point]:
        """Return each hex's centre relative to the centre of the hex with coordinates (0, 0)."""
        return {hex_id: self._raw(self.grid.cube(hex_id)) for hex_id in self.grid}

    @cached_property
    def _offset(self) -> Point:
        half_x, half_y = self.half_hex
        return Point(
            self.origin.x + half_x - min(point.x for point in self._raws.values()),
            self.origin.y + half_y - min(point.y for point in self._raws.values()),
        )

    @property
    def half_hex(self) -> tuple[float, float]:
        """Return half the width and half the height of a hex."""
        return (self.radius, self.hex_width / 2) if self.flat else (self.hex_width / 2, self.radius)

    def centre(self, hex_id: HexId) -> Point:
        """Return the centre of a hex; raise KeyError for a hex not on the map."""
        return self._centres[hex_id]

    @cached_property
    def _centres(self) -> Mapping[HexId, Point]:
        return {hex_id: raw + self._offset for hex_id, raw in self._raws.items()}

    def corners(self, hex_id: HexId) -> tuple[Point, ...]:
        """Return the six corners, clockwise from the upper left (flat) or the top (pointy)."""
        centre = self.centre(hex_id)
        return tuple(centre + corner for corner in self._corners)

    @cached_property
    def _corners(self) -> tuple[Point, ...]:
        """Return the corners of a hex around the origin."""
        start = -120 if self.flat else -90
        angles = [math.radians(start + 60 * n) for n in range(6)]
        return tuple(Point(self.radius * math.cos(angle), self.radius * math.sin(angle)) for angle in angles)

    def side(self, hex_id: HexId, direction: Direction) -> tuple[Point, Point]:
        """Return the two ends of a hex's side, clockwise; raise ValueError for an invalid direction."""
        corners = self.corners(hex_id)
        number = self.grid.directions.index(direction)
        return corners[number], corners[(number + 1) % 6]

    def hexside(self, hexside: Hexside) -> tuple[Point, Point]:
        """Return the two ends of the side between two hexes; raise ValueError unless they are adjacent."""
        return self.side(hexside.first, self.grid.direction(hexside.first, hexside.second))

    @cached_property
    def size(self) -> Point:
        """Return the width and height of the bounding box of all hexes."""
        half_x, half_y = self.half_hex
        centres = [self.centre(hex_id) for hex_id in self.grid]
        return Point(
            max(point.x for point in centres) + half_x - self.origin.x,
            max(point.y for point in centres) + half_y - self.origin.y,
        )

    def hex_at(self, point: Point) -> HexId | None:
        """Return the hex that contains a point, or None; a point on a hexside belongs to either hex."""
        raw = point - self._offset
        if self.flat:
            q = raw.x / (1.5 * self.radius)
            r = raw.y / self.hex_width - q / 2
        else:
            r = raw.y / (1.5 * self.radius)
            q = raw.x / self.hex_width - r / 2
        return self.grid.at(_round(q, r))

    def outward(self, direction: Direction) -> Point:
        """Return the vector from a hex's centre to the centre of its neighbour in a direction."""
        return self._raw(STEPS[self.grid.grid.orientation][direction])


def _round(q: float, r: float) -> Cube:
    """Return the hex nearest to fractional coordinates; the axis with the largest error is recomputed."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    error_q, error_r, error_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if error_q > error_r and error_q > error_s:
        whole_q = -whole_r - whole_s
    elif error_r > error_s:
        whole_r = -whole_q - whole_s
    return Cube(whole_q, whole_r)
