"""What the boxes beside the map show before counters lie there: who waits, and for which turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.ids import BoxId
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.map.sheet.waiting_piles import waiting_piles
from tests.render.map.boards import game, plan, sheet

_OUT = BoxId("out-of-play")


def test_units_that_wait_are_sorted_by_turn_and_class() -> None:
    played = game("fixed sheet")
    piles = waiting_piles(played, None, _OUT, 99)
    assert [pile.turn for pile in piles] == sorted(pile.turn or 0 for pile in piles)
    waiting = max(
        (
            [unit for held in scenario.setup.in_boxes if held.box == _OUT for unit in held.units]
            for scenario in played.scenarios
        ),
        key=len,
    )
    counted = [int(pile.text[1:]) if pile.text.startswith("×") else 1 for pile in piles]
    assert sum(counted) == len(waiting)


def test_a_box_with_less_room_shares_places_among_units() -> None:
    played = game("fixed sheet")
    units = [unit for pile in waiting_piles(played, None, _OUT, 99) for unit in pile.units]
    assert len(waiting_piles(played, None, _OUT, 99)) == len(units)
    for room in range(len(units), 0, -1):
        piles = waiting_piles(played, None, _OUT, room)
        assert len(piles) <= room
        assert sorted(unit for pile in piles for unit in pile.units) == sorted(units)
        assert all(pile.text == f"×{len(pile.units)}" for pile in piles if len(pile.units) > 1)
    [everybody] = waiting_piles(played, None, _OUT, 1)
    assert (everybody.turn, everybody.symbol) == (None, None)


def test_a_scenario_shows_its_own_units() -> None:
    played = game("2022")
    short, long = played.scenarios
    assert {p.turn for p in waiting_piles(played, short, _OUT, 99)} == {4}
    assert {p.turn for p in waiting_piles(played, long, _OUT, 99)} == {4, 13}


def test_a_box_on_the_printed_map_shows_the_units_of_all_scenarios_with_their_turns() -> None:
    """The fullest scenario ends on turn 8; others have arrivals on turns 12 to 27."""
    played = game("campaign")
    box = BoxId("german-reinforcements")
    piles = waiting_piles(played, None, box, 27)
    shown = [unit for pile in piles for unit in pile.units]
    held = [held.units for one in played.scenarios for held in one.setup.in_boxes if held.box == box]
    assert sorted(shown) == sorted({unit for units in held for unit in units})
    assert max(pile.turn or 0 for pile in piles) > 8
    assert all(pile.turn is not None for pile in piles)


def test_an_outline_is_as_large_as_a_counter_and_inside_its_box() -> None:
    for case in ("2022", "fixed sheet", "large counters"):
        edge = game(case).counters.sheet.counter_mm
        planned = plan(case)
        for box_id, box in planned.boxes.items():
            for slot in planned.counter_slots(box_id, edge):
                assert (slot.width, slot.height) == pytest.approx((edge, edge))
                assert box.holds(slot)


@pytest.mark.parametrize("case", ["2022", "fixed sheet"])
def test_every_pile_is_printed_in_an_outline_of_its_box(case: str) -> None:
    drawn, planned = sheet(case), plan(case)
    assert planned.piles
    edge = game(case).counters.sheet.counter_mm
    for box_id, piles in planned.piles.items():
        slots = planned.counter_slots(box_id, edge)
        for pile, slot in zip(piles, slots, strict=False):
            lines = {text.text for text in drawn.canvas.texts if slot.holds(text.box)}
            assert pile.text in lines
            assert pile.turn is None or f"Turn {pile.turn}" in lines


def test_a_box_where_nobody_waits_shows_no_piles() -> None:
    played = game("2022")
    empty = tuple(replace(s, setup=replace(s.setup, in_boxes=())) for s in played.scenarios)
    assert plan_sheet(replace(played, scenarios=empty)).piles == {}
