"""The set-up: every unit where its scenario says, one map a start line, and lists by army."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.words.arrival_words import arrival_text, units_after_events
from hexwright.model.words.setup_words import cover_words, ground_words
from hexwright.paper.aids import setup_inset_drawing, setup_sheets
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.aids.scenario_table import draw_scenario_table, scenario_rows
from hexwright.paper.aids.setup_card_contents import (
    area_text,
    card_sections,
    free_setup_text,
    scenario_length,
    scenario_numbers,
    scenarios_by_card,
    setup_sections,
)
from hexwright.paper.aids.setup_inset_drawing import (
    MOST_SHOWN,
    clear_discs,
    draw_reference,
    draw_stack,
    inset_box,
    letter_box,
    reference_box,
    stacked_in_hex,
    units_by_hex,
)
from hexwright.paper.aids.setup_inset_groups import INSET_GAP, INSET_HEAD, _Paper
from hexwright.paper.aids.setup_map_insets import MOST_PAGES, InsetPages, arrange_insets
from hexwright.paper.aids.setup_map_windows import (
    READABLE_HEX,
    page_part,
    page_room,
    unit_window,
    window_margins,
)
from hexwright.paper.aids.setup_sheets import SetupPages
from hexwright.paper.aids.start_lines import StartLine, off_map_items, on_map_items, start_lines, values_of
from hexwright.paper.aids.start_markers import railhead_text
from hexwright.paper.figures.example_diagrams import LARGE_HEX, hex_number_boxes, number_hexes
from hexwright.paper.figures.place_lettering import PlacedName, place_names
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.paper.pages.compact_list import ListHeading, ListItem, ListNote, ListRow, SideBand, list_pages
from hexwright.paper.pages.page_drawing import new_document
from hexwright.paper.pages.paper_sizes import A4, PAPERS
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.print_parts import PartDrawer
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_face import arrival_turns
from hexwright.render.counters.counter_groups import side_by_side
from hexwright.render.counters.diagram_face import abbreviations, draw_diagram_face
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.map.sheet.theatre_inset import Theatre, draw_theatre, framed_boxes
from hexwright.render.map.sheet.waiting_piles import waiting_piles
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from hexwright.support.message_wording import number_ranges
from tests.paper.sheets import game_of, moscow, opened, shown, text_of
from tests.paper.test_page_measures import aids_of, blank_map
from tests.paper.test_small_print import LEAST, LEAST_OF_BOOKS, points

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
    told = {line for line in lines if "Communist" in line}
    assert {line.partition(" ")[2] for line in told} == {"22nd Communist Militia"}
    assert all(line.partition(" ")[0].isdecimal() for line in told)
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
                    if not row.numbers or variant.number in row.numbers
                }
                told = [
                    (row.unit.id, row.place, row.step)
                    for section in setup_sections(game, variant.scenario, side)
                    for row in section.rows
                ]
                assert own >= set(told)
                standing = {unit for _, unit in variant.scenario.setup.standing}
                played = range(variant.scenario.first_turn, variant.scenario.last_turn + 1)
                for unit, place, _ in own - set(told):
                    turns = {int(number) for number in re.findall(r"\d+", place)}
                    assert unit in standing or turns.isdisjoint(played)
            once = [
                (s.title.partition(", scenario")[0], s.note, row.unit.id) for s in merged for row in s.rows
            ]
            assert len(once) == len(set(once))


def test_units_of_a_large_area_are_counted_and_not_named_one_by_one() -> None:
    game = game_of("moscow-campaign")
    first = game.scenario("scenario-01")
    text = free_setup_text(game, first, game.info.sides[0])
    assert (
        "All German units on the map except railway troops (70 units) may start in any hex west of the "
        "September start line."
    ) in text
    assert len(text) < 500


def test_both_sides_say_whether_their_railway_troops_are_among_the_units() -> None:
    game = game_of("moscow-campaign")
    text = free_setup_text(game, game.scenario("scenario-01"), game.info.sides[1])
    assert "All 120 Soviet units, railway troops included, may start in any hex east" in text


@pytest.mark.parametrize("name", ["moscow-embattled", "battle-for-moscow"])
def test_no_edge_of_a_set_up_s_map_cuts_the_sign_of_a_place(name: str) -> None:
    game, plan = _planned(name)
    (line,) = SetupPages(game, PrintSettings(), A4, plan).lines
    assert line.part is not None
    sign = 0.2 * plan.layout.hex_width
    for place in (one for one in game.hexmap.places if one.kind != "name"):
        at = plan.layout.centre(place.hex)
        box = Box(at.x - sign, at.y - sign, 2 * sign, 2 * sign)
        assert line.part.window.holds(box) or not line.part.window.overlaps(box), place.name


def test_all_counters_of_a_set_up_s_map_have_one_size() -> None:
    wide = 45.0
    sizes = {round(stacked_in_hex(Point(0, 0), wide, n, most=2)[0].width, 6) for n in (1, 2)}
    assert len(sizes) == 1


def _named(title: str) -> set[int]:
    """Return the scenarios whose numbers stand in a heading."""
    told = title.rpartition("scenario")[2].removeprefix("s").removesuffix(" alone")
    found: set[int] = set()
    for part in told.replace(" and ", ", ").split(","):
        low, _, high = part.strip().partition(" to ")
        found |= set(range(int(low), int(high or low) + 1))
    return found


def _pages_of(name: str, title: str) -> str:
    """Return the text of the pages whose bookmark begins with a title."""
    document = opened(shown(name, "aids"))
    marks = [mark for mark in document.get_toc() if mark.get_title().startswith(title)]
    return " ".join(text_of(document, mark.get_dest().get_index()) for mark in marks)


def test_the_set_up_lists_each_hex_with_its_unit() -> None:
    text = _pages_of(GAME.slug, "Set-up")
    for hex_id, unit_id in GAME.scenario("operation-typhoon").setup.standing:
        assert f"{hex_id} {GAME.counters.unit(unit_id).name}" in text
    assert "Soviet replacement pool" in text
    for scenario in GAME.scenarios:
        assert scenario.title in text


@pytest.mark.parametrize(
    "name", ["battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow"]
)
def test_start_lines_hold_every_scenario_and_unit_once(name: str) -> None:
    game = game_of(name)
    lines = start_lines(game)
    assert sorted(n for line in lines for n in line.numbers) == list(range(1, len(game.scenarios) + 1))
    assert len(lines) <= 3
    for line in lines:
        rows = [(item.lead, item.text) for item in on_map_items(game, line) if isinstance(item, ListRow)]
        assert len(rows) == len(line.standing)
        for card in line.cards:
            for variant in card:
                for hex_id, unit in variant.scenario.setup.standing:
                    own = game.counters.unit(unit).name
                    assert any(lead == hex_id and text.startswith(own) for lead, text in rows)
    later = [item.text for item in off_map_items(game, lines) if isinstance(item, ListRow)]
    for scenario in game.scenarios:
        for held in scenario.setup.in_boxes:
            for unit in held.units:
                name = game.counters.unit(unit).name
                assert any(_is_listed(name, text) or _is_joined(name, text) for text in later), name


def _is_listed(name: str, text: str) -> bool:
    """Whether a row has a unit by its name, or its number in a range after the rest of the name."""
    stem, _, number = name.rpartition(" ")
    ranges = re.findall(r"(\d+)(?: to (\d+))?", text.removeprefix(stem)) if stem and stem in text else ()
    return name in text or any(int(a) <= int(number) <= int(b or a) for a, b in ranges if number.isdigit())


def _is_joined(name: str, text: str) -> bool:
    """Whether a row joins the numbers of formations, this one's among them."""
    found = re.fullmatch(r"((?:[A-Z][a-z]+ )?)(\S+) (.+)", name)
    if found is None:
        return False
    people, number, rest = found.groups()
    stem = rest.removesuffix("y").removesuffix(" Corps")
    return number in re.split(r", | and | ", text) and text.startswith(people) and stem in text


