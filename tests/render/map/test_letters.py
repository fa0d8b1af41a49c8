"""The letters of a set-up key stand in their hexes, on their discs, and nothing runs over them."""

from __future__ import annotations

from string import ascii_uppercase

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from tests.render.map.boards import sheet

LETTERS = ascii_uppercase[:18]


def lettered() -> dict[str, Box]:
    """Return the letters on the map with their boxes."""
    found = [text for text in sheet("letters").canvas.texts if "symbols:key" in text.groups]
    assert sorted(text.text for text in found) == list(LETTERS)
    return {text.text: text.box for text in found}


def test_each_letter_stands_once_and_in_its_hex() -> None:
    drawn = sheet("letters")
    [key] = (feature for feature in drawn.game.hexmap.features if feature.id == "key")
    homes = {group.id.upper(): group.hexes for group in key.groups}
    for letter, box in lettered().items():
        assert homes[letter] == (HexId(str(drawn.board.view.layout.hex_at(box.centre))),)


def test_no_other_text_overlaps_a_set_up_letter() -> None:
    own = lettered()
    for text in sheet("letters").canvas.texts:
        if "symbols:key" not in text.groups:
            assert not [letter for letter, box in own.items() if box.overlaps(text.box)], text.text


def test_the_disc_holds_its_letter() -> None:
    drawn = sheet("letters")
    half = 2.5 * drawn.board.view.art_scale_of_hex
    spots = {
        drawn.board.view.layout.hex_at(at): at
        for feature, places in drawn.board.symbols
        if feature.art == "letters"
        for at in places.values()
    }
    for box in lettered().values():
        at = spots[drawn.board.view.layout.hex_at(box.centre)]
        assert abs(box.centre.x - at.x) < 0.1 * half
        assert box.width < 1.5 * half
        assert at.y - half < box.y < box.bottom < at.y + half


def test_the_legend_shows_a_letter() -> None:
    shown = [text for text in sheet("letters").canvas.texts if "sample:key" in text.groups]
    assert [text.text for text in shown] == ["A"]


def test_three_kinds_of_weather_stand_in_the_cell_of_their_turn() -> None:
    drawn = sheet("letters")
    cells = drawn.plan.turns
    weathers = [text for text in drawn.canvas.texts if text.text.startswith("Snow (")]
    assert len(weathers) == 7
    for text in weathers:
        [cell] = (cell for cell in cells.values() if cell.overlaps(text.box))
        assert text.box.bottom < cell.bottom


def test_a_road_runs_beside_the_railway_whose_hexes_it_shares() -> None:
    """The road was painted under the railway, and its course couldn't be seen."""
    board = sheet("letters").board
    towns = [board.view.layout.centre(place.hex) for place in board.view.hexmap.places]
    near = 1.1 * board.view.art_scale_of_hex
    rails: dict[tuple[int, int], list[Point]] = {}
    for rail in board.rails:
        for point in rail.line:
            rails.setdefault((int(point.x / near), int(point.y / near)), []).append(point)
    hidden = 0
    for road in board.roads:
        for point in road.line:
            if min(point.distance(town) for town in towns) > board.view.layout.radius / 2:
                column, row = int(point.x / near), int(point.y / near)
                around = (rails.get((column + x, row + y), ()) for x in (-1, 0, 1) for y in (-1, 0, 1))
                hidden += any(point.distance(other) < near for cell in around for other in cell)
    assert hidden < 0.05 * sum(len(road.line) for road in board.roads)
