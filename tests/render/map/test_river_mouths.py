"""A river ends in a lake without a mark of its own in the deep water."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import HexsideFeature, HexsideLine, Terrain
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.render.map.boards import game


@cache
def _lake() -> MapLayers:
    """Lay out a map whose right half is a lake, with a river that flows into it."""
    played = game("a new game")
    grid = HexGrid.of(played.hexmap.grid)
    water = tuple(hex_id for hex_id in grid if hex_id[:2] >= "03")
    clear = tuple(kind for kind in played.hexmap.terrain if not kind.hexes)
    run = HexsideLine("run", ("0103/0202", "0202/0203"), "Run")
    river = HexsideFeature("river", "River", "river", (run,))
    hexmap = replace(
        played.hexmap,
        terrain=(*clear, Terrain("lake", "Lake", "lake", water)),
        hexsides=(river,),
        lines=(),
        places=(),
    )
    played = replace(played, hexmap=hexmap)
    return sheet_layers(played, CLASSIC, plan_sheet(played))


def test_a_river_fades_out_where_its_lake_becomes_deep() -> None:
    board = _lake()
    [river] = board.rivers
    end, field = river.line[-1], board.view.field
    assert board.view.layout.hex_at(end) in board.view.water_hexes
    canvas = SvgCanvas(field.right, field.bottom, "a lake")
    draw_map_layers(canvas, board)
    with Image.open(BytesIO(rasterise(canvas.to_svg(), round(8 * field.right)))) as picture:
        shown = [
            picture.convert("RGB").getpixel((round(8 * at.x), round(8 * at.y)))
            for at in (end, *(Point(end.x, end.y + 1.6 * side) for side in (-1, 1)))
        ]
    shallow = tuple(bytes.fromhex(CLASSIC.water[1:]))
    assert len(set(shown)) == 1, "the river's end is told from the water beside it"
    assert shown[0] != shallow


def test_no_line_along_a_shore_crosses_a_mouth() -> None:
    board = _lake()
    [river] = board.rivers
    canvas = RecordingCanvas()
    draw_map_layers(canvas, board)
    lines = [path for path in canvas.paths if "depth:lake" in path.groups and path.style.stroke is not None]
    points = [point for line in lines for part in line.path.segments for point in part.points]
    assert len(lines) == 3, "one path for the lines at each distance from the shore"
    assert points
    assert not [point for point in points if river.covers(point, 0.0)]


def test_a_river_that_leaves_a_lake_along_hexsides_has_no_spring_there() -> None:
    played = game("a new game")
    lake = HexsideLine("mere", ("0102/0202", "0103/0202", "0202/0203"), "Mere")
    out = HexsideLine("out", ("0203/0303", "0303/0304", "0304/0403"), "Out")
    river, mere = HexsideFeature("r", "River", "river", (out,)), HexsideFeature("m", "Lake", "lake", (lake,))
    springs = {}
    for water in ((river, mere), (river,)):
        hexmap = replace(played.hexmap, terrain=(), hexsides=water, lines=(), places=(), regions=())
        changed = replace(played, hexmap=hexmap)
        rivers = {river.id: river for river in sheet_layers(changed, CLASSIC, plan_sheet(changed)).rivers}
        springs[len(water)] = rivers["out"].widths[0]
    assert springs[2] > 2 * springs[1]