def test_one_list_by_turn_tells_who_comes_in_each_scenario() -> None:
    """Scenarios are named where neither the turn nor the map tells who comes."""
    game = game_of("moscow-campaign")
    items = list(off_map_items(game, start_lines(game)))
    soviet = [n for n, item in enumerate(items) if isinstance(item, ListHeading) and "Soviet" in item.text]
    assert [items[n].text for n in soviet] == ["Soviet reinforcements"]  # type: ignore[attr-defined]
    ways = [n for n in range(soviet[0], len(items)) if isinstance(items[n], ListNote)]
    assert len(ways) > 1
    assert ways[0] == soviet[0] + 1
    rows = [item for item in items[ways[0] : ways[1]] if isinstance(item, ListRow)]
    turns = [int(row.lead.removeprefix("T")) for row in rows]
    assert turns == sorted(turns)
    assert ListRow("T16", "36th, 40th and 49th Rifle Brigades", "1–4") in rows
    german = [item.text for item in items[: soviet[0]] if isinstance(item, ListRow)]
    assert "216th Infantry Division (scenarios 11 to 14, 17, 20, 21 and 23)" in german
    notes = [item.text for item in items if isinstance(item, ListNote)]
    assert sum("doesn’t set it up on the map" in note for note in notes) == 1


def test_a_unit_that_takes_the_place_of_another_is_told_with_all_its_steps() -> None:
    rows = [item for item in off_map_items(GAME, start_lines(GAME)) if isinstance(item, ListRow)]
    assert ListRow("T4", "1st Shock Army", "5–4") in rows
    assert ListRow("T13", "Tank Unit", "8–4 or 4–4") in rows


def test_units_that_come_after_an_event_have_no_turn() -> None:
    game = game_of("battle-of-moscow")
    items = list(off_map_items(game, start_lines(game)))
    row = next(n for n, item in enumerate(items) if isinstance(item, ListRow) and "168th" in item.text)
    assert items[row] == ListRow("", "168th and 299th Infantry Divisions", "2–4")
    note = items[row - 1]
    assert isinstance(note, ListNote)
    assert note.text.endswith(
        "By the south edge from 0143 to 1943, once a German unit has ended its turn within one turn's move "
        "of Voronezh."
    )
    unit = game.counters.unit("german-inf-168")  # type: ignore[arg-type]
    assert arrival_turns(game, unit) == ()
    assert arrival_turns(game, game.counters.unit("german-inf-212")) == (4,)  # type: ignore[arg-type]
    (scenario,) = game.scenarios
    piles = waiting_piles(game, scenario, "german-arrivals", 20)  # type: ignore[arg-type]
    assert {pile.turn for pile in piles if {"german-inf-168", "german-inf-299"} & {*pile.units}} == {None}


def test_units_that_differ_only_in_a_number_share_a_row() -> None:
    game = game_of("moscow-campaign")
    rows = [item.text for item in off_map_items(game, start_lines(game)) if isinstance(item, ListRow)]
    groups = [text for text in rows if text.startswith("Kampfgruppe ")]
    listed = [
        n
        for text in groups
        for a, b in re.findall(r"(\d+) to (\d+)", text)
        for n in range(int(a), int(b) + 1)
    ]
    assert sorted(listed) == list(range(1, 33))
    assert len(groups) == 1
    assert _is_listed("Group 5", "Group 1 to 3 and 5")
    assert not _is_listed("Group 4", "Group 1 to 3 and 5")


