"""Test where the water of a river is, point by point."""

from __future__ import annotations

import math

from hexwright.geometry.hex_layout import Point
from hexwright.render.map.lines.river_lines import River


def test_a_point_is_in_the_water_if_it_is_near_enough_to_any_point_of_the_river() -> None:
    line = tuple(Point(0.6 * n, 9 * math.sin(n / 7)) for n in range(130))
    widths = tuple(0.8 + 0.02 * n for n in range(130))
    river = River("river", "River", line, widths)
    points = [Point(x, y / 3) for x in range(-3, 84, 2) for y in range(-36, 37)]
    near = [
        any(point.distance(at) < width / 2 + 0.3 for at, width in zip(line, widths, strict=True))
        for point in points
    ]
    assert any(near)
    assert not all(near)
    assert [river.covers(point, 0.3) for point in points] == near
