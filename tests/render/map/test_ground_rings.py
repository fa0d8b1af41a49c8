"""Shapes of terrain that a small sample simplifies away."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.ground.land_picture import _filled


def test_a_ring_without_area_adds_nothing_to_a_mask() -> None:
    square = (Point(2.0, 2.0), Point(8.0, 2.0), Point(8.0, 8.0), Point(2.0, 8.0))
    box, size = Box(0.0, 0.0, 10.0, 10.0), (10, 10)
    alone, among = (_filled(box, size, rings) for rings in ([square], [(Point(1.0, 1.0),), square]))
    assert alone.tobytes() == among.tobytes()
    assert alone.getextrema() == (0, 255)