def test_no_column_begins_or_ends_with_one_row_of_an_army() -> None:
    game = game_of("moscow-campaign")
    room = Box(12, 19, 186, 200)
    for line in start_lines(game):
        items = list(on_map_items(game, line))
        sizes: dict[int, int] = {}
        army = 0
        for n, item in enumerate(items):
            army = n if isinstance(item, ListHeading) else army
            sizes[n] = army
        counts = {
            army: sum(isinstance(items[n], ListRow) for n, own in sizes.items() if own == army)
            for army in {*sizes.values()}
        }
        placed = [one for page in list_pages(items, room, room) for one in page]
        for n, (a, b) in enumerate(pairwise(placed)):
            if a.box.x != b.box.x and isinstance(a.item, ListRow) and isinstance(b.item, ListRow):
                army = sizes[n]
                before = n - army
                assert counts[army] <= 3 or (before >= 2 and counts[army] - before >= 2)


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled"])
def test_the_map_of_a_start_line_shows_all_its_units_on_one_page(name: str) -> None:
    game = game_of(name)
    plan = plan_sheet(game)
    for line in start_lines(game):
        part = page_part(unit_window(plan, {one.hex for one in line.standing}), A4)
        for one in line.standing:
            assert part.window.holds(Box(*_at(plan, one.hex), 0.0, 0.0))
        inside = page_room(part.paper)
        assert part.window.width * part.scale <= inside.width + 1e-6
        assert part.window.height * part.scale <= inside.height + 1e-6
        assert part.scale * plan.layout.hex_width >= READABLE_HEX


LARGE_GAMES = ("moscow-campaign", "battle-of-moscow")


@cache
def _planned(name: str) -> tuple[Game, SheetPlan]:
    game = game_of(name)
    return game, plan_sheet(game)


def counts(line: StartLine) -> dict[HexId, int]:
    """Return the number of units in each hex."""
    return {hex_id: len(units) for hex_id, units in units_by_hex(line).items()}


@cache
def _insets(name: str) -> list[tuple[SheetPlan, StartLine, InsetPages]]:
    game, plan = _planned(name)
    room = page_room(A4)
    return [
        (plan, line, arrange_insets(plan, counts(line), game.hexmap.places, room, (60, 60)))
        for line in start_lines(game)
    ]


@pytest.mark.parametrize("name", ["moscow-campaign", "battle-of-moscow"])
def test_insets_show_every_unit_on_few_pages_with_room_for_its_values(name: str) -> None:
    for plan, line, found in _insets(name):
        assert len(found.pages) <= MOST_PAGES
        assert found.scale * plan.layout.hex_width >= 9.0
        windows = [inset.window for page in found.pages for inset in page]
        edge = plan.layout.hex_width / 2
        alone = lone_hexes(found)
        for one in (one for one in line.standing if one.hex not in alone):
            x, y = _at(plan, one.hex)
            assert any(window.holds(Box(x - edge, y - edge, 2 * edge, 2 * edge)) for window in windows)


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a5", "a3", "tabloid"])
@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled", *LARGE_GAMES])
def test_insets_are_at_least_twice_as_large_as_the_whole_map_on_a_page(name: str, paper: str) -> None:
    game, plan = _planned(name)
    lines = SetupPages(game, PrintSettings(), PAPERS[paper], plan).lines
    whole = page_part(plan.field, PAPERS[paper]).scale
    assert lines
    assert any(line.insets is not None for line in lines) is (name in LARGE_GAMES)
    for line in lines:
        if line.insets is not None:
            assert line.insets.scale >= 2.0 * whole
            assert len(line.insets.pages) <= (4 if paper == "a5" else MOST_PAGES)
        else:
            # A map that shows all units on one page.
            assert line.part is not None
            assert line.part.scale * plan.layout.hex_width >= 14.0


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_each_hex_belongs_to_one_inset_that_shows_it_whole(name: str) -> None:
    for plan, line, found in _insets(name):
        insets = [one for page in found.pages for one in page]
        shown = [*(h for one in insets for h in one.hexes), *lone_hexes(found)]
        assert sorted(shown) == sorted({o.hex for o in line.standing})
        for one in insets:
            assert one.hexes
            for hex_id in one.hexes:
                assert one.window.inset(-0.01).holds(Box.around(plan.layout.corners(hex_id)))


def test_joined_windows_cost_what_the_window_around_both_costs() -> None:
    plan, chance = plan_sheet(GAME), Random(7)
    field = plan.field
    paper = _Paper(window_margins(plan), 1.0, Box(0, 0, field.width / 2, field.height / 2), 30.0)
    groups = []
    for _ in range(60):
        x, y = chance.uniform(field.x, field.right), chance.uniform(field.y, field.bottom)
        groups.append((x, y, x + chance.uniform(0, 40), y + chance.uniform(0, 40)))
    held = dear = 0
    for n, (a, b, c, d) in enumerate(groups):
        found = dict(paper.costs_joined(groups[n], groups, range(n), math.inf))
        most = 1.5 * paper.cost(a, b, c, d)
        cheap = dict(paper.costs_joined(groups[n], groups, range(n), most))
        for m, (e, f, g, h) in enumerate(groups[:n]):
            whole = paper.cost(min(a, e), min(b, f), max(c, g), max(d, h))
            assert found.get(m, math.inf) == whole
            assert cheap.get(m, whole) == whole
            assert m in cheap or whole > most
            held += whole < math.inf
        dear += len(found) - len(cheap)
    assert 100 < held < 1500
    assert dear > 100


