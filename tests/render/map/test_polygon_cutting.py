"""Cutting a polygon into blocks leaves out only what isn't seen."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.ground.polygon_cutting import cut_polygon

RING = [Point(0, 0), Point(40, 0), Point(48, 30), Point(20, 40), Point(-4, 25)]


def test_blocks_in_a_part_that_is_seen_are_those_of_the_whole_polygon() -> None:
    seen = Box(10, 8, 9, 6)
    whole = dict(cut_polygon(RING, 0.3, "city", 2.0, 0.1))
    part = dict(cut_polygon(RING, 0.3, "city", 2.0, 0.1, seen))
    assert all(whole[key] == ring for key, ring in part.items())
    missing = [ring for key, ring in whole.items() if key not in part]
    assert not any(Box.around(ring).overlaps(seen) for ring in missing)
    assert 10 < len(part) < len(whole) / 5
