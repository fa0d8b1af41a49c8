"""Charts of a game that fights by dice for hits: no odds table, long sequence, weather by die."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.model.charts import Turn, Weather
from hexwright.model.game import Game
from hexwright.render.charts import charts_of
from hexwright.render.charts.chart_html import chart_html
from hexwright.render.charts.hit_table_chart import hits_chart
from hexwright.render.theme import THEMES, Theme
from hexwright.render.weather_outcomes import roll_ranges, weather_words
from tests.render.charts.chart_texts import all_text, drawn, faults
from tests.shipped import shipped

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@cache
def embattled() -> Game:
    return shipped("moscow-embattled").game


@themes
def test_no_text_of_any_chart_leaves_it_or_touches_another(theme: Theme) -> None:
    charts = charts_of(embattled(), theme)
    assert {name: found for name, chart in charts.items() if (found := faults(chart, theme))} == {}


def test_a_game_without_odds_has_its_tables_of_hits_and_no_combat_table() -> None:
    charts = charts_of(embattled(), THEMES["classic"])
    assert "crt" not in charts
    assert {"hits", "overview-units", "overview-air", "overview-hit-numbers"} <= set(charts)
    assert set(charts) == set(chart_html(embattled()))


def test_every_table_of_hits_shows_every_row_and_the_rolls_that_it_stands_for() -> None:
    tables = embattled().charts.hit_tables
    chart = hits_chart(tables, THEMES["classic"])
    shown = [text.text for text in drawn(chart).texts]
    for table in tables:
        assert table.name in shown
        assert any(f"{table.hits_on}" in text and "each" in text for text in shown)
    numbers = [str(n) for table in tables for row in table.rows.values() for n in row if n]
    heads = [str(n) for table in tables for n in range(1, 26)]
    assert sorted(text for text in shown if text.isdigit()) == sorted([*numbers, *heads])


def test_tables_of_hits_give_on_average_what_the_dice_do() -> None:
    for table in embattled().charts.hit_tables:
        chance = (table.die - table.hits_on + 1) / table.die
        for dice, hits in enumerate(zip(*table.rows.values(), strict=True), 1):
            assert sum(hits) / table.die == pytest.approx(chance * dice, abs=0.01), (table.id, dice)


def test_a_turn_whose_weather_is_open_names_each_with_its_cause() -> None:
    text = all_text(charts_of(embattled(), THEMES["classic"])["turns-campaign"])
    for words in ("Good: 1–2", "Mud: 3–6", "Hard Frost: after", "Snow: after Good"):
        assert words in text


def test_the_words_for_a_turns_weather_fit_on_a_line() -> None:
    kinds = embattled().charts.weather
    words = [weather_words(kinds, turn) for turn in embattled().charts.timetable("campaign").turns]
    assert words[:3] == ["Good", "Good (1–2) or Mud (3–6)", "Hard Frost (after Mud) or Snow (after Good)"]


@given(st.sets(st.integers(1, 20), min_size=1))
def test_rolls_in_short_name_each_roll_once(rolls: set[int]) -> None:
    found: list[int] = []
    for part in roll_ranges([str(roll) for roll in sorted(rolls)]).split(", "):
        first, _, last = part.partition("–")
        found += range(int(first), int(last or first) + 1)
    assert found == sorted(rolls)


def test_outcomes_of_a_fixed_turn_are_its_weather_alone() -> None:
    fair = Weather("fair", "Fair", "sun", "", "")
    assert weather_words((fair,), Turn(1, "today", "fair")) == "Fair"


def test_a_long_sequence_stands_in_two_columns_and_a_short_one_in_one() -> None:
    game = embattled()
    long = charts_of(game, THEMES["classic"])["sequence"]
    few = replace(game, rules=replace(game.rules, sequence=game.rules.sequence[11:16]))
    short = charts_of(few, THEMES["classic"])["sequence"]
    assert long.width > short.width
    assert long.height / long.width < 1.6
    titles = [text.box.y for text in drawn(long).texts if text.text.endswith("player turn")]
    assert len(titles) == 2
    assert titles[0] == pytest.approx(titles[1])
