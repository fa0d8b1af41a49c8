"""Where units retreat to and what they take, beside a naive walk along all ways."""

from __future__ import annotations

import pytest

from tests.rules.fleeing import KINDS, Full, Zones, compared


@pytest.mark.parametrize(("zones", "full", "hexes"), KINDS)
def test_retreats_end_and_take_places_where_the_text_lets_them(zones: Zones, full: Full, hexes: int) -> None:
    assert True in compared(zones, full, hexes, 8)


def test_some_have_no_way_to_retreat() -> None:
    assert compared("forbidden", "eliminated", 2, 8) == {True, False}
