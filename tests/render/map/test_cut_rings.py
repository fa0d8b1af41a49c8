"""A polygon cut to a box is what lies in both."""

from __future__ import annotations

import math

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.hex_regions import clip_polygon

HEX = tuple(Point(10 * math.cos(math.radians(60 * n)), 10 * math.sin(math.radians(60 * n))) for n in range(6))
WHOLE = 150 * math.sqrt(3)


def area(ring: list[Point]) -> float:
    """Return the area within a ring."""
    return abs(sum(ring[n - 1].x * p.y - p.x * ring[n - 1].y for n, p in enumerate(ring))) / 2


@pytest.mark.parametrize(
    ("box", "held"),
    [
        (Box(-20, -20, 40, 40), WHOLE),
        (Box(-20, 0, 40, 40), WHOLE / 2),
        (Box(0, 0, 20, 20), WHOLE / 4),
        (Box(-1, -2, 3, 4), 12),
        (Box(-20, -1, 40, 2), 2 * (2 * 10 - 1 / math.sqrt(3))),
        (Box(9, 5, 3, 3), 0),
        (Box(30, 30, 5, 5), 0),
    ],
)
def test_a_cut_ring_is_its_part_within_the_box(box: Box, held: float) -> None:
    assert area(clip_polygon(HEX, box)) == pytest.approx(held)


def test_a_ring_that_lies_in_the_box_stays_as_it_is() -> None:
    assert clip_polygon(HEX, Box(-10, -10, 20, 20)) == list(HEX)
