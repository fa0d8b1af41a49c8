"""A sea along the map's edge goes on to the neatline, and its hexes can be counted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import Terrain
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet_plan import plan_sheet
from hexwright.render.map.terrain_areas import terrain_area
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.render.map.boards import game


@cache
def _coast() -> MapLayers:
    """Lay out a map whose first row and first column are sea."""
    played = game("a new game")
    grid = HexGrid.of(played.hexmap.grid)
    sea = tuple(hex_id for hex_id in grid if hex_id[:2] == "01" or hex_id[2:] == "01")
    clear = tuple(kind for kind in played.hexmap.terrain if not kind.hexes)
    hexmap = replace(
        played.hexmap, terrain=(*clear, Terrain("sea", "Sea", "sea", sea)), hexsides=(), lines=(), places=()
    )
    played = replace(played, hexmap=hexmap)
    return sheet_layers(played, CLASSIC, plan_sheet(played))


def test_the_sea_reaches_the_corners_of_the_neatline() -> None:
    view = _coast().view
    (sea,) = (kind for kind in view.hexmap.terrain if kind.art == "sea")
    area, field = terrain_area(view, sea), view.field.inset(0.4)
    for corner in (Point(field.x, field.y), Point(field.right, field.y), Point(field.x, field.bottom)):
        assert corner in area
    assert Point(field.right, field.bottom) not in area


def test_hexsides_are_drawn_above_the_water() -> None:
    canvas = RecordingCanvas()
    draw_map_layers(canvas, _coast())
    filled = [path.order for path in canvas.paths if "lakes" in path.groups]
    lines = [path for path in canvas.paths if "water-grid" in path.groups]
    assert lines
    assert min(path.order for path in lines) > max(filled)
