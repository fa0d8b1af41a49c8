"""Model the hexsides as a graph. Its nodes are hex corners, and its edges are hexsides between two hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
import shapely

from hexwright.geomap.projected_hexes import ProjectedHexes
from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId, Hexside


@dataclass(frozen=True)
class HexsideGraph:
    """The hexside graph. Corners and hexsides have numbers; each hexside joins two corners."""

    field: ProjectedHexes
    corners: tuple[Point, ...]
    sides: tuple[Hexside, ...]
    side_corners: tuple[tuple[int, int], ...]
    """The two corners of each hexside."""
    hexes_at_corner: tuple[int, ...]
    """The number of hexes on the map that meet at each corner. It is less than three at the edge."""

    @cached_property
    def links(self) -> Mapping[int, tuple[tuple[int, int], ...]]:
        """Return, for each corner, the corners joined to it by a hexside, with the number of the hexside."""
        found: dict[int, list[tuple[int, int]]] = {n: [] for n in range(len(self.corners))}
        for number, (a, b) in enumerate(self.side_corners):
            found[a].append((b, number))
            found[b].append((a, number))
        return {corner: tuple(sorted(others)) for corner, others in found.items()}

    @cached_property
    def corner_points(self) -> Any:
        """Return the corners as an array of x and y, in km."""
        return shapely.points([(p.x, p.y) for p in self.corners])

    @cached_property
    def corner_tree(self) -> Any:
        """Return a spatial index of the corners."""
        return shapely.STRtree(self.corner_points)

    @cached_property
    def _probes(self) -> Any:
        """Return five points along each hexside."""
        a = numpy.array([(self.corners[i].x, self.corners[i].y) for i, _ in self.side_corners])
        b = numpy.array([(self.corners[j].x, self.corners[j].y) for _, j in self.side_corners])
        shares = numpy.array([0.1, 0.3, 0.5, 0.7, 0.9])
        return shapely.points(a[:, None, :] + (b - a)[:, None, :] * shares[None, :, None])

    @cached_property
    def _middles(self) -> Any:
        return shapely.STRtree(self._probes[:, 2])

    def sides_near(self, shape: Any, reach: float) -> dict[int, float]:
        """Return the hexsides at most `reach` km from a shape.

        The value of each is the mean of its squared distances, in hexes.
        """
        found = numpy.sort(self._middles.query(shape, predicate="dwithin", distance=reach))
        shapely.prepare(shape)
        far = shapely.distance(self._probes[found], shape) / self.field.hex_km
        return {
            int(side): float(value)
            for side, value in zip(found, numpy.round((far * far).mean(axis=1), 9), strict=True)
        }

    def corners_near(self, point: Any, reach: float) -> dict[int, float]:
        """Return the corners at most `reach` km from a point, each with its distance in hexes."""
        found = numpy.sort(self.corner_tree.query(point, predicate="dwithin", distance=reach))
        far = shapely.distance(self.corner_points[found], point) / self.field.hex_km
        return {int(c): float(d) for c, d in zip(found, numpy.round(far, 9), strict=True)}

    def side_between(self, a: int, b: int) -> int:
        """Return the number of the hexside that joins two corners; raise KeyError if there is none."""
        for other, side in self.links[a]:
            if other == b:
                return side
        raise KeyError((a, b))


def hexside_graph(field: ProjectedHexes) -> HexsideGraph:
    """Build the graph of the hexsides between the hexes of a map."""
    numbers: dict[tuple[int, int], int] = {}
    corners: list[Point] = []
    touching: list[int] = []
    of_hex: dict[HexId, tuple[int, ...]] = {}
    keys = numpy.rint(field.corners / field.hex_km * 100).astype(int).tolist()
    for hex_id, ring, points in zip(field.hexes, keys, field.corners.tolist(), strict=True):
        mine: list[int] = []
        for (x, y), point in zip(ring, points, strict=True):
            number = numbers.setdefault((x, y), len(corners))
            if number == len(corners):
                corners.append(Point(point[0], point[1]))
                touching.append(0)
            touching[number] += 1
            mine.append(number)
        of_hex[hex_id] = tuple(mine)
    sides = field.hexes.hexsides
    ends: list[tuple[int, int]] = []
    for side in sides:
        turn = field.hexes.directions.index(field.hexes.direction(side.first, side.second))
        ring = of_hex[side.first]
        ends.append((ring[turn], ring[(turn + 1) % 6]))
    return HexsideGraph(field, tuple(corners), sides, tuple(ends), tuple(touching))
