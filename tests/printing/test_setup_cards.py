"""The set-up cards: every unit where its scenario says, and long lists over several pages."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import ImageStat

from builder.geometry.layout import Point
from builder.load.project import Project, load_game
from builder.printing.paper import A4
from builder.printing.parts import Press
from builder.printing.settings import Settings
from builder.printing.setup_cards import (
    Row,
    Section,
    area_text,
    paged,
    scenario_turns,
    sections,
    side_by_side,
)
from builder.render.canvas import Box

from .sheets import crop, moscow, opened, picture, text_of

GAME = moscow()
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda s: s.id)
def test_the_cards_of_a_scenario_place_every_unit_that_it_uses_once(scenario: object) -> None:
    found = next(s for s in GAME.scenarios if s is scenario)
    listed = [
        (row.unit.id, row.place)
        for side in GAME.info.sides
        for section in sections(GAME, found, side)
        for row in section.rows
    ]
    units = [unit for unit, _ in listed]
    assert len(set(units)) == len(units)
    assert set(units) == {u.id for u in GAME.counters.units} - set(found.not_used)
    places = {unit: place for unit, place in listed if place.isdigit()}
    assert places == {unit: hex_id for hex_id, unit in found.setup.standing}


def test_the_card_of_a_scenario_like_another_names_it_and_lists_no_hex_again() -> None:
    first = GAME.scenarios[0]
    again = replace(first, id="again", title="Again", like=first.id)
    other = replace(
        again, setup=replace(first.setup, placement=dict(list(first.setup.placement.items())[1:]))
    )
    for scenario, same in ((again, True), (other, False), (replace(again, like=None), False)):
        game = replace(GAME, scenarios=(first, scenario))
        told = sections(game, scenario, game.info.sides[0])
        assert (f"as on the card of {first.title}" in told[0].title) == same
        assert bool(told[0].rows) != same


def test_a_card_shows_each_hex_with_its_unit() -> None:
    document = opened(Press(GAME, Settings()).draw("aids").to_bytes())
    titles = [mark.get_title() for mark in document.get_toc()]
    mark = list(document.get_toc())[titles.index("Set-up: Operation Typhoon, Soviet")]
    text = text_of(document, mark.get_dest().get_index())
    for hex_id, unit_id in GAME.scenario("operation-typhoon").setup.standing:
        unit = GAME.counters.unit(unit_id)
        if unit.side == "soviet":
            assert f"{hex_id} {unit.name}" in text
    assert "Soviet replacement pool" in text


def test_cards_of_two_scenarios_differ_by_a_plate_that_is_seen_from_afar() -> None:
    document = opened(Press(GAME, Settings()).draw("aids").to_bytes())
    titles = [mark.get_title() for mark in document.get_toc()]
    cards = {}
    for name in ("Operation Typhoon", "What Happens Next"):
        page = next(mark for mark in document.get_toc() if mark.get_title() == f"Set-up: {name}, German")
        number = page.get_dest().get_index()
        text = text_of(document, number)
        assert text.count(name) == 1
        assert scenario_turns(GAME, next(s for s in GAME.scenarios if s.title == name)) in text
        plate = crop(picture(document, number), Box(80, 18.5, 30, 8)).convert("L")
        cards[name] = ImageStat.Stat(plate).mean[0]
    assert len(titles) > 4
    assert cards["Operation Typhoon"] < 90
    assert cards["What Happens Next"] > 200


def test_a_card_says_which_turns_are_played() -> None:
    told = [scenario_turns(GAME, scenario) for scenario in GAME.scenarios]
    assert sorted(told) == ["Turns 1 to 14, Oct I to Mar II", "Turns 1 to 7, Oct I to Dec I"]


@pytest.mark.parametrize("count", [1, 4, 39, 200])
def test_a_long_list_goes_on_with_all_its_units_on_the_next_page(count: int) -> None:
    unit = GAME.counters.units[0]
    rows = tuple(Row(replace(unit, name=f"{n}"), "0101", 1) for n in range(count))
    pages = paged([Section("On the map", "", rows), Section("Pool", "wait", rows[:3])], 186, 240, 45)
    for title in ("On the map", "Pool"):
        parts = [part for page in pages for part in page if part.title.startswith(title)]
        names = [row.unit.name for part in parts for row in part.rows]
        assert names == [f"{n}" for n in range(count if title == "On the map" else min(3, count))]
        assert all(part.title == f"{title}, continued" for part in parts[1:])
    assert all(pages)
    assert A4.width - 24 == 186


def test_units_that_share_a_hex_stand_side_by_side_in_it() -> None:
    for count in range(1, 9):
        boxes = side_by_side(Point(50, 50), 15.0, 30.0, count)
        assert len(boxes) == count
        assert all(Box(35, 35, 30, 30).inset(-0.001).holds(box) for box in boxes)
        assert all(not a.inset(0.001).overlaps(b.inset(0.001)) for a, b in combinations(boxes, 2))


def test_a_card_says_where_each_unit_may_stand_when_areas_are_hexes() -> None:
    game = load_game(Project(ROOT), "moscow-embattled").game
    texts = [area_text(game, area) for area in game.scenarios[0].areas]
    assert texts[0] == "By the rules Operational Group Rzhev stands in A2."
    assert texts[2] == "By the rules Western Front and Reserve tanks stand in B2 and D2, one in each."
    assert "any hex that counts as “Behind the front line”" in texts[3]
    assert texts[-1].endswith("stand in A1 or B1, as you choose.")


def test_a_map_made_for_the_paper_prints_on_one_sheet_without_marks() -> None:
    game = load_game(Project(ROOT), "moscow-embattled").game
    document = opened(Press(game, Settings()).draw("map").to_bytes())
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx((841.9, 595.3), abs=0.5)
