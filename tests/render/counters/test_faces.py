from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexwright.model.counter_mix import (
    Marker,
    MarkerFace,
    MarkerSymbol,
    Rating,
    SizeName,
    Step,
    SymbolName,
    Unit,
    UnitClass,
)
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_batch import FaceId, counter_faces
from hexwright.render.counters.counter_palette import unit_palette
from hexwright.render.counters.unit_face import draw_unit_face, printed_figures
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.side_emblems import Emblem
from hexwright.render.theme import THEMES, Theme
from hexwright.support.colour_contrast import contrast_ratio, relative_luminance
from tests.render.counters.cards import CARD, drawn, faults, moscow

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
LETTERS = st.text("ABIVXLCDWMQ0123456789gjpqyß ÄÅÉЖЙЩЦЁРф.,/-–()'&;", max_size=24)
SYMBOLS: tuple[SymbolName, ...] = get_args(SymbolName)
SIZES: tuple[SizeName, ...] = get_args(SizeName)


NUMBERS = st.none() | st.integers(0, 999)
FIGURES = st.text("0123456789ABX½–+*", max_size=8)
VALUES = st.dictionaries(st.sampled_from(["hits", "range", "aa", "flak"]), FIGURES, max_size=4)
UNITS = st.builds(
    Unit,
    # The last two arrive later and so carry a turn.
    id=st.sampled_from([UnitId("odd"), UnitId("soviet-1s"), UnitId("soviet-tu")]),
    designation=LETTERS,
    name=LETTERS,
    side=st.sampled_from(["german", "soviet"]),
    unit_class=st.sampled_from(SYMBOLS),
    size=st.sampled_from(SIZES),
    steps=st.lists(st.builds(Step, NUMBERS, NUMBERS, VALUES), min_size=1, max_size=3).map(tuple),
    symbol_picture=st.just(""),
    provenance=st.none(),
)
EMBLEMS: st.SearchStrategy[Emblem] = st.sampled_from(["cross", "star", "disc", "diamond"])


def game_of(unit: Unit, emblem: Emblem) -> Game:
    """A game of one unit and every class, its side under an emblem."""
    game = moscow()
    sides = tuple(replace(s, emblem=emblem) if s.id == unit.side else s for s in game.info.sides)
    classes = tuple(UnitClass(symbol, symbol, symbol) for symbol in SYMBOLS)
    counters = replace(game.counters, units=(unit,), classes=classes, markers=())
    return replace(game, info=replace(game.info, sides=sides), counters=counters)


@themes
def test_nothing_leaves_a_card_and_no_text_touches_another_or_a_symbol(theme: Theme) -> None:
    game = moscow()
    found = {face.file: faults(drawn(game, face, theme)) for face in counter_faces(game)}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@settings(deadline=None, max_examples=60)
@given(UNITS, EMBLEMS)
def test_odd_units_fit_their_cards(unit: Unit, emblem: Emblem) -> None:
    game = game_of(unit, emblem)
    for face in counter_faces(game):
        assert faults(drawn(game, face, THEMES["classic"])) == []


@settings(deadline=None, max_examples=60)
@given(LETTERS, st.sampled_from(get_args(MarkerSymbol)), st.sampled_from([None, "german", "soviet"]))
@example("0000000000 M", "turn", None)
def test_odd_markers_fit_their_cards(text: str, symbol: MarkerSymbol, side: str | None) -> None:
    game = moscow()
    marker = Marker(
        "odd", "Odd", (MarkerFace(text, symbol, None if side is None else game.info.sides[0].id),)
    )
    assert faults(drawn(game, FaceId(marker, 0), THEMES["classic"])) == []


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_each_symbol_is_drawn_like_no_other(symbol: SymbolName) -> None:
    assert [other for other in SYMBOLS if _symbol(other) == _symbol(symbol)] == [symbol]


def _symbol(symbol: SymbolName) -> object:
    game = moscow()
    unit = replace(game.counters.units[0], unit_class=symbol)
    counters = replace(game.counters, units=(unit,), classes=(UnitClass(symbol, symbol, symbol),))
    canvas = drawn(replace(game, counters=counters), FaceId(unit, 0), THEMES["classic"])
    shapes = [(p.path, p.style) for p in canvas.paths if p.groups == ("symbol",)]
    return shapes, [t.text for t in canvas.texts if t.groups == ("symbol",)]


def test_frame_of_the_symbol_is_three_by_two() -> None:
    game = moscow()
    canvas = drawn(game, FaceId(game.counters.units[0], 0), THEMES["classic"])
    frame = next(p.path.box for p in canvas.paths if p.groups == ("symbol",))
    assert frame.width / frame.height == pytest.approx(1.5, abs=0.03)


@pytest.mark.parametrize("size", SIZES)
def test_size_marks_have_one_stroke_a_letter_bar_and_two_a_cross(size: SizeName) -> None:
    crosses = {"brigade": 1, "division": 2, "corps": 3, "army": 4, "front": 5, "theatre": 6}
    others = {"section": 1, "platoon": 3, "company": 1, "battalion": 2, "regiment": 3, "battle-group": 1}
    strokes = {name: 2 * count for name, count in crosses.items()} | others
    game = moscow()
    unit = replace(game.counters.units[0], size=size)
    canvas = drawn(game, FaceId(unit, 0), THEMES["classic"])
    marks = [p.path for p in canvas.paths if p.groups == ("size",)]
    assert sum(s.kind == "M" for path in marks for s in path.segments) == strokes.get(size, 0)