def lone_hexes(found: InsetPages) -> set[HexId]:
    """Return the hexes whose units stand in a strip instead of an inset."""
    return {cell.hex for cell in found.lone.strip.cells} if found.lone is not None else set()


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_an_inset_is_named_by_a_place_and_few_units_far_away_get_none(name: str) -> None:
    game = game_of(name)
    places = {place.name for place in game.hexmap.places}
    at = {place.hex: place.name for place in game.hexmap.places if place.kind in ("town", "city")}
    for _, line, found in _insets(name):
        for one in (one for page in found.pages for one in page):
            assert one.name.removeprefix("Near ") in places
            assert len(one.hexes) > 2
        assert found.lone is not None
        assert len(lone_hexes(found)) <= 0.4 * len(counts(line))
        labels = {cell.hex: cell.label for cell in found.lone.strip.cells}
        assert all(label.startswith(hex_id) for hex_id, label in labels.items())
        assert all(at[hex_id] in label for hex_id, label in labels.items() if hex_id in at)


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_every_unit_of_a_stack_is_seen_whole_and_as_large_as_all_others(name: str) -> None:
    for plan, line, found in _insets(name):
        by_hex = counts(line)
        edge = inset_box(Point(0.0, 0.0), plan.layout.hex_width * found.scale).width
        assert edge >= 7.0
        strips = [one.strip for page in found.pages for one in page]
        stacks = [hex_id for hex_id, count in by_hex.items() if count > 1]
        cells = [cell for strip in strips for cell in strip.cells]
        assert sorted(cell.hex for cell in cells) == sorted({*stacks} - lone_hexes(found))
        assert found.lone is not None
        for strip in (*strips, found.lone.strip):
            boxes = [box for cell in strip.cells for box in cell.boxes]
            assert not any(a.inset(0.01).overlaps(b.inset(0.01)) for a, b in combinations(boxes, 2))
            assert all(box.width == box.height == edge for box in boxes)
            assert all(len(cell.boxes) == by_hex[cell.hex] for cell in strip.cells)
            letters = [cell.label for cell in strip.cells]
            assert len({*letters}) == len(letters)


def test_the_units_of_another_inset_are_told_by_its_number() -> None:
    seen, frame = RecordingCanvas(), Box(0.0, 0.0, 40.0, 40.0)
    for at in (Point(20.0, 20.0), Point(0.5, 20.0), Point(60.0, 20.0)):
        draw_reference(seen, THEMES["classic"], 12, at, frame)  # type: ignore[arg-type]
    assert [text.text for text in seen.texts] == ["12"]


def test_the_numbers_of_insets_are_clear_of_each_other_on_the_map_of_them() -> None:
    room = Box(0.0, 0.0, 60.0, 80.0)
    frames = [Box(20.0 + n % 3, 30.0 + n / 2, 8.0 + n, 4.0 + n) for n in range(12)]
    discs = clear_discs(frames, room, 1.9)
    assert len(discs) == len(frames)
    assert all(math.hypot(a.x - b.x, a.y - b.y) >= 3.8 - 1e-6 for a, b in combinations(discs, 2))
    assert all(room.inset(1.9).holds(Box(at.x, at.y, 0.0, 0.0)) for at in discs)
    lone = [Box(20.0, 30.0, 10.0, 10.0)]
    assert clear_discs(lone, room, 1.9) == [Point(20.0, 30.0)]
    name = Box(12.0, 27.0, 11.0, 2.5)
    (moved,) = clear_discs(lone, room, 1.9, [name])
    assert not name.inset(-1.9).holds_point(moved)


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_no_name_stands_on_a_frame_or_below_a_number_on_the_map_of_insets(name: str) -> None:
    game = game_of(name)
    theme = THEMES["classic"]
    for plan, line, found in _insets(name):
        windows = [inset.window for page in found.pages for inset in page]
        held = {one.hex: one.unit.side for one in line.standing}
        theatre = Theatre(Box(0.0, 0.0, 60.0, 90.0), line.title, held, windows)
        names = draw_theatre(RecordingCanvas(), game, theme, theatre, 0.0, blank_map(game, plan).board)
        assert len(names) >= 3
        frames = framed_boxes(theatre, plan.field, 0.0)
        for box in names:
            assert not any(box.overlaps(frame) and not frame.holds(box) for frame in frames)
        discs = clear_discs(frames, theatre.box, 1.9, names)
        assert not any(box.holds_point(at) for box in names for at in discs)


