"""The set-up cards: every unit where its scenario says, and long lists over several pages."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageStat

from hexwright.geometry.hex_layout import Point
from hexwright.model.words.arrival_words import arrival_text
from hexwright.paper.paper_sizes import A4
from hexwright.paper.player_aids import paper_charts
from hexwright.paper.print_parts import PartDrawer
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.setup_card_contents import (
    SetupRow,
    SetupSection,
    area_text,
    card_sections,
    free_setup_text,
    scenario_length,
    scenario_numbers,
    scenarios_by_card,
    setup_sections,
)
from hexwright.paper.setup_cards import _draw_table, _maps, _pages, paginate_sections
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_groups import side_by_side
from hexwright.render.map.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from hexwright.support.message_wording import number_ranges
from tests.paper.sheets import crop, game_of, moscow, opened, picture, shown, text_of

GAME = moscow()


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda s: s.id)
def test_the_cards_of_a_scenario_place_every_unit_that_it_uses_once(scenario: object) -> None:
    found = next(s for s in GAME.scenarios if s is scenario)
    listed = [
        (row.unit.id, row.place)
        for side in GAME.info.sides
        for section in setup_sections(GAME, found, side)
        for row in section.rows
    ]
    units = [unit for unit, _ in listed]
    assert len(set(units)) == len(units)
    assert set(units) == {u.id for u in GAME.counters.units} - set(found.unused_units)
    places = {unit: place for unit, place in listed if place.isdigit()}
    assert places == {unit: hex_id for hex_id, unit in found.setup.standing}


def test_scenarios_that_are_set_up_alike_share_a_card() -> None:
    first, second = GAME.scenarios
    again = replace(first, id="again", title="Again", based_on=first.id, order=9)
    setup = replace(first.setup, placement=dict(list(first.setup.placement.items())[1:]))
    for scenario, numbers in (
        (again, [(1, 3), (2,)]),
        (replace(again, setup=setup), [(1,), (2,), (3,)]),
        (replace(again, setup_areas=first.setup_areas[1:]), [(1,), (2,), (3,)]),
        (replace(again, free_setup=not first.free_setup), [(1,), (2,), (3,)]),
        (replace(again, based_on=None), [(1,), (2,), (3,)]),
    ):
        game = replace(GAME, scenarios=(first, second, scenario))
        assert [tuple(variant.number for variant in card) for card in scenarios_by_card(game)] == numbers


def test_a_shared_card_tells_what_scenarios_have_of_their_own() -> None:
    first = GAME.scenarios[0]
    again = replace(first, id="again", title="Again", based_on=first.id, order=9, last_turn=5)
    (card,) = scenarios_by_card(replace(GAME, scenarios=(first, again)))
    assert [variant.differs for variant in card] == [
        "Turns 1 to 7, Oct I to Dec I",
        "Turns 1 to 5, Oct I to Nov III",
    ]
    (alone, _) = scenarios_by_card(GAME)
    assert [variant.differs for variant in alone] == [""]


def test_numbers_of_scenarios_are_told_in_runs() -> None:
    assert scenario_numbers([7]) == "scenario 7"
    assert scenario_numbers([1, 2]) == "scenarios 1 and 2"
    assert scenario_numbers([1, 2, 3, 5, 8, 9]) == "scenarios 1 to 3, 5, 8 and 9"


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ([3], "turn 3"),
        ([3, 4], "turns 3 or 4"),
        ([1, 2, 3, 4, 7], "turns 1 to 4 or 7"),
        ([2, 3, 4], "turns 2 to 4"),
    ],
)
def test_turns_are_told_in_runs(turns: list[int], told: str) -> None:
    assert number_ranges("turn", turns, "or") == told


@pytest.mark.slow
def test_a_long_name_takes_two_lines_before_it_becomes_small() -> None:
    name = "22nd Communist Militia Division"
    unit = replace(GAME.counters.units[0], name=name)
    game = replace(GAME, counters=replace(GAME.counters, units=(unit, *GAME.counters.units[1:])))
    cards_of = opened(PartDrawer(game, PrintSettings()).draw("aids").to_bytes())
    lines = [
        line.strip()
        for n in range(len(cards_of))
        for line in cards_of[n].get_textpage().get_text_range().splitlines()
    ]
    assert {line for line in lines if "Communist" in line} == {"22nd Communist Militia"}
    assert "Division" in lines


def test_the_cards_of_a_large_game_hold_each_unit_of_each_of_its_scenarios_once() -> None:
    game = game_of("moscow-campaign")
    groups = list(scenarios_by_card(game))
    assert len(groups) == 6
    assert sorted(variant.number for group in groups for variant in group) == list(range(1, 25))
    for group in groups:
        for side in game.info.sides:
            merged = card_sections(game, group, side)
            for variant in group:
                own = {
                    (row.unit.id, row.place, row.step)
                    for section in merged
                    if " alone" not in section.title or variant.number in _named(section.title)
                    for row in section.rows
                }
                told = [
                    (row.unit.id, row.place, row.step)
                    for section in setup_sections(game, variant.scenario, side)
                    for row in section.rows
                ]
                assert own == set(told)
            once = [
                (s.title.partition(", scenario")[0], s.note, row.unit.id) for s in merged for row in s.rows
            ]
            assert len(once) == len(set(once))


def test_units_of_a_large_area_are_counted_and_not_named_one_by_one() -> None:
    game = game_of("moscow-campaign")
    first = game.scenario("scenario-01")
    text = free_setup_text(game, first, game.info.sides[0])
    assert "the 70 units of your side on the map that aren't named here start in any hex" in text
    assert len(text) < 700
    assert text.count("starts in") == 3


def test_text_below_the_last_units_leaves_other_pages_full() -> None:
    unit = GAME.counters.units[0]
    rows = tuple(SetupRow(replace(unit, name=f"{n}"), "0101", 1) for n in range(110))
    parts = [SetupSection("On the map", "", rows)]
    full = [len(page[0].rows) for page in paginate_sections(parts, 186, 240, 45)]
    assert [len(page[0].rows) for page in _pages(parts, 186, 240, 45, 60)] == full
    parts = [SetupSection("On the map", "", rows[: sum(full[:2])])]
    texted = [len(page[0].rows) for page in _pages(parts, 186, 240, 45, 60)]
    # It doesn't fit below the last units: some of the last page go to one more, the first stays full.
    assert texted[0] == full[0]
    assert (len(texted), sum(texted)) == (3, sum(full[:2]))


def _named(title: str) -> set[int]:
    """Return the scenarios whose numbers stand in a heading."""
    told = title.rpartition("scenario")[2].removeprefix("s").removesuffix(" alone")
    found: set[int] = set()
    for part in told.replace(" and ", ", ").split(","):
        low, _, high = part.strip().partition(" to ")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def test_a_card_shows_each_hex_with_its_unit() -> None:
    document = opened(shown(GAME.slug, "aids"))
    titles = [mark.get_title() for mark in document.get_toc()]
    mark = list(document.get_toc())[titles.index("Set-up: Operation Typhoon, Soviet")]
    text = text_of(document, mark.get_dest().get_index())
    for hex_id, unit_id in GAME.scenario("operation-typhoon").setup.standing:
        unit = GAME.counters.unit(unit_id)
        if unit.side == "soviet":
            assert f"{hex_id} {unit.name}" in text
    assert "Soviet replacement pool" in text


def test_cards_of_two_scenarios_differ_by_a_plate_that_is_seen_from_afar() -> None:
    document = opened(shown(GAME.slug, "aids"))
    titles = [mark.get_title() for mark in document.get_toc()]
    cards = {}
    for name in ("Operation Typhoon", "What Happens Next"):
        page = next(mark for mark in document.get_toc() if mark.get_title() == f"Set-up: {name}, German")
        number = page.get_dest().get_index()
        text = text_of(document, number)
        assert text.count(name) == 1
        assert scenario_length(GAME, next(s for s in GAME.scenarios if s.title == name)) in text
        plate = crop(picture(document, number), Box(80, 18.5, 30, 8)).convert("L")
        cards[name] = ImageStat.Stat(plate).mean[0]
    assert len(titles) > 4
    assert cards["Operation Typhoon"] < 90
    assert cards["What Happens Next"] > 200


def test_a_card_says_which_turns_are_played() -> None:
    told = [scenario_length(GAME, scenario) for scenario in GAME.scenarios]
    assert sorted(told) == ["Turns 1 to 14, Oct I to Mar II", "Turns 1 to 7, Oct I to Dec I"]


@pytest.mark.parametrize("count", [1, 4, 39, 200])
def test_a_long_list_goes_on_with_all_its_units_on_the_next_page(count: int) -> None:
    unit = GAME.counters.units[0]
    rows = tuple(SetupRow(replace(unit, name=f"{n}"), "0101", 1) for n in range(count))
    pages = paginate_sections(
        [SetupSection("On the map", "", rows), SetupSection("Pool", "wait", rows[:3])], 186, 240, 45
    )
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
    game = game_of("moscow-embattled")
    texts = [area_text(game, game.scenarios[0], area) for area in game.scenarios[0].setup_areas]
    assert texts[0] == "Under the rules, Operational Group Rzhev starts in A2."
    assert texts[2] == "Under the rules, Western Front and Reserve tanks start in B2 and D2, one in each."
    assert "any hex that counts as “Behind the front line”" in texts[3]
    assert texts[-1].endswith("start in A1 or B1, as you choose.")


def test_a_side_that_places_all_its_units_reads_so() -> None:
    game = game_of("moscow-embattled")
    first = game.scenarios[0]
    area = next(area for area in first.setup_areas if area.side == "russian")
    own = tuple(unit for _, unit in first.setup.standing if game.counters.unit(unit).side == "russian")
    whole = replace(area, units=own, hexes=(), may_stack=True)
    alone = replace(first, setup_areas=(whole,))
    assert f"all {len(own)} units of your side start" in area_text(game, alone, whole, rest=True)
    part = replace(whole, units=own[1:])
    assert "that aren't named here start" in area_text(game, alone, part, rest=True)


def test_a_map_made_for_the_paper_prints_on_one_sheet_without_marks() -> None:
    document = opened(shown("moscow-embattled", "map"))
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx((841.9, 595.3), abs=0.5)


@pytest.mark.parametrize("name", ["moscow-campaign", "battle-of-moscow"])
def test_waiting_units_are_listed_with_turn_and_way_of_arrival(name: str) -> None:
    game = game_of(name)
    for scenario in game.scenarios:
        coming = {
            unit: arrival
            for arrival in game.oob.reinforcements
            if arrival.may_hold_in(scenario.id)
            for unit in arrival.units
        }
        for side in game.info.sides:
            for section in setup_sections(game, scenario, side):
                for row in section.rows:
                    if row.place.isdigit() or row.unit.id not in coming:
                        continue
                    arrival = coming[row.unit.id]
                    told = arrival_text(game, arrival)
                    assert (row.place, section.note) == (f"turn {arrival.turn}", told)


def test_a_unit_that_may_come_twice_is_told_with_both_turns() -> None:
    game = game_of("moscow-campaign")
    scenario = game.scenario("scenario-02")
    first = next(a for a in game.oob.reinforcements if "german-pz-13" in a.units)
    oob = replace(game.oob, reinforcements=(*game.oob.reinforcements, replace(first, turn=5, text="Later.")))
    german, _ = game.info.sides
    rows: dict[str, tuple[str, str]] = {
        row.unit.id: (row.place, section.note)
        for section in setup_sections(replace(game, oob=oob), scenario, german)
        for row in section.rows
    }
    where = arrival_text(game, first).removeprefix(first.text)
    assert rows["german-pz-13"] == ("turns 2 or 5", f"{first.text} Later.{where}")


def test_sections_of_a_heading_stand_together() -> None:
    game = game_of("moscow-campaign")
    for variants in scenarios_by_card(game):
        for side in game.info.sides:
            titles = [s.title.partition(", scenario")[0] for s in card_sections(game, variants, side)]
            assert titles == sorted(titles, key=titles.index)


def test_the_small_map_shows_its_hexes_or_is_as_large_as_it_may_be() -> None:
    for name in ("moscow-campaign", "battle-for-moscow", "moscow-embattled"):
        plan = plan_sheet(game_of(name))
        for high in _maps(plan, 180.0):
            scale = min(180.0 / plan.field.width, high / plan.field.height)
            assert high == 110.0 or plan.layout.hex_width * scale >= 1.9
    assert 45.0 in _maps(plan_sheet(game_of("battle-for-moscow")), 180.0)
    # On narrow paper no height shows the hexes of a large map: it is as high as may be.
    assert _maps(plan_sheet(game_of("moscow-campaign")), 60.0) == [110.0]


@pytest.mark.parametrize(
    "name", ["battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow"]
)
def test_why_units_wait_names_no_chart_that_is_not_printed(name: str) -> None:
    game = game_of(name)
    printed = {chart.title.lower() for chart in paper_charts(game, PrintSettings()).values()}
    for scenario in game.scenarios:
        for held in scenario.setup.in_boxes:
            for named in re.findall(r"\b([a-z]+(?: [a-z]+)? chart)\b", held.text.lower()):
                assert any(named.endswith(title) for title in printed), (scenario.id, held.text)


def test_differences_of_scenarios_on_a_card_have_one_type_size() -> None:
    game = game_of("moscow-campaign")
    variants = next(iter(scenarios_by_card(game)))
    assert len({len(variant.differs) for variant in variants}) > 1
    canvas = RecordingCanvas()
    _draw_table(canvas, THEMES["classic"], Box(0, 0, 186.0, 60.0), variants)
    told = [text for text in canvas.texts if text.text in {variant.differs for variant in variants}]
    assert len(told) == len(variants)
    assert len({text.size for text in told}) == 1
