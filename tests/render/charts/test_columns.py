"""Charts are set so that the smallest screen shows them whole, as far as their text can be read then."""

from __future__ import annotations

import pytest

from hexwright.render.canvas import Box
from hexwright.render.charts import chart_pictures, charts_of
from hexwright.render.charts.chart_columns import (
    READABLE,
    SCREEN_MM,
    arranged_for_screen,
    fit_scale,
    initial_scale,
)
from hexwright.render.charts.chart_layout import Chart, Paragraph
from hexwright.render.charts.chart_tables import Cell
from hexwright.render.charts.die_faces import die_drawing
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.vassal.compile.games import GAMES, game

LARGE = {"tec", "sequence", "hits"}
"""What Moscow Embattled has too much of for any screen: these scroll."""


@pytest.mark.parametrize("slug", GAMES)
def test_all_but_the_largest_charts_are_seen_whole(slug: str) -> None:
    for name, chart in chart_pictures(game(slug), CLASSIC).items():
        # A chart that fills the screen's height may come out a hair above it.
        shown_mm = (
            round(chart.width_mm * chart.window_scale, 6),
            round(chart.height_mm * chart.window_scale, 6),
        )
        whole = shown_mm[0] <= SCREEN_MM[0] and shown_mm[1] <= SCREEN_MM[1]
        assert whole or name in LARGE, name
        assert chart.window_scale >= READABLE
        # What must scroll scrolls one way alone.
        assert chart.width_mm * chart.window_scale <= SCREEN_MM[0]


def test_a_tall_chart_is_set_in_as_few_columns_as_serve() -> None:
    tall = Chart("Tall", "", 80.0, tuple(Paragraph("word " * 150) for _ in range(6)))
    assert fit_scale(tall.width, tall.height) < READABLE
    two = arranged_for_screen(tall)
    assert fit_scale(two.width, two.height) >= READABLE
    assert two.width > 1.8 * tall.width
    assert two.height < 0.7 * tall.height


def test_a_chart_that_fits_or_that_no_columns_help_stays_as_it_is() -> None:
    small = charts_of(game("battle-for-moscow"), CLASSIC)["weather"]
    assert arranged_for_screen(small) is small
    endless = Chart("Endless", "", 160.0, (Paragraph("word " * 2000),))
    assert arranged_for_screen(endless) is endless
    assert initial_scale(endless.width, endless.height) == READABLE


@pytest.mark.parametrize("width", [7.0, 8.0, 20.0])
def test_a_die_stands_clear_of_the_rules_of_its_column(width: float) -> None:
    seen = RecordingCanvas()
    cell = Cell(drawing=die_drawing("-1", 0), drawing_size=(6.6, 6.6))
    cell.draw(seen, CLASSIC, Box(0.0, 0.0, width, 9.0))
    (die,) = (path.path.box for path in seen.paths)
    assert die.x >= 0.69
    assert die.right <= width - 0.69
    assert die.width == pytest.approx(die.height)
    assert [text.text for text in seen.texts] == ["−1"]