@pytest.mark.parametrize("name", ["moscow-embattled", "battle-for-moscow"])
def test_names_that_counters_would_strike_stand_beside_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A counter hid the name of nearly each place at which units start."""
    found: list[PlacedName] = []
    given: set[str] = set()

    def noted(*args: object, **more: object) -> list[PlacedName]:
        given.update(text.casefold() for text in args[5])  # type: ignore[attr-defined]
        return place_names(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(setup_sheets, "place_names", noted)
    monkeypatch.setattr(setup_sheets, "draw_names", lambda canvas, theme, names: found.extend(names))
    game = game_of(name)
    PartDrawer(game, PrintSettings()).draw("aids")
    hexes = {one.hex for line in start_lines(game) for one in line.standing}
    struck = {place.name for place in game.hexmap.places if place.hex in hexes and place.kind != "name"}
    struck = {name for name in struck if name.casefold() not in given}
    assert len(struck) >= 2
    assert {one.text for one in found} >= struck
    assert not any(a.box.overlaps(b.box) for a, b in combinations(found, 2))


def test_the_set_up_says_which_places_have_a_control_marker() -> None:
    for name in ("battle-for-moscow", "moscow-embattled", "battle-of-moscow"):
        game = game_of(name)
        (line,) = start_lines(game)
        items = list(on_map_items(game, line))
        at = next(n for n, one in enumerate(items) if isinstance(one, ListHeading) and "Control" in one.text)
        told = " ".join(one.text for one in items[at:] if isinstance(one, ListNote))
        owned = [place for place in game.hexmap.places if game.scenarios[0].owner_of(place) is not None]
        few = [place for place in owned if game.scenarios[0].owner_of(place) == "german"]
        assert all(place.name in told for place in few)
        assert f"all {len(owned) - len(few)} other cities" in told
        assert ("towns" in told) == (name == "moscow-embattled")
        assert game.control_marker is not None
        assert game.control_marker.count == len(owned)


def test_the_set_up_says_where_the_markers_of_railheads_stand() -> None:
    game = game_of("moscow-campaign")
    lines = start_lines(game)
    for line in lines:
        items = list(on_map_items(game, line))
        notes = [one.text for one in _own_items(items, "German") if isinstance(one, ListNote)]
        (told,) = (text for text in notes if text.startswith("Supply Head"))
        scenario = line.cards[0][0].scenario
        areas = [area.feature for area in scenario.setup_areas if area.units == ("german-eb-1",)]
        (feature,) = (one for one in game.hexmap.features if one.id in areas)
        (branch,) = (one for one in feature.groups if one.id == "branch")
        assert told == f"Supply Head marker in {branch.hexes[0]}."
        assert not any("Supply Head" in one.text for one in _own_items(items, "Soviet"))
    # Without its railway troops, each line of a side ends in a marker; without a marker, nothing is told.
    first = lines[0].cards[0][0].scenario
    placed = {
        hex_id: units
        for hex_id, units in first.setup.placement.items()
        if not units[0].startswith("german-eb")
    }
    bare = replace(first, setup=replace(first.setup, placement=placed))
    german = game.info.side(SideId("german"))
    assert railhead_text(game, bare, german) == "Supply Head markers in 0308, 0425, 0848 and 1035."
    unmarked = replace(game, counters=replace(game.counters, markers=()))
    assert railhead_text(unmarked, bare, german) == ""
    assert railhead_text(game_of("battle-of-moscow"), first, german) == ""


def _own_items(items: list[ListItem], side: str) -> list[ListNote | ListRow]:
    """Return the notes and rows below the band of a side."""
    bands = [n for n, one in enumerate(items) if isinstance(one, SideBand)]
    start = next(n for n in bands if items[n].text.startswith(side))  # type: ignore[attr-defined]
    end = next((n for n in bands if n > start), len(items))
    return [one for one in items[start:end] if isinstance(one, (ListNote, ListRow))]


@pytest.mark.parametrize("name", ["battle-for-moscow", "moscow-embattled", *LARGE_GAMES])
def test_the_number_of_each_hex_with_units_or_of_one_near_it_is_readable(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a map one column wide, counters hid all numbers."""
    maps: list[tuple[set[HexId], dict[HexId, Box]]] = []

    def hides(box: Box) -> None:
        for _, numbers in maps[-1:]:
            for hex_id in [one for one, number in numbers.items() if number.inset(0.2).overlaps(box)]:
                del numbers[hex_id]

    def numbered(canvas: object, *args: Any, **more: Any) -> list[tuple[HexId, Box]]:
        seen = RecordingCanvas()
        made = number_hexes(seen, *args, **more)  # type: ignore[arg-type]
        drawn = {text.text for text in seen.texts}
        maps.append((set(args[4]), {hex_id: box for hex_id, box in made if hex_id in drawn}))
        return made

    def stacked(
        canvas: object, game: object, theme: object, units: object, boxes: Sequence[Box], art: object
    ) -> None:
        for box in boxes:
            hides(box)

    monkeypatch.setattr(setup_sheets, "number_hexes", numbered)
    monkeypatch.setattr(setup_sheets, "draw_stack", stacked)
    monkeypatch.setattr(setup_sheets, "draw_in_inset", lambda *args: hides(args[4]))
    monkeypatch.setattr(
        setup_sheets, "draw_letter", lambda *args: hides(Box(args[3].x - 1, args[3].y - 1, 2, 2))
    )
    monkeypatch.setattr(setup_sheets, "draw_reference", lambda *args: hides(reference_box(args[3])))
    monkeypatch.setattr(setup_sheets, "draw_strip", lambda *args: None)
    game, plan = _planned(name)
    document = new_document(game, PrintSettings(), "Set-up")
    SetupPages(game, PrintSettings(), A4, plan).draw(document, blank_map(game, plan))
    grid = plan.layout.grid
    assert maps
    assert sum(len(held) for held, _ in maps) >= 8
    for held, numbers in maps:
        far = [one for one in held if not any(grid.distance(one, other) <= 2 for other in numbers)]
        assert far == []
        beside = [one for one in held if numbers.keys() & {one, *grid.neighbours(one).values()}]
        assert len(beside) >= 0.8 * len(held)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE_GAMES)
def test_no_lettering_of_a_set_up_with_insets_is_too_small(name: str) -> None:
    document = opened(shown(name, "aids"))
    marks = [mark for mark in document.get_toc() if "set-up" in mark.get_title().lower()]
    assert marks
    pages = {mark.get_dest().get_index() for mark in marks}
    assert pages
    small = [(letter, size) for page, letter, size in points(shown(name, "aids")) if page in pages]
    assert {letter for letter, size in small if size < LEAST} == set()
    # The symbol of replacements has letters, as on its counter.
    assert {letter for letter, size in small if size < LEAST_OF_BOOKS} <= {*"RPL"}


@pytest.mark.parametrize("name", ["moscow-campaign", "battle-of-moscow"])
def test_insets_stand_in_order_on_their_page_and_clear_of_each_other(name: str) -> None:
    for _, _, found in _insets(name):
        assert [one.number for page in found.pages for one in page] == [
            n + 1 for n in range(sum(map(len, found.pages)))
        ]
        named = [one.name for page in found.pages for one in page]
        assert len(set(named)) == len(named)
        for number, page in enumerate(found.pages):
            boxes = [] if number else [found.overview]
            for one in page:
                wide, high = one.window.width * found.scale, one.window.height * found.scale
                boxes.append(Box(one.at.x, one.at.y, wide, high + INSET_HEAD + one.strip.height))
            if found.lone is not None and found.lone.page == number:
                high = INSET_HEAD + found.lone.strip.height
                boxes.append(Box(found.lone.at.x, found.lone.at.y, page_room(A4).width, high))
            assert all(page_room(A4).inset(-0.01).holds(box) for box in boxes)
            spaced = [Box(b.x, b.y, b.width + INSET_GAP - 0.01, b.height + INSET_GAP - 0.01) for b in boxes]
            assert not any(a.overlaps(b) for a, b in combinations(spaced, 2))


