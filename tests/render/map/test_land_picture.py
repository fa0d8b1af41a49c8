"""The picture of the land: shapes that a small sample simplifies away, and formulas computed in bands."""

from __future__ import annotations

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.ground import land_picture
from hexwright.render.map.ground.land_picture import _filled, paint_land
from hexwright.render.theme import CLASSIC


def test_a_ring_without_area_adds_nothing_to_a_mask() -> None:
    square = (Point(2.0, 2.0), Point(8.0, 2.0), Point(8.0, 8.0), Point(2.0, 8.0))
    box, size = Box(0.0, 0.0, 10.0, 10.0), (10, 10)
    alone, among = (_filled(box, size, rings) for rings in ([square], [(Point(1.0, 1.0),), square]))
    assert alone.tobytes() == among.tobytes()
    assert alone.getextrema() == (0, 255)


def test_the_height_of_the_bands_in_which_land_is_computed_changes_no_pixel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = (Point(5.0, 5.0), Point(35.0, 5.0), Point(35.0, 25.0), Point(5.0, 25.0))
    river = ((Point(0.0, 3.0), Point(40.0, 28.0)), 1.0)

    def painted(rows: int) -> bytes:
        monkeypatch.setattr(land_picture, "_BAND", rows)
        return paint_land(CLASSIC, Box(0.0, 0.0, 40.0, 30.0), [("hills", [ring])], [river], 1.0).data

    assert painted(7) == painted(1_000)
