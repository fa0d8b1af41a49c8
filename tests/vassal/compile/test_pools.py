"""Boxes hold their counters: none hangs over an edge, covers a title, or lies just where another does."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hexwright.render.map.sheet_plan import HEAD
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import (
    BoardPositions,
    Rect,
    scatter_counters,
    spread_counters,
)
from hexwright.vassal.module.predefined_setups import setup_titles
from hexwright.vassal.module.property_names import BOTH_SIDES
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
    asked = ("Kind", "Pool", "PoolX", "PoolY", "OutOfGame", "OutX", "OutY")
    for title in setup_titles(game):
        engine.start(title, BOTH_SIDES)
        found: dict[str, list[PixelPoint]] = {}
        for piece in engine.pieces(asked):
            if piece.properties["Kind"] != "unit":
                continue
            if piece.map == "Map" and piece.zone in boxes:
                found.setdefault(piece.zone, []).append(PixelPoint(piece.x, piece.y))
            for kind, at in (("Pool", "Pool"), ("OutOfGame", "Out")):
                name, x, y = (piece.properties[key] or "" for key in (kind, f"{at}X", f"{at}Y"))
                if name:
                    found.setdefault(name, []).append(PixelPoint(int(x), int(y)))
        for name, spots in found.items():
            holds(places, boxes[name], spots)
            assert len(set(spots)) == len(spots), (title, name)
    assert game.hexmap.boxes


@pytest.mark.parametrize("slug", GAMES)
def test_boxes_hold_many_counters_however_small_they_are(slug: str) -> None:
    places = BoardPositions(game_of(slug), plan(slug))
    resolution = places.resolution
    least = resolution.counter + resolution.pixels(HEAD) + 3
    for wide in (least, 2 * least, 5 * least):
        for tall in (least, least + resolution.counter // 2, 3 * least):
            area = Rect(40, 60, wide, tall)
            for count in (1, 2, 7, 30, 120):
                for place in (spread_counters, scatter_counters):
                    spots = [place(area, number, count, resolution) for number in range(count)]
                    holds(places, area, spots)
                    if count * 2 < wide:
                        assert len(set(spots)) == count


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_of_many_units_that_may_be_lost_do_not_hide_each_other(slug: str) -> None:
    """In a box of 4 by 10 counters that 200 units may be sent to, 12 in a row lie side by side."""
    resolution = BoardPositions(game_of(slug), plan(slug)).resolution
    counter, gap = resolution.counter, resolution.counter_pixels(10)
    area = Rect(40, 60, 4 * counter + 2 * gap, 10 * counter + 2 * gap + resolution.pixels(HEAD) + 1)
    spots = [scatter_counters(area, number, 200, resolution) for number in range(200)]
    assert len(set(spots)) == 200
    for first in range(0, 200, 12):
        some = spots[first : first + 12]
        hidden = [
            (one, other)
            for n, one in enumerate(some)
            for other in some[:n]
            if abs(one.x - other.x) < counter - 1 and abs(one.y - other.y) < counter // 2
        ]
        assert not hidden
