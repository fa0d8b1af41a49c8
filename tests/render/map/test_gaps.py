"""A line is broken where a name stands on it, and nowhere else."""

from __future__ import annotations

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.map.lines.line_gaps import LineGaps
from hexwright.render.map.polylines import polyline_length

LINE = tuple(Point(float(x), 5.0) for x in range(0, 41, 2))


def _spans(gaps: LineGaps) -> list[tuple[float, float]]:
    return [(round(run[0].x, 6), round(run[-1].x, 6)) for run in gaps.runs(LINE)]


def test_a_line_ends_at_a_name_and_goes_on_behind_it() -> None:
    assert _spans(LineGaps([Box(11, 3, 6, 4)], 9.0)) == [(0, 11), (17, 40)]


def test_a_line_beside_a_name_is_left_whole() -> None:
    assert LineGaps([Box(11, 6, 6, 4)], 9.0).runs(LINE) == [LINE]


def test_a_line_that_would_be_lost_for_long_is_drawn_through() -> None:
    gaps = LineGaps([Box(11, 3, 6, 4), Box(16, 3, 6, 4), Box(30, 3, 4, 4)], 9.0)
    assert _spans(gaps) == [(0, 30), (34, 40)]
    assert _spans(LineGaps([Box(11, 3, 6, 4), Box(16, 3, 6, 4)], 12.0)) == [(0, 11), (22, 40)]


@pytest.mark.parametrize(("at", "left"), [(-2.0, (4.0, 40.0)), (36.0, (0.0, 36.0))])
def test_a_line_may_begin_or_end_under_a_name(at: float, left: tuple[float, float]) -> None:
    assert _spans(LineGaps([Box(at, 3, 6, 4)], 9.0)) == [left]


def test_a_line_that_lies_wholly_under_a_name_is_not_drawn() -> None:
    assert LineGaps([Box(-1, 3, 42, 4)], 50.0).runs(LINE) == []


def test_drawn_runs_and_gaps_make_up_the_line() -> None:
    boxes = [Box(3.3, 4, 2.2, 2), Box(20.7, 0, 5, 9)]
    drawn = sum(polyline_length(run) for run in LineGaps(boxes, 9.0).runs(LINE))
    assert drawn == pytest.approx(40 - 2.2 - 5)
