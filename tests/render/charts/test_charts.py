from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hexwright.load.game_loading import Project
from hexwright.model.charts import (
    CombatResult,
    CombatTable,
    PictureChart,
    TextTable,
    Turn,
    TurnTrack,
    WeatherArt,
)
from hexwright.model.game import Game
from hexwright.model.rules.rules_record import PhaseKind
from hexwright.render.canvas import Box
from hexwright.render.chart_image import raster_chart
from hexwright.render.charts import chart_pictures, charts_of
from hexwright.render.charts.chart_layout import break_lines
from hexwright.render.charts.chart_tables import Table
from hexwright.render.charts.crt_chart import crt_chart, result_colour, result_kind
from hexwright.render.charts.hit_table_chart import overview_chart
from hexwright.render.charts.terrain_effects_chart import shown_effects
from hexwright.render.charts.turn_record_chart import TurnBoxes, turn_chart
from hexwright.render.counters.counter_palette import lettering_colour
from hexwright.render.fonts import FontFace, text_width, wrap
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.phase_signs import draw_phase_sign
from hexwright.render.recording_canvas import DrawnPath, RecordingCanvas
from hexwright.render.theme import SMALLEST_TEXT, THEMES, Theme
from hexwright.render.weather_pictures import draw_weather
from hexwright.support.colour_contrast import contrast_ratio, relative_luminance
from tests.render.charts.chart_texts import CLASSIC, all_text, drawn, faults
from tests.render.counters.cards import moscow
from tests.shipped import shipped

ROOT = Path(__file__).parents[3]
SLUG = "battle-for-moscow"
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
WORDS = st.text("abcdefgh iklmnop' ÄЖЙ.;\"<&", max_size=90).map(lambda text: " ".join(text.split()))


@cache
def loaded(slug: str) -> Game:
    """Return a game of the project."""
    return shipped(slug).game


LOOKS = [(SLUG, theme) for theme in THEMES.values()]
LOOKS += [(slug, CLASSIC) for slug in Project(ROOT).games() if slug != SLUG]
games = pytest.mark.parametrize(("slug", "theme"), LOOKS, ids=lambda one: getattr(one, "name", one))


@games
def test_no_text_leaves_a_chart_or_touches_another(slug: str, theme: Theme) -> None:
    charts = charts_of(loaded(slug), theme)
    assert {name: found for name, chart in charts.items() if (found := faults(chart, theme))} == {}


@games
def test_no_text_of_a_chart_is_too_small_to_read(slug: str, theme: Theme) -> None:
    small = {
        (name, text.text)
        for name, chart in charts_of(loaded(slug), theme).items()
        for text in drawn(chart, theme).texts
        if text.size < SMALLEST_TEXT
    }
    assert not small


def test_columns_that_die_rolls_head_have_one_width() -> None:
    series = 0
    for slug in Project(ROOT).games():
        game = loaded(slug)
        charts = charts_of(game, CLASSIC)
        for one in game.charts.text_tables:
            (table, *_) = charts[f"overview-{one.id}"].blocks
            assert isinstance(table, Table)
            numbered = [n for n, name in enumerate(one.columns) if name.isdecimal()]
            series += len(numbered) > 1
            assert len({table.shares[n] for n in numbered}) <= 1
    assert series >= 1
    # A table that would become wider than the widest keeps the widths that its words need.
    rows = (("x", *["word"] * 11, "a word of " + "great " * 6 + "length"),)
    (table, *_) = overview_chart(TextTable("t", "T", ("Roll", *map(str, range(1, 13))), rows)).blocks
    assert isinstance(table, Table)
    assert len({*table.shares[1:]}) > 1


def test_every_chart_of_the_data_is_drawn() -> None:
    assert list(charts_of(moscow(), CLASSIC)) == [
        "crt",
        "tec",
        "sequence",
        "weather",
        "turns-seven-turns",
        "turns-fourteen-turns",
        "table-winter-attrition",
        "victory-hold-moscow",
        "victory-victory-points",
    ]