@pytest.mark.parametrize(
    ("step", "printed"),
    [
        (Step(12, 6), "12–6"),
        (Step(0, 0), "0–0"),
        (Step(10, 4, defence="10"), "10–10–4"),
        (Step(7, None), "7"),
        (Step(None, 6), "•–6"),
        (Step(None, None), ""),
        (Step(3, 4, {"hits": "2"}), "3–4"),
        (Step(1, 10, enclosed="brackets"), "[1]–10"),
        (Step(1, 4, enclosed="parentheses", defence="2"), "(1)–2–4"),
    ],
)
def test_figures_are_strength_defence_and_movement(step: Step, printed: str) -> None:
    assert printed_figures(step) == printed


def test_unit_without_figures_shows_its_name_instead() -> None:
    game = moscow()
    unit = replace(game.counters.units[0], steps=(Step(),), name="Army Group Centre")
    canvas = drawn(game, FaceId(unit, 0), THEMES["classic"])
    assert [t.text for t in canvas.texts if t.groups == ("figures",)] == ["Army Group", "Centre"]


def test_units_that_arrive_later_show_their_turn() -> None:
    game = moscow()
    shown = {
        unit.id: [
            t.text for t in drawn(game, FaceId(unit, 0), THEMES["classic"]).texts if "arrival" in t.groups
        ]
        for unit in game.counters.units
    }
    assert {unit: texts for unit, texts in shown.items() if texts} == {
        "soviet-1s": ["T4"],
        "soviet-tu": ["T13"],
    }


def test_picture_takes_the_place_of_the_symbol() -> None:
    game, canvas = moscow(), RecordingCanvas()
    unit = replace(game.counters.units[0], symbol_picture="own.svg")
    draw_unit_face(canvas, game, unit, 0, THEMES["classic"], CARD, art={"own.svg": b"<svg/>"})
    assert [image.data for image in canvas.images] == [b"<svg/>"]
    assert not [p for p in canvas.paths if p.groups == ("symbol",)]
    assert faults(canvas) == []


def test_bleed_paints_the_ground_beyond_the_cut_and_leaves_out_the_rim() -> None:
    game, canvas = moscow(), RecordingCanvas()
    unit = game.counters.units[0]
    for index in range(2):
        draw_unit_face(canvas, game, unit, index, THEMES["classic"], CARD, bleed=2)
    assert canvas.paths[0].path.box == Box(-2, -2, 19, 19)
    assert Box.around(p for d in canvas.paths for s in d.path.segments for p in s.points) == Box(
        -2, -2, 19, 19
    )
    assert not [p for p in canvas.paths if not p.groups and p.style.stroke is not None]


@themes
def test_figures_stand_out_on_every_ground(theme: Theme) -> None:
    for side in moscow().info.sides:
        for step in range(3):
            palette = unit_palette(side, theme, step, 3)
            assert contrast_ratio(palette.ink, palette.stripe or palette.ground) >= 4.5
            assert contrast_ratio(palette.ink, palette.ground) >= 4.5


@themes
def test_sides_differ_by_emblem_and_crest_and_not_by_hue_alone(theme: Theme) -> None:
    game = moscow()
    crests = set()
    for side in game.info.sides:
        unit = next(unit for unit in game.counters.units if unit.side == side.id)
        canvas = drawn(game, FaceId(unit, 0), theme)
        crests.add(tuple(p.path for p in canvas.paths if p.groups and p.groups[0] in ("crest", "emblem")))
    assert len(crests) == len({side.emblem for side in game.info.sides}) == len(game.info.sides)


def test_luminance_knows_black_and_white() -> None:
    assert relative_luminance(Colour("#000000")) == 0
    assert relative_luminance(Colour("#ffffff")) == pytest.approx(1)


def test_a_further_figure_is_printed_as_the_data_say() -> None:
    game = moscow()
    kinds = (
        Rating("hits", "Hits", art="pips"),
        Rating("later", "Later", format="→{value}"),
        Rating("x", "X", art="none"),
    )
    game = replace(game, counters=replace(game.counters, ratings=kinds))
    unit = game.counters.units[0]
    odd = replace(unit, steps=(replace(unit.steps[0], ratings={"hits": "3", "later": "1", "x": "secret"}),))
    canvas = RecordingCanvas()
    draw_unit_face(canvas, game, odd, 0, THEMES["classic"], CARD)
    plain = RecordingCanvas()
    draw_unit_face(plain, game, replace(unit, steps=unit.steps[:1]), 0, THEMES["classic"], CARD)
    texts = {text.text for text in canvas.texts}
    assert "→1" in texts
    assert not texts & {"3", "secret"}
    assert len(canvas.paths) == len(plain.paths) + 3
    assert faults(canvas) == []
