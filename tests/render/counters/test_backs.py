"""Backs of units with one face: the side's emblem, or what a player wants to know of a hidden unit."""

from __future__ import annotations

import re

import pytest

from hexwright.diagnostics.diagnostic import Span
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.standard_layouts import INFORMATIVE_BACK
from hexwright.render.canvas import Box
from hexwright.render.counters.check_layouts import check_layouts
from hexwright.render.counters.counter_face import CounterFace, counter_size
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.counters.type_faces import type_face
from hexwright.render.counters.unit_face import draw_unit_back
from hexwright.render.designer_pictures import NO_ART
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.render.counters.layout_games import drawn, load_with, told
from tests.shipped import shipped


def back(game: Game, name: str) -> RecordingCanvas:
    canvas = RecordingCanvas()
    unit = game.counters.unit(UnitId(name))
    draw_unit_back(canvas, game, unit, CLASSIC, Box(0, 0, *counter_size(game, unit)))
    return canvas


def texts(canvas: RecordingCanvas) -> list[str]:
    return [text.text for text in canvas.texts]


def starting(game: Game) -> tuple[Unit, str]:
    """Return a unit that starts on the map, and its hex."""
    hex_id, name = next(iter(game.scenarios[0].setup.standing))
    return game.counters.unit(name), hex_id


def test_an_informative_back_has_name_hex_of_set_up_and_turn_of_arrival() -> None:
    game = load_with("back_layout: informative").game
    unit, hex_id = starting(game)
    assert texts(back(game, unit.id))[:1] == [f"Hex {hex_id}"]
    assert " ".join(texts(back(game, unit.id))[1:]).startswith(unit.name)
    campaign = shipped("moscow-campaign").game
    assert " ".join(texts(back(campaign, "german-pz-13"))) == "13th Panzer Division Turn 2"


@pytest.mark.parametrize(
    "slug", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign"]
)
def test_a_counter_has_a_turn_or_the_hex_of_every_scenario(slug: str) -> None:
    game = shipped(slug).game
    hexes = {
        unit.id: [
            {hex_id for hex_id, one in scenario.setup.standing if one == unit.id}
            for scenario in game.scenarios
        ]
        for unit in game.counters.units
    }
    labelled = 0
    for unit in game.counters.units:
        face = CounterFace.in_box(game, unit, 0, CLASSIC, Box(0, 0, 15, 15), layout=INFORMATIVE_BACK)
        setup, arrival = face.value("setup"), face.value("arrival")
        assert not (setup and arrival), unit.id
        assert not setup or hexes[unit.id] == [{setup}] * len(game.scenarios), unit.id
        labelled += bool(setup or arrival)
    assert labelled > len(game.counters.units) / 3


def test_a_unit_of_one_turn_or_the_next_has_both_on_front_and_back() -> None:
    game = shipped("moscow-embattled").game
    for name in ("russian-50", "russian-kalinin"):
        assert "T1–2" in texts(drawn(game, name, 0)[0])
        assert texts(back(game, name))[-1] == "Turn 1–2"


def test_an_informative_back_and_a_front_can_have_the_figures_of_the_next_step() -> None:
    loaded = load_with(
        "back_layout: informative\nunit_layout: own\n"
        "layouts:\n  own: {parts: [{draw: ground}, {draw: text, text: '{values.next}', size: 6}]}\n"
        "units: {red-1: {steps: [{strength: 4, ma: 4}, {strength: 2, ma: 3}]}}\n"
    )
    assert texts(drawn(loaded.game, "red-1", 0)[0]) == ["2–3"]
    assert texts(drawn(loaded.game, "red-1", 1)[0]) == []
    assert texts(back(loaded.game, "red-1"))[-1] == "2–3"


def test_a_title_stands_for_the_name() -> None:
    titled = "units: {red-1: {name: Grossdeutschland, data: {title: Gross|deutschland}}}"
    game = load_with(f"back_layout: informative\n{titled}").game
    assert "Gross-" in texts(back(game, "red-1"))


def test_the_number_of_a_name_stands_alone_only_if_the_name_fits_no_line() -> None:
    game = shipped("moscow-embattled").game
    kind = type_face(game, "regular", NO_ART)
    (part,) = (one for one in INFORMATIVE_BACK.parts if one.text == "{title}")
    assert part.box is not None
    assert part.min is not None
    least = part.min * MM_PER_POINT
    together = apart = 0
    for unit in game.counters.units:
        seen = texts(back(game, unit.id))
        if re.match(r"\d+\. ", unit.name):
            fits = kind.width(unit.name, 0.0) * least <= part.box[2]
            assert (unit.name in seen) or not fits, unit.name
            together += fits
            apart += not fits
    assert together >= 5
    assert apart >= 3


def test_the_standard_back_has_the_side_s_emblem_alone() -> None:
    canvas = back(shipped("battle-for-moscow").game, "german-xxiv")
    assert texts(canvas) == []
    assert len(canvas.paths) == 2


def test_a_name_that_does_not_fit_its_back_is_told() -> None:
    name = "units: {red-1: {name: Incomprehensibilities, steps: [{strength: 4, ma: 4}]}}"
    (fault,) = told(load_with(f"back_layout: informative\n{name}"), "C014")
    assert "on the back of unit 'red-1'" in fault.message


def test_a_layout_of_the_game_may_be_that_of_backs_alone() -> None:
    layout = "layouts: {rear: {parts: [{draw: text, text: '{side} {class}', size: 6, box: [1, 6, 13, 3]}]}}"
    loaded = load_with(f"back_layout: rear\n{layout}")
    unit = loaded.game.counters.units[0]
    assert texts(back(loaded.game, unit.id)) == [
        f"{loaded.game.info.side(unit.side).name} {loaded.game.counters.class_of(unit).name}"
    ]
    assert [found.code for found in loaded.diagnostics if found.code.startswith("C")] == []


@pytest.mark.parametrize(
    "slug",
    [
        "moscow-embattled",
        pytest.param("battle-of-moscow", marks=pytest.mark.slow),
        pytest.param("moscow-campaign", marks=pytest.mark.slow),
    ],
)
def test_faces_and_backs_of_our_games_fit_and_can_be_read(slug: str) -> None:
    found = list(check_layouts(shipped(slug).game, lambda path: Span("", 1, 1), NO_ART))
    assert [fault.message for fault in found] == []
