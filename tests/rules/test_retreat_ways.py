"""Ends of retreats and the places they capture, compared with a naive search of all paths."""

from __future__ import annotations

import pytest

from tests.rules.fleeing import KINDS, Full, Zones, compared, passing
from tests.tiers import sampled


@pytest.mark.parametrize(("zones", "full", "hexes"), sampled(KINDS, *range(0, len(KINDS), 2)))
def test_retreats_end_and_take_places_where_the_text_lets_them(zones: Zones, full: Full, hexes: int) -> None:
    assert True in compared(zones, full, hexes, 8)


@pytest.mark.parametrize("full", ["further", "eliminated"])
def test_a_retreat_that_would_end_among_passed_units_continues(full: Full) -> None:
    seen = passing(full, 12)
    assert seen["through"] > 20, seen
    assert seen["beyond"] > 5, seen


def test_some_have_no_way_to_retreat() -> None:
    assert compared("forbidden", "eliminated", 2, 8) == {True, False}
