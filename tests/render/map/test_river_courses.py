"""Canals run straight, rivers turn softly, and one that goes on in another leaves no stub."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.render.map.lines.river_lines import River, trace_rivers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import polyline_length, resample
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC
from tests.shipped import shipped

SLUGS = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")
every_game = pytest.mark.parametrize("slug", SLUGS)


@cache
def _rivers(slug: str) -> tuple[MapView, tuple[River, ...]]:
    played = shipped(slug).game
    planned = plan_sheet(played)
    view = MapView(played.hexmap, planned.layout, planned.field, CLASSIC)
    return view, trace_rivers(view, played.hexmap.hexsides)


def _turns(line: tuple[Point, ...]) -> list[float]:
    ways = [math.atan2(b.y - a.y, b.x - a.x) for a, b in pairwise(line) if a != b]
    return [abs((b - a + math.pi) % math.tau - math.pi) for a, b in pairwise(ways)]


def test_a_canal_turns_far_less_than_a_river() -> None:
    view, rivers = _rivers("moscow-campaign")
    canals = {line.id for feature in view.hexmap.hexsides for line in feature.lines if line.canal}
    assert canals

    def turning(river: River) -> float:
        return sum(_turns(resample(river.line, 1.0))) / polyline_length(river.line)

    others = sorted(turning(river) for river in rivers if river.id not in canals and not river.is_lake)
    for river in rivers:
        if river.id in canals:
            assert turning(river) < 0.5 * others[len(others) // 2]
            assert len(set(river.widths[10:-20])) == 1


@every_game
def test_rivers_turn_softly_at_the_corners_of_hexes(slug: str) -> None:
    """Within a twentieth of a hex, a river turns by less than 45 degrees nearly everywhere."""
    view, rivers = _rivers(slug)
    step = view.layout.hex_width / 20
    turns = [turn for river in rivers for turn in _turns(resample(river.line, step))]
    sharp = sum(turn > math.radians(45) for turn in turns)
    assert sharp <= 0.004 * len(turns)


@every_game
def test_a_river_that_goes_on_in_another_leaves_no_stub(slug: str) -> None:
    view, rivers = _rivers(slug)
    far = 0.35 * view.layout.radius
    for river in rivers:
        for other in rivers:
            if other is not river and not other.is_lake and other.line[0].distance(river.line[-1]) < far:
                others = [one for one in rivers if one not in (river, other)]
                if not any(one.covers(other.line[0], 0.3) for one in others):
                    assert other.line[0] == river.line[-1], (river.id, other.id)
