from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from hexwright.model.hex_map import HexLine, LineFeature
from hexwright.model.ids import HexId, Hexside
from hexwright.render.canvas import Box
from hexwright.render.map.hex_regions import PolygonArea
from hexwright.render.map.hexes.terrain_areas import terrain_area
from hexwright.render.map.lines.fortified_hexside_lines import citadel_box
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.polylines import distance_to
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers, sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from tests.render.map.boards import CASES, game, sheet
from tests.tiers import sampled

every_map = pytest.mark.parametrize("case", CASES)


@pytest.mark.parametrize("case", sampled(CASES, 0, 2))
def test_every_river_hexside_has_its_river_near(case: str) -> None:
    board = sheet(case).board
    for feature in board.view.hexmap.hexsides:
        for line in feature.lines if feature.art != "defence" else ():
            courses = [
                river.line for river in board.rivers if river.id.split("-")[0] == line.id.split("-")[0]
            ]
            for side in line.hexsides:
                a, b = board.view.ends(Hexside.parse(side))
                middle = a.towards(b, 0.5)
                assert min(middle.distance(point) for course in courses for point in course) < 1.8, side


@every_map
def test_no_river_comes_near_a_hex_centre(case: str) -> None:
    """A river's mouth lies within the lake, water on water."""
    board = sheet(case).board
    clear = 0.3 * board.view.layout.hex_width
    lakes = {hex_id for kind in board.view.hexmap.terrain if kind.art == "lake" for hex_id in kind.hexes}
    for river in board.rivers:
        for point in river.line:
            if (hex_id := board.view.layout.hex_at(point)) is not None and hex_id not in lakes:
                assert point.distance(board.view.layout.centre(hex_id)) > clear, (river.id, hex_id)


def _crosses(board: MapLayers, a: HexId, b: HexId) -> bool:
    """Return whether a railway or road crosses the side between two hexes, well away from its ends."""
    one, two = board.view.ends(Hexside.between(a, b))
    middle, at = one.towards(two, 0.5), board.view.layout.hex_at
    return any(
        {at(start), at(end)} == {a, b} and middle.distance(start) < 0.32 * one.distance(two)
        for stroke in (*board.rails, *board.roads)
        for start, end in pairwise(stroke.line)
    )


@every_map
def test_every_rail_and_road_crosses_the_hexsides_of_its_path_and_no_other_hexes(case: str) -> None:
    board = sheet(case).board
    lines = [line for feature in board.view.hexmap.lines for line in board.view.hex_lines(feature)]
    assert lines
    for line in lines:
        for a, b in pairwise(line.path):
            assert _crosses(board, a, b), (a, b)
    meant = {hex_id for line in lines for hex_id in line.path}
    for stroke in (*board.rails, *board.roads):
        assert {board.view.layout.hex_at(point) for point in stroke.line} <= meant | {None}


@every_map
def test_every_rail_and_road_meets_the_places_of_its_path(case: str) -> None:
    board = sheet(case).board
    towns = {place.hex for place in board.view.hexmap.places if place.kind != "name"}
    for feature in board.view.hexmap.lines:
        for line in board.view.hex_lines(feature):
            for hex_id in towns.intersection(line.path):
                centre = board.view.layout.centre(hex_id)
                strokes = (*board.rails, *board.roads)
                assert min(distance_to(centre, stroke.line) for stroke in strokes) < 0.01, hex_id


@every_map
def test_rails_and_roads_have_no_corners(case: str) -> None:
    board = sheet(case).board
    for stroke in (*board.rails, *board.roads):
        headings = [math.atan2(b.y - a.y, b.x - a.x) for a, b in pairwise(stroke.line)]
        for one, two in pairwise(headings):
            assert abs((two - one + math.pi) % math.tau - math.pi) < math.radians(20)


@pytest.mark.parametrize("case", ["2022", "pointy"])
def test_a_railway_along_a_row_of_hexes_runs_straight(case: str) -> None:
    played = game(case)
    row = {"2022": "0103 0203 0303 0403 0503 0603", "pointy": "D1 D2 D3 D4 D5 D6"}[case]
    line = HexLine("row", "Row", tuple(HexId(hex_id) for hex_id in row.split()))
    rails = (LineFeature("rail", "Rail", "rail", (line,)),)
    hexmap = replace(played.hexmap, lines=rails, places=())
    planned = plan_sheet(replace(played, hexmap=hexmap))
    [stroke] = sheet_layers(replace(played, hexmap=hexmap), THEMES["classic"], planned).rails
    # Its ends stand in the middle of their hexes; between them it doesn't follow the zigzag of the centres.
    inner = [p for p in stroke.line if min(p.distance(stroke.line[0]), p.distance(stroke.line[-1])) > 20]
    chord = (inner[0], inner[-1])
    assert max(distance_to(point, chord) for point in inner) < 0.6


def test_the_edition_chooses_the_railway() -> None:
    for case, there, absent in (("2022", "0903", "0902"), ("1986", "0902", "0903")):
        board = sheet(case).board
        assert _crosses(board, HexId(there), HexId("1002"))
        assert not _crosses(board, HexId(absent), HexId("1002"))


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
    works = PolygonArea(work.ring for work in board.fortified_lines if work.ring)
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
        [front] = [
            front for work in board.fortified_lines if work.id == line.id for front in work.front_stretches
        ]
        for side in line.hexsides:
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


@pytest.mark.parametrize("case", sampled(["pointy", "campaign"]))
def test_nobody_takes_a_lake_for_a_river(case: str) -> None:
    rivers = sheet(case).board.rivers
    broadest = max(max(river.widths) for river in rivers if not river.is_lake)
    (lake,) = (river for river in rivers if river.is_lake)
    # Its ends are round.
    broad = [width for width in lake.widths if width > 1.5 * broadest]
    assert len(broad) > 0.95 * len(lake.widths)
    assert min(lake.widths) > broadest
    theme = THEMES["classic"]
    (shore,) = (
        path
        for path in sheet(case).canvas.paths
        if "rivers" in path.groups and path.style.stroke == theme.water_edge
    )
    # Lines on both sides, well within the water and off its middle; mouths of rivers break them.
    lines = [points for points, _ in shore.path.flattened(4)]
    assert len(lines) >= 2
    for at in (at for line in lines for at in line):
        wide = lake.widths[min(range(len(lake.line)), key=lambda n: lake.line[n].distance(at))]
        assert 0.15 * wide < distance_to(at, lake.line) < 0.45 * wide


def test_the_legend_shows_a_lake_as_no_river() -> None:
    played = game("campaign")
    samples = []
    for of in ("river", "lake"):
        canvas = RecordingCanvas()
        draw_sample(canvas, played, THEMES["classic"], of, Box(0, 0, 15, 9))
        samples.append([path.style.stroke == THEMES["classic"].water_edge for path in canvas.paths])
    assert [sum(shores) for shores in samples] == [0, 1]


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
    vyazma = next(work for work in board.fortified_lines if work.id == "vyazma")
    middle = sum(p.x for p in vyazma.ring) / len(vyazma.ring)
    longest = max(vyazma.front_stretches, key=len)
    assert sum(p.x for p in longest) / len(longest) < middle