def test_a_picture_is_a_chart_as_wide_as_it_is_on_screens_and_fits_a_page() -> None:
    game = moscow()
    card = PictureChart("card", "Terrain card", "card.png")
    shown = replace(game, charts=replace(game.charts, pictures=(card,)))
    buffer = io.BytesIO()
    Image.new("RGB", (700, 350), "#c04030").save(buffer, "PNG")
    chart = charts_of(shown, CLASSIC, art={"card.png": buffer.getvalue()})["picture-card"]
    assert (chart.title, chart.inner, chart.blocks[0].height(chart.inner)) == ("Terrain card", 100.0, 50.0)
    assert len(drawn(chart, CLASSIC).images) == 1
    assert "picture-card" not in charts_of(shown, CLASSIC)


def test_scenario_has_only_its_own_turns_and_victory() -> None:
    game = moscow()
    names = charts_of(game, CLASSIC, game.scenario("what-happens-next"))
    assert [n for n in names if n.startswith(("turns", "victory"))] == [
        "turns-fourteen-turns",
        "victory-victory-points",
    ]


def test_game_without_charts_has_none() -> None:
    game = moscow()
    bare = replace(
        game.charts, combat=None, terrain_effects=(), weather=(), turn_tracks=(), tables=(), victory=()
    )
    empty = replace(game, charts=bare, rules=replace(game.rules, sequence=()))
    assert charts_of(empty, CLASSIC) == {}


def test_same_game_gives_the_same_text_and_bytes() -> None:
    first, second = chart_pictures(moscow(), CLASSIC), chart_pictures(moscow(), CLASSIC)
    assert first == second
    name = "victory-hold-moscow"
    assert raster_chart(first[name], 2) == raster_chart(second[name], 2)


def test_combat_table_shows_each_result_in_its_place() -> None:
    table = moscow().charts.combat
    assert table is not None
    texts = [t for t in drawn(crt_chart(table, CLASSIC)).texts if t.size == 4.4]
    rows = sorted({round(t.box.y, 1) for t in texts})
    shown = [[t.text for t in texts if round(t.box.y, 1) == row] for row in rows]
    assert shown == [list(table.columns), *(list(row) for row in table.rows.values())]


def test_a_combat_table_explains_its_own_results_alone() -> None:
    table = moscow().charts.combat
    assert table is not None
    rows = {roll: ("AL", "AR") + ("AL",) * (len(table.columns) - 2) for roll in table.rows}
    names = [result.name for result in table.results if result.id in ("AL", "AR")]
    texts = {t.text for t in drawn(crt_chart(replace(table, rows=rows), CLASSIC)).texts}
    assert {result.name for result in table.results} & texts == set(names)


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("AL", "attacker"),
        ("AE", "attacker"),
        ("A1", "attacker"),
        ("NE", "none"),
        ("-", "none"),
        ("EX", "exchange"),
        ("½Ex", "exchange"),
        ("1/2EX", "exchange"),
        ("A1/D1", "exchange"),
        ("DR", "retreat"),
        ("D2", "loss"),
        ("DRL", "loss"),
        ("DE", "eliminated"),
    ],
)
def test_results_are_told_apart_by_their_letters(result: str, kind: str) -> None:
    assert result_kind(result) == kind


@pytest.mark.parametrize(
    ("effects", "kind"),
    [
        ([], "none"),
        (["attacker-step-loss"], "attacker"),
        (["attacker-retreat"], "attacker"),
        (["defender-eliminated", "attacker-exchange"], "exchange"),
        (["defender-retreat"], "retreat"),
        (["defender-disrupted", "defender-retreat"], "loss"),
        (["defender-step-loss", "defender-retreat"], "loss"),
        (["defender-to-cadre"], "eliminated"),
    ],
)
def test_the_effects_of_a_result_decide_whatever_its_letters(effects: list[str], kind: str) -> None:
    assert result_kind("Broken", effects) == kind
    table = moscow().charts.combat
    assert table is not None
    rolls = {"Broken": effects, "AL": ["defender-eliminated"]}
    rows = {roll: ("Broken", *results[1:]) for roll, results in table.rows.items()}
    fills = drawn(crt_chart(replace(table, rows=rows), CLASSIC, rolls))
    assert result_colour("Broken", CLASSIC, effects) in str(fills) or kind == "none"


