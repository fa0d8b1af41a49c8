from __future__ import annotations

from itertools import pairwise

import pytest

from builder.model.ids import Hexside
from builder.render.map.curves import distance_to
from builder.render.map.ground import hexes_of, terrain_area
from builder.render.map.regions import Area
from builder.render.map.sheet import sheet_svg
from builder.render.theme import THEMES
from tests.render.map.boards import CASES, game, sheet

every_map = pytest.mark.parametrize("case", CASES)


@every_map
def test_every_river_hexside_has_its_river_near(case: str) -> None:
    board = sheet(case).board
    for feature in board.view.hexmap.hexsides:
        for line in feature.lines:
            courses = [
                river.line for river in board.rivers if river.id.split("-")[0] == line.id.split("-")[0]
            ]
            for side in line.sides:
                a, b = board.view.ends(Hexside.parse(side))
                middle = a.towards(b, 0.5)
                assert min(middle.distance(point) for course in courses for point in course) < 1.8, side


@every_map
def test_no_river_comes_near_a_hex_centre(case: str) -> None:
    board = sheet(case).board
    clear = 0.3 * board.view.layout.hex_width
    for river in board.rivers:
        for point in river.line:
            if (hex_id := board.view.layout.hex_at(point)) is not None:
                assert point.distance(board.view.layout.centre(hex_id)) > clear, (river.id, hex_id)


@every_map
def test_every_rail_and_road_runs_through_the_hexes_of_its_path(case: str) -> None:
    board = sheet(case).board
    for feature in board.view.hexmap.lines:
        strokes = board.rails if feature.art == "rail" else board.roads
        for line in board.view.hex_lines(feature):
            for a, b in pairwise(line.path):
                one, two = board.view.layout.centre(a), board.view.layout.centre(b)
                half = one.towards(two, 0.5)
                assert any(
                    distance_to(one, stroke.line) < 0.01
                    and distance_to(two, stroke.line) < 0.01
                    and distance_to(half, stroke.line) < 0.15 * board.view.layout.hex_width
                    for stroke in strokes
                ), (a, b)


def test_the_edition_chooses_the_railway() -> None:
    for case, there, absent in (("2022", "0903", "0902"), ("1986", "0902", "0903")):
        board = sheet(case).board
        link = [board.view.layout.centre(h) for h in board.view.grid if h in (there, "1002")]
        half = link[0].towards(link[1], 0.5)
        assert min(distance_to(half, stroke.line) for stroke in board.rails) < 2.5
        link = [board.view.layout.centre(h) for h in board.view.grid if h in (absent, "1002")]
        half = link[0].towards(link[1], 0.5)
        assert min(distance_to(half, stroke.line) for stroke in board.rails) > 2.5


@every_map
def test_a_terrain_covers_the_centres_of_its_hexes_and_of_no_others(case: str) -> None:
    view = sheet(case).board.view
    for kind in view.hexmap.terrain:
        if not kind.hexes:
            continue
        area = terrain_area(view, kind)
        for hex_id in view.grid:
            assert (view.layout.centre(hex_id) in area) == (hex_id in hexes_of(kind, view)), (kind.id, hex_id)


@every_map
def test_a_fortified_line_covers_the_centres_of_its_hexes_and_of_no_others(case: str) -> None:
    board = sheet(case).board
    works = Area(work.ring for work in board.works)
    fortified = {
        hex_id
        for feature in board.view.hexmap.features
        if feature.art == "fortification"
        for hex_id in feature.hexes
    }
    assert fortified
    for hex_id in board.view.grid:
        assert (board.view.layout.centre(hex_id) in works) == (hex_id in fortified), hex_id


@every_map
def test_a_symbol_stands_in_its_own_hex(case: str) -> None:
    board = sheet(case).board
    for feature, spots in board.symbols:
        assert set(spots) == set(feature.hexes)
        for hex_id, at in spots.items():
            assert board.view.layout.hex_at(at) == hex_id


@every_map
def test_a_number_stands_in_its_own_hex(case: str) -> None:
    board = sheet(case).board
    for hex_id, at in board.numbers.items():
        assert board.view.layout.hex_at(at) == hex_id


def test_the_same_game_gives_the_same_drawing() -> None:
    assert sheet_svg(game("pointy"), THEMES["classic"]) == sheet_svg(game("pointy"), THEMES["classic"])