@pytest.mark.parametrize("wide", [10.0, 16.0, 50.0])
@pytest.mark.parametrize("count", range(1, 7))
def test_units_in_a_hex_leave_its_number_free_and_show_their_designations(count: int, wide: float) -> None:
    boxes = stacked_in_hex(Point(0.0, 0.0), wide, count)
    assert len(boxes) == count or len(boxes) == MOST_SHOWN < count
    assert all(abs(box.centre.x) + box.width / 2 <= wide / 2 and box.width >= 6.6 for box in boxes)
    # None runs into the next hex.
    assert all(box.y >= -wide / 2 - 1e-6 and box.bottom <= wide / 2 + 1e-6 for box in boxes)
    if wide >= LARGE_HEX:
        assert min(box.y for box in boxes) >= -0.4 * wide + 0.8 * SMALLEST_BOOK_TEXT - 0.6
    for n, box in enumerate(boxes):
        above = [later for later in boxes[n + 1 :] if later.inset(0.01).overlaps(box)]
        assert all(later.y - box.y >= max(1.6, 0.24 * box.width) for later in above)


def test_a_stack_that_is_higher_than_its_boxes_tells_how_many_units_it_has() -> None:
    game = game_of("battle-of-moscow")
    (line,) = start_lines(game)
    units = max(units_by_hex(line).values(), key=len)
    boxes = stacked_in_hex(Point(0.0, 0.0), 11.0, len(units))
    seen = RecordingCanvas()
    draw_stack(seen, game, THEMES["classic"], units, boxes, {})
    assert len(units) > len(boxes)
    assert f"×{len(units)}" in [text.text for text in seen.texts]


def test_units_of_some_scenarios_only_have_an_asterisk_on_the_map() -> None:
    game = game_of("moscow-campaign")
    line = start_lines(game)[0]
    for numbers in (True, False):
        unit = next(one for one in line.standing if bool(one.numbers) is numbers)
        seen = RecordingCanvas()
        boxes = stacked_in_hex(Point(0.0, 0.0), 11.0, 1)
        draw_stack(seen, game, THEMES["classic"], [unit], boxes, {})
        assert ("*" in [text.text for text in seen.texts]) is numbers


def test_no_name_in_an_inset_covers_a_number_that_it_could_spare() -> None:
    game = game_of("moscow-campaign")
    plan = plan_sheet(game)
    place = Placement(0.0, 0.0, 0.0, 0.7)

    def page(hex_id: HexId) -> Point:
        return place.apply(plan.layout.centre(hex_id))

    frame = Box(0.0, 0.0, plan.width * 0.7, plan.height * 0.7)
    numbers = [box for _, _, box in hex_number_boxes(plan, plan.field, place, ())]
    names = place_names(game, page, frame, [], numbers)
    assert len(names) > 50
    assert not any(a.box.overlaps(b.box) for a, b in combinations(names, 2))
    spared = place_names(game, page, frame, [], [])
    covering = [sum(one.box.overlaps(box) for one in found for box in numbers) for found in (names, spared)]
    assert covering[0] < covering[1] / 2
    seen = RecordingCanvas()
    boxes = [one.box for one in names]
    number_hexes(seen, plan, THEMES["classic"], plan.field, place, (), boxes)  # type: ignore[arg-type]
    assert not any(text.box.overlaps(box) for text in seen.texts for box in boxes)
    assert len(seen.texts) == len(numbers) - sum(any(n.overlaps(b) for b in boxes) for n in numbers)


def _at(plan: SheetPlan, hex_id: HexId) -> tuple[float, float]:
    centre = plan.layout.centre(hex_id)
    return centre.x, centre.y


def test_a_card_says_which_turns_are_played() -> None:
    told = [scenario_length(GAME, scenario) for scenario in GAME.scenarios]
    assert sorted(told) == ["Turns 1 to 14, Oct I to Mar II", "Turns 1 to 7, Oct I to Dec I"]


@pytest.mark.parametrize("count", [1, 4, 39, 200, 900])
def test_a_long_list_goes_on_with_all_its_units_on_the_next_page(count: int) -> None:
    rows = [ListRow("0101", f"{n}") for n in range(count)]
    items: list[ListItem] = [ListHeading("Army"), *rows, ListHeading("Pool"), ListRow("", "last")]
    room = Box(12, 19, 186, 260)
    pages = list(list_pages(items, room, room))
    assert [one.item for page in pages for one in page] == items
    for page in pages:
        assert all(room.inset(-0.001).holds(one.box) for one in page)
        assert not any(a.box.inset(0.001).overlaps(b.box.inset(0.001)) for a, b in pairwise(page))
        # A heading never ends a column.
        assert all(b.box.x == a.box.x for a, b in pairwise(page) if a.item.keeps_next)


def test_a_list_of_many_pages_measures_each_row_a_few_times() -> None:
    measured: list[str] = []

    class Counted(ListRow):
        def height(self, width: float) -> float:
            measured.append(self.text)
            return super().height(width)

    room = Box(12, 19, 186, 260)
    rows = [Counted("", f"{n}") for n in range(3000)]
    assert len(list(list_pages(rows, room, room))) > 5
    assert len(measured) < 12 * len(rows)


def test_units_that_share_a_hex_stand_side_by_side_in_it() -> None:
    for count in range(1, 9):
        boxes = side_by_side(Point(50, 50), 15.0, 30.0, count)
        assert len(boxes) == count
        assert all(Box(35, 35, 30, 30).inset(-0.001).holds(box) for box in boxes)
        assert all(not a.inset(0.001).overlaps(b.inset(0.001)) for a, b in combinations(boxes, 2))