@themes
def test_results_read_on_their_grounds_and_losses_grow_darker(theme: Theme) -> None:
    grounds = {name: result_colour(name, theme) for name in ("AL", "NE", "EX", "DR", "DRL", "DE")}
    assert min(contrast_ratio(ground, lettering_colour(ground)) for ground in grounds.values()) >= 4.5
    steps = [relative_luminance(grounds[name]) for name in ("NE", "DR", "DRL", "DE")]
    assert all(light - dark > 0.12 for light, dark in pairwise(steps))


def test_turn_record_shows_dates_weather_and_replacements() -> None:
    game = moscow()
    scenario = game.scenario("what-happens-next")
    text = all_text(turn_chart(game, game.charts.timetable("fourteen-turns"), scenario))
    assert "Oct III/IV" in text
    assert text.count("+5") == 7
    assert text.count("+2") == 7
    assert text.count("Winter attrition") == 5


def test_a_turn_chart_has_no_points_for_a_side_that_takes_one_unit_of_each_kind() -> None:
    game = shipped("moscow-embattled").game
    scenario, timetable = game.scenarios[0], game.charts.timetable("campaign")
    chart = turn_chart(game, timetable, scenario)
    assert chart.subtitle == "Weather of each turn"
    assert "+2" not in all_text(chart)


def test_a_turn_chart_promises_points_only_where_there_are_some() -> None:
    game = moscow()
    scenario, timetable = game.scenario("what-happens-next"), game.charts.timetable("fourteen-turns")
    assert "replacement" in turn_chart(game, timetable, scenario).subtitle
    none = replace(game, oob=replace(game.oob, replacements=()))
    assert turn_chart(none, timetable, scenario).subtitle == "Weather of each turn"
    later = tuple(replace(entry, scenarios=("elsewhere",)) for entry in game.oob.replacements)
    other = replace(game, oob=replace(game.oob, replacements=later))
    assert turn_chart(other, timetable, scenario).subtitle == "Weather of each turn"


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled"])
def test_the_sequence_of_play_tells_all_that_each_weather_does(name: str) -> None:
    game = shipped(name).game
    text = " ".join(all_text(charts_of(game, CLASSIC)["sequence"]).split()).replace("’", "'")
    for kind in game.charts.weather:
        for told in (kind.name, kind.movement, kind.combat, kind.other):
            assert told in text


