from __future__ import annotations

from itertools import pairwise

import pytest

from builder.model.ids import HexId, Hexside
from builder.render.map.curves import distance_to
from builder.render.map.defences import citadel_box
from builder.render.map.ground import terrain_area
from builder.render.map.regions import Area
from builder.render.map.sheet import sheet_svg
from builder.render.theme import THEMES
from tests.render.map.boards import CASES, game, sheet

every_map = pytest.mark.parametrize("case", CASES)


@every_map
def test_every_river_hexside_has_its_river_near(case: str) -> None:
    board = sheet(case).board
    for feature in board.view.hexmap.hexsides:
        for line in feature.lines if feature.art == "river" else ():
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
            assert (view.layout.centre(hex_id) in area) == (hex_id in kind.hexes), (kind.id, hex_id)


@every_map
def test_a_fortified_line_covers_the_centres_of_its_hexes_and_of_no_others(case: str) -> None:
    board = sheet(case).board
    works = Area(work.ring for work in board.works if work.ring)
    fortified = {
        hex_id
        for feature in board.view.hexmap.features
        if feature.art == "fortification"
        for hex_id in feature.hexes
    }
    assert fortified or case == "fixed sheet"
    for hex_id in board.view.grid:
        assert (board.view.layout.centre(hex_id) in works) == (hex_id in fortified), hex_id


def test_a_line_of_defence_runs_along_its_hexsides_with_its_teeth_toward_the_enemy() -> None:
    board = sheet("fixed sheet").board
    layout = board.view.layout
    lines = [line for f in board.view.hexmap.hexsides if f.art == "defence" for line in f.lines]
    assert lines
    for line in lines:
        [front] = [front for work in board.works if work.id == line.id for front in work.fronts]
        for side in line.sides:
            a, b = board.view.ends(Hexside.parse(side))
            assert min(a.towards(b, 0.5).distance(point) for point in front) < 2.0, side
        # Teeth stand to the left of the way, and the enemy is in the west: so it runs north.
        assert layout.centre(HexId("B1")).x < min(point.x for point in front)
        assert front[-1].y < front[0].y


def test_a_citadel_keeps_names_and_numbers_off_its_walls() -> None:
    board = sheet("fixed sheet").board
    [hex_id] = board.citadels
    walls = citadel_box(board.view, hex_id)
    assert not any(walls.overlaps(box) for label in board.labels for box in label.boxes)
    assert board.view.layout.hex_at(walls.centre) == hex_id


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


def test_rivers_meet_without_a_gap_and_widen_toward_the_mouth() -> None:
    rivers = {river.name: river for river in sheet("2022").board.rivers}
    for name in ("Ugra", "Nara", "Moskva"):
        mouth = rivers[name].line[-1]
        assert distance_to(mouth, rivers["Oka"].line) < 0.01
    for river in rivers.values():
        assert list(river.widths) == sorted(river.widths)
        assert river.widths[-1] > river.widths[0]
    assert rivers["Oka"].widths[-1] == max(river.widths[-1] for river in rivers.values())


def test_a_river_that_leaves_the_map_runs_on_to_the_neat_line() -> None:
    drawn = sheet("2022")
    oka = next(river for river in drawn.board.rivers if river.name == "Oka")
    assert abs(oka.line[0].y - drawn.plan.field.bottom) < 0.01
    assert abs(oka.line[-1].x - drawn.plan.field.right) < 0.01


def test_a_railway_that_leaves_the_map_runs_on_to_the_neat_line() -> None:
    drawn = sheet("2022")
    field = drawn.plan.field
    exits = sum(len(line.exits) for feature in drawn.game.hexmap.lines for line in feature.lines)
    ends = [
        end
        for stroke in drawn.board.rails
        for leaves, end in zip(stroke.leaves, (stroke.line[0], stroke.line[-1]), strict=True)
        if leaves
    ]
    assert len(ends) == exits
    for end in ends:
        near = (end.x - field.x, field.right - end.x, end.y - field.y, field.bottom - end.y)
        assert abs(min(near)) < 0.01


def test_teeth_of_a_fortified_line_look_toward_the_enemy() -> None:
    board = sheet("2022").board
    vyazma = next(work for work in board.works if work.id == "vyazma")
    middle = sum(p.x for p in vyazma.ring) / len(vyazma.ring)
    longest = max(vyazma.fronts, key=len)
    assert sum(p.x for p in longest) / len(longest) < middle
