"""Orient rivers from source to mouth by their ends, or by the direction in which they were drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from hexwright.geomap.river_snapping import SnappedLine, WaterNetwork


def orient_downstream(waters: WaterNetwork, snapped: Sequence[SnappedLine]) -> list[SnappedLine]:
    """Return lines in the given order. If the direction of flow is known, hexsides go from source to mouth.

    A river rises on dry land, and ends in other water or off the map. If its ends don't decide, the direction
    in which most of the river was drawn decides. Most layers draw rivers downstream.
    """
    passing = Counter(corner for one in snapped if one.sides for corner in set(one.way))

    def dry(corner: int) -> bool:
        sides = {side for _, side in waters.net.links[corner]}
        lake = sides & (waters.shore_sides | waters.water_sides)
        return waters.net.hexes_at_corner[corner] == 3 and passing[corner] < 2 and not lake

    found = []
    for one in snapped:
        rises, ends = (dry(corner) for corner in (one.way[0], one.way[-1])) if one.sides else (True, False)
        upstream = ends if rises != ends else not one.course.as_drawn
        found.append(replace(one, sides=one.sides[::-1], way=one.way[::-1]) if upstream else one)
    return found