def test_long_lists_of_hexes_are_told_by_runs() -> None:
    game = game_of("battle-of-moscow")
    (scenario,) = game.scenarios
    told = [area_text(game, scenario, area) for area in scenario.setup_areas if area.side == "german"]
    assert any(
        "start behind the Svir (0901, 1001, 1101–1104, 1201–1203, 1301–1303, 1401, 1402, 1501–1503, "
        "1601, 1602 or 1702), as you choose." in text
        for text in told
    )


def test_a_card_says_where_each_unit_may_stand_when_areas_are_hexes() -> None:
    game = game_of("moscow-embattled")
    texts = [area_text(game, game.scenarios[0], area) for area in game.scenarios[0].setup_areas]
    assert texts[0] == "Operational Group Rzhev starts in A2."
    assert texts[2] == "Western Front and Tank Reserve start in B2 and D2, one in each."
    assert "any hex behind the front line (A3, A4, A5, B3, B4" in texts[3]
    assert texts[-1].endswith("start in A1 or B1, as you choose.")


def test_a_side_that_places_all_its_units_reads_so() -> None:
    game = game_of("moscow-embattled")
    first = game.scenarios[0]
    area = next(area for area in first.setup_areas if area.side == "russian")
    own = tuple(unit for _, unit in first.setup.standing if game.counters.unit(unit).side == "russian")
    whole = replace(area, units=own, hexes=(), may_stack=True)
    alone = replace(first, setup_areas=(whole,))
    assert f"All {len(own)} Russian units may start" in area_text(game, alone, whole, rest=True)
    part = replace(whole, units=own[1:])
    names = [game.counters.unit(unit).name for unit in part.units]
    assert all(name in area_text(game, alone, part, rest=True) for name in names)


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
                    turn = "" if row.unit.id in units_after_events(game) else f"turn {arrival.turn}"
                    assert (row.place, section.note) == (turn, told)


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


def test_the_table_of_scenarios_shares_its_page_with_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows stood alone on a page where map and units don't share one."""
    monkeypatch.setattr(setup_sheets, "_SHARED", 2.0)
    document = aids_of(GAME)
    (page,) = (mark.get_dest().get_index() for mark in document.get_toc() if mark.get_title() == "Scenarios")
    text = text_of(document, page)
    assert all(words in text for words in ("Operation Typhoon", "29th Army", "1st Shock Army"))


def test_set_ups_are_named_by_the_word_with_which_their_scenarios_begin() -> None:
    """Letters would mean two things: The Moscow Campaign's name orders of battle."""
    lines = start_lines(game_of("moscow-campaign"))
    assert [line.title for line in lines] == ["September set-up", "November set-up", "December set-up"]
    assert [line.title for line in start_lines(GAME)] == ["Set-up"]


@pytest.mark.parametrize(
    ("name", "group", "words"),
    [
        ("West of the front line", "", "west of the front line"),
        ("East of the line", "More than two hexes from it", "east of the line, more than two hexes from it"),
        ("Start line", "September", "of the September start line"),
        ("Rough ground", "", "of “Rough ground”"),
        ("West", "", "of “West”"),
        ("Rough ground", "North", "of “Rough ground: North”"),
    ],
)
def test_stretches_of_hexes_are_told_in_a_sentence(name: str, group: str, words: str) -> None:
    assert ground_words(name, group) == words


def test_scenarios_are_one_table_that_tells_them_apart() -> None:
    game = game_of("moscow-campaign")
    head, *rows = scenario_rows(game, start_lines(game))
    assert len(rows) == 24
    assert {"Scenario", "Turns", "Dates"} <= set(head)
    assert "Set-up" not in head  # The titles begin with it.
    assert len({row[1:] for row in rows}) == 24
    canvas = RecordingCanvas()
    draw_scenario_table(canvas, THEMES["classic"], Box(0, 0, 186.0, 0.0), [head, *rows])
    assert len({text.size for text in canvas.texts}) == 1
    other = replace(game.scenarios[0], title="1. First")
    lines = start_lines(replace(game, scenarios=(other, *game.scenarios[1:])))
    assert [line.title for line in lines] == ["Set-up A", "Set-up B", "Set-up C"]
    named = scenario_rows(replace(game, scenarios=(other, *game.scenarios[1:])), lines)
    assert "Set-up" in named[0]
    assert max(text.box.right for text in canvas.texts) <= 186.0


@pytest.mark.parametrize(
    "name", ["battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign"]
)
def test_set_up_maps_are_cropped_to_the_units_at_a_readable_scale(name: str) -> None:
    """A map that would be small on a page is cut into insets at about two or three times that scale."""
    game = game_of(name)
    plan = plan_sheet(game)
    pages = SetupPages(game, PrintSettings(), A4, plan)
    room, field = pages._room, plan.field
    whole = min(room.width / field.width, room.height / field.height)
    assert pages.lines
    for planned in pages.lines:
        if planned.insets is not None:
            assert planned.insets.scale >= 1.8 * whole
            assert planned.insets.scale * plan.layout.hex_width >= 9.0
            hexes = {one.hex for one in planned.line.standing} - lone_hexes(planned.insets)
            windows = [inset.window for page in planned.insets.pages for inset in page]
            assert sum(window.width * window.height for window in windows) < 0.5 * field.width * field.height
            centres = [plan.layout.centre(hex_id) for hex_id in hexes]
            assert all(any(one.holds(Box(at.x, at.y, 0.0, 0.0)) for one in windows) for at in centres)
            assert len(lone_hexes(planned.insets)) <= 0.4 * len(counts(planned.line))
        else:
            assert planned.part is not None
            assert planned.part.scale * plan.layout.hex_width >= 15.0


