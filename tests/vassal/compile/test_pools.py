"""Boxes hold their counters: none hangs over an edge or covers a title; more than fit are stacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from hexwright.render.map.sheet.sheet_plan import HEAD
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions, Rect
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.setup_titles import setup_titles
from tests.vassal.compile.games import GAMES, plan
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.playing import opened


def holds(places: BoardPositions, area: Rect, spots: Iterable[PixelPoint]) -> None:
    """Assert that counters at these places lie in a box and below its title."""
    half, title = places.resolution.counter / 2, places.resolution.pixels(HEAD)
    for spot in spots:
        assert area.x <= spot.x - half
        assert spot.x + half <= area.x + area.width
        assert area.y + title <= spot.y - half
        assert spot.y + half <= area.y + area.height


@pytest.mark.parametrize("slug", GAMES)
def test_boxes_hold_the_counters_of_every_set_up_and_all_that_may_be_sent_there(slug: str) -> None:
    game, engine = game_of(slug), opened(slug)
    places = BoardPositions(game, plan(slug))
    boxes = {box.name: places.box(box.id) for box in game.hexmap.boxes if box.id in places.sheet.boxes}
    cells = {box.name: places.cells(box.id) for box in game.hexmap.boxes if box.id in places.sheet.boxes}
    for title in setup_titles(game):
        engine.start(title, BOTH_SIDES)
        found: dict[str, list[PixelPoint]] = {}
        for piece in engine.pieces(("Kind",)):
            if piece.properties["Kind"] == "unit" and piece.map == "Map" and piece.zone in boxes:
                found.setdefault(piece.zone, []).append(PixelPoint(piece.x, piece.y))
        for name, spots in found.items():
            holds(places, boxes[name], spots)
            crowded = len(spots) > len(cells[name])
            assert set(spots) <= set(cells[name])
            assert len(set(spots)) == len(spots) or crowded, (title, name)
    for box in game.hexmap.boxes:
        if box.id in places.sheet.boxes:
            holds(places, boxes[box.name], places.cells(box.id))
    assert game.hexmap.boxes


@pytest.mark.parametrize("slug", GAMES)
def test_units_in_a_box_lie_on_its_outlines_and_stack_when_there_are_more(slug: str) -> None:
    game = game_of(slug)
    places = BoardPositions(game, plan(slug))
    counter = game.counters.sheet.counter_mm
    everybody = [unit.id for unit in game.counters.units]
    for box in places.sheet.boxes:
        cells = places.cells(box)
        assert cells == tuple(places.at(slot.centre) for slot in places.sheet.counter_slots(box, counter))
        for count in (0, 1, len(cells), len(cells) + 1, len(everybody)):
            units = everybody[:count]
            spread = places.spread(box, units)
            assert set(spread) == set(units)
            stacks = Counter(spread.values())
            assert set(stacks) <= set(cells)
            assert len(units) > len(cells) or set(stacks.values()) <= {1}


@pytest.mark.parametrize("slug", GAMES)
def test_lost_units_lie_side_by_side_and_then_on_the_smallest_stack(slug: str) -> None:
    game, engine = game_of(slug), opened(slug)
    places = BoardPositions(game, plan(slug))
    box = places.eliminated(game.counters.units[0])
    assert box is not None
    engine.start(next(iter(setup_titles(game))), BOTH_SIDES)
    engine.hotkey("hexwright.rules.off")
    cells = places.cells(box.id)
    sent: list[PixelPoint] = []
    there = [p for p in engine.pieces(("Kind", "Pool")) if p.properties["Pool"] == box.name]
    waiting = [p for p in there if p.zone == box.name]
    for piece in [p for p in there if p.zone != box.name and p.map == "Map"][: 2 * len(cells)]:
        engine.key(piece.id, "keys:ctrl E")
        [now] = engine.pieces(ids=piece.id)
        assert now.zone == box.name
        sent.append(PixelPoint(now.x, now.y))
    assert len(sent) > 2
    assert set(sent) <= set(cells)
    if not waiting:
        first = sent[: len(cells)]
        near = places.resolution.counter - 2
        assert not [
            (one, other)
            for n, one in enumerate(first)
            for other in first[:n]
            if abs(one.x - other.x) < near and abs(one.y - other.y) < near
        ]
        counts = Counter(sent).values()
        assert max(counts) - min(counts) <= 1
    assert engine.take_problems() == ()
