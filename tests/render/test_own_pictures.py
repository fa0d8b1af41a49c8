"""Pictures of a designer's own: whole faces, backs, terrain and the map's ground, on screen and on paper."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from hexwright.model.game import Game
from hexwright.model.hex_map import Terrain
from hexwright.paper.counters.counter_copies import CounterCopy
from hexwright.paper.counters.game_counter_sheets import draw_face
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.charts import chart_pictures
from hexwright.render.counters.counter_background import DESIGN
from hexwright.render.counters.counter_batch import FaceId, counter_face_svg
from hexwright.render.counters.free_corner import free_mark_place, printed_areas
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet, sheet_layers, sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import THEMES
from tests.render.map.boards import game

CLASSIC = THEMES["classic"]
CARD = Box(0, 0, 15, 15)


def png(colour: tuple[int, int, int], size: tuple[int, int] = (8, 8)) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "PNG")
    return stream.getvalue()


RED, GREEN, BLUE = (200, 20, 30), (10, 180, 40), (20, 40, 220)
ART = {"red.png": png(RED), "wide.png": png(GREEN, (16, 8)), "blue.png": png(BLUE)}


def pictured() -> Game:
    """Return Battle for Moscow with a face, a marker, a back, a terrain and a ground of one's own."""
    played = game("2022")
    first, *others = played.counters.units
    first = replace(first, steps=(replace(first.steps[0], picture="red.png"), *first.steps[1:]))
    last = replace(others[-1], steps=others[-1].steps[:1], back_picture="blue.png")
    others = [*others[:-1], last]
    marker = played.counters.markers[0]
    marker = replace(marker, faces=(replace(marker.faces[0], picture="blue.png"), *marker.faces[1:]))
    counters = replace(
        played.counters, units=(first, *others), markers=(marker, *played.counters.markers[1:])
    )
    terrain = tuple(
        replace(kind, picture="wide.png") if kind.art == "forest" else kind for kind in played.hexmap.terrain
    )
    hexmap = replace(played.hexmap, terrain=terrain, picture="red.png")
    return replace(played, counters=counters, hexmap=hexmap)


def colours_of(svg: str, px: int = 60) -> set[tuple[int, ...]]:
    """Return the colours that a drawing is made of, those of a few pixels left out."""
    picture = Image.open(io.BytesIO(rasterise(svg, px))).convert("RGB")
    found = picture.getcolors(px * px * 4) or []
    return {colour for count, colour in found if isinstance(colour, tuple) and count > picture.width}


@pytest.mark.parametrize("bleed", [0.0, 2.0])
def test_a_face_is_its_picture_and_nothing_else(bleed: float) -> None:
    played, canvas = pictured(), RecordingCanvas()
    draw_unit_face(canvas, played, played.counters.units[0], 0, CLASSIC, CARD, art=ART, bleed=bleed)
    assert canvas.images
    assert {image.data for image in canvas.images} == {ART["red.png"]}
    assert canvas.images[-1].box == CARD
    assert not canvas.texts
    # What runs over the line of cut is the picture's own margin.
    assert [image.box for image in canvas.images[:-1]] == ([CARD.inset(-bleed)] if bleed else [])


def test_the_other_face_of_the_unit_is_drawn_as_ever() -> None:
    played, canvas = pictured(), RecordingCanvas()
    draw_unit_face(canvas, played, played.counters.units[0], 1, CLASSIC, CARD, art=ART)
    assert not canvas.images
    assert canvas.texts


def test_a_face_is_seen_in_the_module_s_picture() -> None:
    played = pictured()
    assert RED in colours_of(counter_face_svg(played, FaceId(played.counters.units[0], 0), CLASSIC, ART))
    assert BLUE in colours_of(counter_face_svg(played, FaceId(played.counters.markers[0], 0), CLASSIC, ART))


def test_a_marker_s_face_is_its_picture() -> None:
    played, canvas = pictured(), RecordingCanvas()
    draw_marker_face(canvas, played, played.counters.markers[0], 0, CLASSIC, CARD, art=ART)
    assert [image.data for image in canvas.images] == [ART["blue.png"]]
    assert not canvas.texts


def test_a_back_of_one_s_own_is_printed_where_there_is_no_second_face() -> None:
    played, settings = pictured(), PrintSettings(art=ART)
    for number, unit in enumerate(played.counters.units, 1):
        canvas = RecordingCanvas()
        back = 1 if len(unit.steps) > 1 else None
        draw_face(canvas, played, settings, CounterCopy(number, unit, 0, back), back, CARD, 0.0)
        assert [image.data for image in canvas.images] == ([ART["blue.png"]] if unit.back_picture else [])


def forest(played: Game) -> Terrain:
    return next(kind for kind in played.hexmap.terrain if kind.art == "forest")


def test_a_terrain_s_picture_covers_all_of_its_hexes_and_is_cut_to_them() -> None:
    played, canvas = pictured(), RecordingCanvas()
    plan = plan_sheet(played)
    board = sheet_layers(played, CLASSIC, plan, art=ART)
    draw_sheet(played, CLASSIC, canvas, plan, board)
    kind = forest(played)
    tiles = [image.box for image in canvas.images if image.groups[-1] == f"terrain:{kind.id}"]
    assert {round(tile.width / tile.height, 6) for tile in tiles} == {2.0}
    assert {round(tile.width, 6) for tile in tiles if tile.y < plan.field.bottom} == {
        round(plan.layout.hex_width, 6)
    }
    for hex_id in kind.hexes:
        for corner in (*plan.layout.corners(hex_id), plan.layout.centre(hex_id)):
            assert any(
                tile.x <= corner.x <= tile.right and tile.y <= corner.y <= tile.bottom for tile in tiles
            )
    grounds = [image.box for image in canvas.images if image.data == ART["red.png"]]
    assert plan.field in grounds


def test_map_and_chart_show_ground_and_terrain() -> None:
    played = pictured()
    assert {RED, GREEN} <= colours_of(sheet_svg(played, CLASSIC, art=ART), 500)
    assert {RED, GREEN} <= colours_of(chart_pictures(played, CLASSIC, ART)["tec"].svg, 500)
    plain = colours_of(sheet_svg(played, CLASSIC), 500)
    assert not {RED, GREEN} & plain


def test_a_picture_that_is_used_again_stands_in_the_drawing_once() -> None:
    svg = sheet_svg(pictured(), CLASSIC, art=ART)
    assert len(forest(pictured()).hexes) > 3
    # Once as large as on the map, and once for each size of sample.
    assert svg.count("data:image/png") <= 4
    assert svg == sheet_svg(pictured(), CLASSIC, art=ART)


def test_paper_shows_the_middle_of_a_picture_of_another_shape() -> None:
    stream = io.BytesIO()
    picture = Image.new("RGB", (30, 10), RED)
    picture.paste(GREEN, (10, 0, 20, 10))
    picture.save(stream, "PNG")
    document = PdfDocument("A picture")
    with document.page(50, 50) as canvas:
        canvas.image(Box(10, 10, 30, 30), stream.getvalue(), cover=True)
    shown = document.usage.rasters
    assert [round(raster.dpi, 2) for raster in shown] == [round(10 / 30 * 25.4, 2)]


def test_the_moved_mark_stands_out_of_counters_whose_face_is_all_picture() -> None:
    assert Box(0, 0, DESIGN, DESIGN) in printed_areas(pictured())
    assert Box(0, 0, DESIGN, DESIGN) not in printed_areas(game("2022"))
    assert free_mark_place(pictured()).overhang > free_mark_place(game("2022")).overhang