@pytest.mark.parametrize("count", range(1, 30))
def test_no_turn_is_left_alone_on_the_last_row_of_a_turn_record(count: int) -> None:
    turns = tuple(Turn(n, "", "clear") for n in range(1, count + 1))
    track = TurnBoxes(moscow(), TurnTrack("t", "T", turns), None)
    rows = -(-count // 7)
    assert -(-count // track.columns) == rows
    last = count - (rows - 1) * track.columns
    assert last >= 2 or rows == 1
    assert track.columns - last < rows


def test_no_phase_ends_in_a_line_of_a_word_or_two() -> None:
    text = "German units may attack Soviet units. The game begins here on turn 1."
    for width in range(30, 100):
        lines = break_lines(text, FontFace.SANS, 2.85, float(width))
        assert " ".join(lines) == text
        assert len(lines) == len(wrap(text, FontFace.SANS, 2.85, float(width)))
        widths = [text_width(line, FontFace.SANS, 2.85) for line in lines]
        assert max(widths) <= width
        if len(lines) == 2:
            assert widths[-1] > 0.28 * width


def test_sequence_numbers_the_phases_through() -> None:
    game = moscow()
    texts = [t.text for t in drawn(charts_of(game, CLASSIC)["sequence"]).texts]
    assert [text for text in texts if text.isdigit()] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert [p.name for p in game.rules.sequence if p.name not in texts] == []


def test_each_kind_of_phase_has_a_sign_of_its_own() -> None:
    signs = []
    for kind in get_args(PhaseKind):
        canvas = RecordingCanvas()
        draw_phase_sign(canvas, kind, Box(0, 0, 5, 5), CLASSIC.ink)
        signs.append([p.path for p in canvas.paths])
        assert all(Box(0, 0, 5, 5).inset(-0.01).holds(path.box) for path in signs[-1])
    assert all(one != other for one, other in combinations(signs, 2))


def test_each_kind_of_weather_has_a_picture_of_its_own_that_stays_in_its_box() -> None:
    pictures = []
    for art in get_args(WeatherArt):
        canvas = RecordingCanvas()
        draw_weather(canvas, art, CLASSIC, Box(0, 0, 10, 10))
        pictures.append([p.path for p in canvas.paths])
        assert all(Box(0, 0, 10, 10).inset(-0.15).holds(path.box) for path in pictures[-1]), art
    assert all(one != other for one, other in combinations(pictures, 2))


def test_the_map_and_the_turn_record_have_the_same_signs_for_weather_and_phases() -> None:
    game = moscow()
    sheet, charts = RecordingCanvas(), charts_of(game, CLASSIC)
    draw_sheet(game, CLASSIC, sheet, plan_sheet(game))

    def shapes(paths: Iterable[DrawnPath]) -> set[tuple[tuple[str, int], ...]]:
        return {tuple((s.kind, len(s.points)) for s in p.path.segments) for p in paths}

    for kind in game.charts.weather:
        canvas = RecordingCanvas()
        draw_weather(canvas, kind.art, CLASSIC, Box(0, 0, 10, 10))
        record = drawn(charts["turns-fourteen-turns"])
        assert shapes(canvas.paths) <= shapes(sheet.paths) & shapes(record.paths)
    for phase in game.rules.sequence:
        canvas = RecordingCanvas()
        draw_phase_sign(canvas, phase.kind, Box(0, 0, 5, 5), CLASSIC.ink)
        assert shapes(canvas.paths) <= shapes(sheet.paths) & shapes(drawn(charts["sequence"]).paths)


def test_few_notes_on_terrain_stand_with_movement() -> None:
    game = shipped("battle-of-moscow").game
    shown = {effect.name: effect for effect in shown_effects(game)}
    assert not any(effect.other for effect in shown.values())
    assert shown["Railway"].movement == "By rail without limit; supply"
    assert shown["Front line"].movement == "Nobody starts on it"
    # A column that half the rows need stays.
    many = shipped("moscow-campaign").game
    assert shown_effects(many) == many.charts.terrain_effects


def test_terrain_samples_are_drawn_by_the_map() -> None:
    game = moscow()
    groups = {name for path in drawn(charts_of(game, CLASSIC)["tec"]).paths for name in path.groups}
    assert {f"sample:{effect.subject}" for effect in game.charts.terrain_effects} <= groups


def odd_charts(game: Game, words: list[str], columns: int, die: int) -> Game:
    """A game whose charts hold any words, and a table of any size."""
    texts = [words[n % len(words)] for n in range(12)]
    results = tuple(CombatResult(f"D{n}", texts[n], texts[n + 1]) for n in range(4))
    heads = tuple(f"{n + 1}:1" for n in range(columns))
    rows = {str(n + 1): tuple(f"D{(n + m) % 4}" for m in range(columns)) for n in range(die)}
    combat = CombatTable(texts[0] or "-", die, heads, rows, results, (texts[1],))
    turns = tuple(
        Turn(n + 1, texts[n % 12], game.charts.weather[n % 3].id, (texts[n % 12],)) for n in range(die)
    )
    weather = tuple(replace(w, name=texts[1], movement=texts[2], other=texts[3]) for w in game.charts.weather)
    effects = tuple(
        replace(e, name=texts[n], other=texts[n + 1]) for n, e in enumerate(game.charts.terrain_effects)
    )
    sequence = tuple(replace(p, name=texts[n], text=texts[n + 1]) for n, p in enumerate(game.rules.sequence))
    charts = replace(
        game.charts,
        combat=combat,
        terrain_effects=effects[:3],
        weather=weather,
        turn_tracks=(TurnTrack("seven-turns", texts[4], turns),),
        tables=tuple(replace(t, name=texts[5], text=texts[6]) for t in game.charts.tables),
        victory=tuple(replace(v, name=texts[7], text=texts[8]) for v in game.charts.victory),
    )
    return replace(game, charts=charts, rules=replace(game.rules, sequence=sequence))


@settings(deadline=None, max_examples=8)
@given(st.lists(WORDS, min_size=3, max_size=6), st.integers(1, 12), st.integers(2, 20))
def test_odd_charts_fit_their_frames(words: list[str], columns: int, die: int) -> None:
    for chart in charts_of(odd_charts(moscow(), words, columns, die), CLASSIC).values():
        assert faults(chart) == []
