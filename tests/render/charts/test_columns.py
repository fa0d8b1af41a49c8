"""Charts are set so that the smallest screen shows them whole, as far as their text can be read then."""

from __future__ import annotations

import pytest

from hexwright.render.charts import chart_pictures, charts_of
from hexwright.render.charts.chart_columns import (
    READABLE,
    SCREEN_MM,
    arranged_for_screen,
    fit_scale,
    initial_scale,
)
from hexwright.render.charts.chart_layout import Chart, Paragraph
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