@pytest.mark.parametrize("name", ["battle-of-moscow", "moscow-campaign"])
def test_no_name_in_an_inset_is_cut_by_its_frame_or_struck_by_a_counter(name: str) -> None:
    game = game_of(name)
    plan = plan_sheet(game)
    shown = 0
    for planned in SetupPages(game, PrintSettings(), A4, plan).lines:
        assert planned.insets is not None
        by_hex, scale = units_by_hex(planned.line), planned.insets.scale
        for inset in (inset for page in planned.insets.pages for inset in page):
            place = Placement(-inset.window.x * scale, -inset.window.y * scale, 0.0, scale)
            frame = Box(0.0, 0.0, inset.window.width * scale, inset.window.height * scale)

            def on_page(hex_id: HexId, place: Placement = place) -> Point:
                return place.apply(plan.layout.centre(hex_id))

            wide = plan.layout.hex_width * scale
            counters = [inset_box(on_page(hex_id), wide) for hex_id in by_hex]
            names = place_names(game, on_page, frame, counters, [])
            assert all(frame.holds(one.box) for one in names)
            assert not any(one.box.overlaps(counter) for one in names for counter in counters)
            shown += len(names)
    assert shown > 10


def blank_counters(name: str) -> list[str]:
    """Return the units on set-up maps of a game whose counters lack their designation or their values."""
    game, found = game_of(name), list[str]()
    for line in start_lines(game):
        for units in units_by_hex(line).values():
            boxes = stacked_in_hex(Point(0.0, 0.0), 16.0, len(units))
            seen = RecordingCanvas()
            draw_stack(seen, game, THEMES["classic"], units, boxes, {})
            told = "".join("".join(text.text for text in seen.texts).split())
            for one in units[: len(boxes)]:
                # A band of a layout may tell the unit by another word than its designation.
                named = one.unit.data.get("band", one.unit.designation)
                names = ["".join(words.split()) for words in (named, *abbreviations(named))]
                values = "".join(values_of(one.unit, one.step).split())
                if values not in told or not any(words in told for words in names):
                    found.append(one.unit.id)
    return found


GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


@pytest.mark.parametrize("name", GAMES)
def test_no_counter_on_a_set_up_map_is_blank(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert blank_counters(name) == []
    # Planted: counters of one class, as faces of textless layouts once were, have no text.
    game = game_of(name)
    planted = next(unit.unit_class for line in start_lines(game) for unit in (line.standing[0].unit,))

    def without_text(canvas: object, game: object, unit: Unit, *rest: object, **more: object) -> None:
        if unit.unit_class != planted:
            draw_diagram_face(canvas, game, unit, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(setup_inset_drawing, "draw_diagram_face", without_text)
    assert blank_counters(name)


def test_a_line_on_which_nobody_may_start_is_covered_by_zones_of_control_alone() -> None:
    """The rule text bars units from the start line, and so do verdict and card."""
    game = game_of("moscow-campaign")
    first = game.scenario("scenario-01")
    for side in game.info.sides:
        text = free_setup_text(game, first, side)
        assert f"of the September start line lies in the zone of control of a {side.name} unit." in text
    line = next(feature for feature in game.hexmap.features if feature.id == "start-line")
    area = next(one for one in first.setup_areas if one.side == "german" and not one.hexes)
    open_line = replace(area, hexes=(*line.hexes_of("september"),))
    told = cover_words(game, replace(first, setup_areas=(open_line,)), first.setup_cover[1])
    assert told.endswith("holds a German unit, or lies in the zone of control of one")


@pytest.mark.parametrize("name", GAMES)
def test_a_number_moves_aside_for_a_name_on_the_map(name: str) -> None:
    game = game_of(name)
    plan, page = plan_sheet(game), RecordingCanvas()
    place, window = Placement(0.0, 0.0, 0.0, 1.0), plan.field
    numbers = [*hex_number_boxes(plan, window, place, ())]
    hex_id, _, box = numbers[len(numbers) // 2]
    name_box = Box(box.x - 3.0, box.y, box.width / 2 + 3.0, box.height)
    more = {"struck": [name_box]}
    placed = dict(number_hexes(page, plan, THEMES["classic"], window, place, (), **more))  # type: ignore[arg-type]
    assert not placed[hex_id].inset(-0.6).overlaps(name_box)
    assert placed[hex_id].centre.distance(box.centre) < 0.25 * plan.layout.hex_width
    assert [text.box for text in page.texts if text.text == hex_id] == [placed[hex_id]]
    others = {one: where for one, _, where in numbers if one != hex_id and not where.overlaps(name_box)}
    assert all(placed[one] == where for one, where in others.items())


@pytest.mark.parametrize("name", ["battle-of-moscow", "moscow-campaign"])
def test_the_letter_of_a_stack_lies_in_its_hex_and_hides_no_text(name: str) -> None:
    game = game_of(name)
    plan, seen = plan_sheet(game), 0
    for planned in SetupPages(game, PrintSettings(), A4, plan).lines:
        assert planned.insets is not None
        by_hex, scale = units_by_hex(planned.line), planned.insets.scale
        wide = plan.layout.hex_width * scale
        for cell in (cell for page in planned.insets.pages for one in page for cell in one.strip.cells):
            box = inset_box(Point(0.0, 0.0), wide)
            middle = plan.layout.centre(cell.hex)
            corners = [(at - middle).scaled(scale) for at in plan.layout.corners(cell.hex)]
            face = RecordingCanvas()
            draw_stack(face, game, THEMES["classic"], by_hex[cell.hex][:1], [box], {})
            texts = [text.box for text in face.texts]
            letter = letter_box(corners, box, texts)
            assert not any(letter.inset(0.3).overlaps(text.inset(0.1)) for text in texts), cell.hex
            half = letter.width / 2
            rim = (n * math.pi / 6 for n in range(12))
            for at in (letter.centre + Point(half * math.cos(one), half * math.sin(one)) for one in rim):
                grid = plan.layout.grid
                near = [cell.hex, *grid.neighbours(cell.hex).values()]
                there = min(
                    near, key=lambda one: (plan.layout.centre(one) - middle).scaled(scale).distance(at)
                )
                assert there == cell.hex or at.distance(Point(0.0, 0.0)) < 0.52 * wide
            seen += 1
    assert seen > 10
