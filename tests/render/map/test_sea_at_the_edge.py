"""A sea along the map's edge goes on to the neatline, and its hexes can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.hexgrid import STEPS, HexGrid
from hexwright.model.hex_map import Terrain
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.hexes.terrain_areas import terrain_area
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC, styled_theme
from tests.render.map.boards import game
from tests.shipped import shipped


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


def _water(view: MapView) -> list[Terrain]:
    return [kind for kind in view.hexmap.terrain if kind.art in ("lake", "sea") and kind.hexes]


def _beyond_edge(view: MapView, hex_id: HexId) -> Iterator[Point]:
    """Yield points beside a hex, between the outer hexsides and the neatline."""
    centre = view.layout.centre(hex_id)
    for direction in STEPS[view.grid.grid.orientation]:
        one, two = view.layout.side(hex_id, direction)
        middle = one.towards(two, 0.5)
        out = (middle - centre).scaled(0.25)
        at = middle + out
        if view.layout.hex_at(at) is None and view.field.inset(0.5).holds(Box(at.x, at.y, 0, 0)):
            yield at


@pytest.mark.parametrize("column", range(1, 7))
def test_a_row_of_sea_at_the_edge_is_sea_up_to_the_neatline(column: int) -> None:
    """Its columns stand higher and lower by turns, so places beyond touch one hex of it or three."""
    played = game("a new game")
    grid = HexGrid.of(played.hexmap.grid)
    sea = tuple(hex_id for hex_id in grid if hex_id[2:] == "01")
    clear = tuple(kind for kind in played.hexmap.terrain if not kind.hexes)
    hexmap = replace(
        played.hexmap, terrain=(*clear, Terrain("sea", "Sea", "sea", sea)), hexsides=(), lines=(), places=()
    )
    played = replace(played, hexmap=hexmap)
    planned = plan_sheet(played)
    view = MapView(hexmap, planned.layout, planned.field, CLASSIC)
    area = terrain_area(view, _water(view)[0])
    points = [at for at in _beyond_edge(view, HexId(f"{column:02}01")) if at.y < view.layout.centre(sea[0]).y]
    assert all(at in area for at in points)
    top = view.layout.centre(HexId(f"{column:02}01"))
    assert Point(top.x, view.field.y + 0.3) in area


def test_the_waters_of_a_real_map_go_on_beyond_its_edge_and_are_painted_above_the_veil() -> None:
    played = shipped("battle-of-moscow").game
    planned = plan_sheet(played)
    view = MapView(played.hexmap, planned.layout, planned.field, styled_theme(CLASSIC, played))
    kinds = _water(view)
    wet = {hex_id: kind for kind in kinds for hex_id in kind.hexes}
    areas = {kind.id: terrain_area(view, kind) for kind in kinds}
    outer = [
        (hex_id, at)
        for hex_id in wet
        for at in _beyond_edge(view, hex_id)
        if all(other in wet for other in _near(view, at))
    ]
    assert len(outer) > 5
    assert [hex_id for hex_id, at in outer if not any(at in area for area in areas.values())] == []


def _near(view: MapView, at: Point) -> list[HexId]:
    """Return the hexes of the map beside a place beyond its edge."""
    centre, near = min(view.off_map_hexes.values(), key=lambda found: found[0].distance(at))
    return list(near) if centre.distance(at) < view.layout.hex_width else []


def test_the_veil_beyond_the_hexes_lies_below_the_water() -> None:
    canvas = RecordingCanvas()
    draw_map_layers(canvas, _coast())
    veil = [path.order for path in canvas.paths if path.style.fill == CLASSIC.land_off]
    water = [path.order for path in canvas.paths if "lakes" in path.groups]
    assert len(veil) == 1
    assert veil[0] < min(water)
