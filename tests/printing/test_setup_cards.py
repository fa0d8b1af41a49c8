"""The set-up cards: every unit where its scenario says, and long lists over several pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.printing.paper import A4
from builder.printing.parts import Press
from builder.printing.settings import Settings
from builder.printing.setup_cards import Row, Section, paged, sections

from .sheets import moscow, opened, text_of

GAME = moscow()


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


def test_a_card_shows_each_hex_with_its_unit() -> None:
    document = opened(Press(GAME, Settings()).draw("aids").to_bytes())
    titles = [mark.get_title() for mark in document.get_toc()]
    text = text_of(document, titles.index("Set-up: Operation Typhoon, Soviet"))
    for hex_id, unit_id in GAME.scenario("operation-typhoon").setup.standing:
        unit = GAME.counters.unit(unit_id)
        if unit.side == "soviet":
            assert f"{hex_id} {unit.name}" in text
    assert "Soviet replacement pool" in text


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
