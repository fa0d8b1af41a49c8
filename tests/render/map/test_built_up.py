"""What people have built: the blocks of cities that fill hexes, and houses where roads end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.game import Game
from hexwright.model.hex_map import HexLine, LineExit, LineFeature, Place
from hexwright.model.ids import HexId
from hexwright.render.map.hexes.terrain_areas import terrain_area
from hexwright.render.map.lines.road_ends import hamlet_box
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import DrawnPath
from hexwright.render.theme import CLASSIC
from tests.render.map.boards import game, sheet


def _city() -> tuple[DrawnPath, DrawnPath]:
    """Return the ground and the blocks of the city of an invented map."""
    ground, blocks = (path for path in sheet("pointy").canvas.paths if path.groups[-1:] == ("terrain:town",))
    return ground, blocks


def test_blocks_of_a_city_fill_much_of_its_ground_and_lie_on_it() -> None:
    _, blocks = _city()
    view = sheet("pointy").board.view
    kind = next(kind for kind in view.hexmap.terrain if kind.id == "town")
    area, rings = terrain_area(view, kind), [points for points, _ in blocks.path.flattened(1)]
    assert len(rings) > 60
    assert all(point in area for ring in rings for point in ring)
    covered = sum(
        abs(sum(a.x * b.y - b.x * a.y for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))) / 2
        for ring in rings
    )
    # Two hexes of 26 mm; streets, tracks, names and numbers need the rest.
    assert covered > 0.3 * 2 * 0.866 * 26**2


def _with_road(*hexes: str, places: tuple[Place, ...] = (), exits: tuple[LineExit, ...] = ()) -> MapLayers:
    played: Game = game("a new game")
    line = HexLine("lane", "", tuple(map(HexId, hexes)), exits=exits)
    road = LineFeature("road", "Road", "road", (line,))
    hexmap = replace(played.hexmap, lines=(road,), places=places)
    moved = replace(played, hexmap=hexmap)
    return sheet_layers(moved, CLASSIC, plan_sheet(moved))


def test_a_road_that_ends_in_a_bare_hex_has_houses_at_its_end() -> None:
    board = _with_road("0202", "0302", "0402")
    assert {board.view.layout.hex_at(at) for at in board.road_ends} == {"0202", "0402"}
    ends = [hamlet_box(board.view, at) for at in board.road_ends]
    boxes = [box for label in board.labels for box in label.boxes]
    assert not any(end.overlaps(box) for end in ends for box in boxes)


@pytest.mark.parametrize("kind", ["town", "city"])
def test_a_road_that_ends_in_a_place_has_none(kind: str) -> None:
    town = Place("mill", "Mill", HexId("0402"), "town" if kind == "town" else "city", None)
    board = _with_road("0202", "0302", "0402", places=(town,))
    assert {board.view.layout.hex_at(at) for at in board.road_ends} == {"0202"}


def test_a_road_that_ends_at_another_road_has_no_houses_there() -> None:
    played = game("a new game")
    lines = (
        HexLine("lane", "", tuple(map(HexId, ("0202", "0302", "0402")))),
        HexLine("branch", "", tuple(map(HexId, ("0302", "0303")))),
    )
    hexmap = replace(played.hexmap, lines=(LineFeature("road", "Road", "road", lines),), places=())
    moved = replace(played, hexmap=hexmap)
    board = sheet_layers(moved, CLASSIC, plan_sheet(moved))
    ends = [board.view.layout.hex_at(at) for at in board.road_ends]
    assert sorted(map(str, ends)) == ["0202", "0303", "0402"]
