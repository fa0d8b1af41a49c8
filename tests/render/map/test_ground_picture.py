"""A picture of the whole map: all its colours, at the resolution of the sheet, in every format."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.scan_fit import PixelTransform
from hexwright.paper.map.map_sheets import MapDrawing
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour
from hexwright.render.map.board.board_form import BoardForm, board_file, board_form
from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.map.canvas_clipping import WindowCanvas
from hexwright.render.map.ground_picture import covering, fit_picture
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers, sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from hexwright.sanitize import read_raster_info
from tests.render.map.boards import game
from tests.tiers import sampled

GROUND = Colour("#102030")
CLASSIC = THEMES["classic"]


def encoded(picture: Image.Image, form: str, **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


def shades(width: int, height: int) -> Image.Image:
    """Return a picture of many colours: red grows to the right, green downward."""
    row = bytes(v for x in range(width) for v in (x * 255 // width, 0, 90))
    rows = []
    for y in range(height):
        line = bytearray(row)
        line[1::3] = bytes([y * 255 // height]) * width
        rows.append(bytes(line))
    return Image.frombytes("RGB", (width, height), b"".join(rows))


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


FORMS = [("PNG", {}), ("JPEG", {"quality": 95, "subsampling": 0}), ("WEBP", {"quality": 95})]


@pytest.mark.parametrize(("form", "options"), FORMS, ids=[form for form, _ in FORMS])
def test_every_format_is_fitted_to_the_field_at_the_wanted_resolution(
    form: str, options: dict[str, object]
) -> None:
    data = encoded(shades(600, 300), form, **options)
    box = Box(10, 20, 100, 100)
    found = fit_picture(data, covering(data, box), box, 2.0, GROUND)
    assert read_raster_info(found.data).form == ("PNG" if form == "PNG" else "JPEG")
    made = opened(found.data)
    assert (made.size, found.box) == ((200, 200), box)
    # The middle square of the picture: red from a quarter to three quarters, green from none to all.
    for x, y in ((20, 20), (100, 100), (180, 60)):
        wanted = ((150 + x * 1.5) / 600 * 255, y / 200 * 255)
        red, green, _ = made.getpixel((x, y))  # type: ignore[misc]
        assert (red, green) == pytest.approx(wanted, abs=5)
    assert found == fit_picture(data, covering(data, box), box, 2.0, GROUND)


def test_what_the_picture_does_not_reach_has_the_colour_of_the_ground() -> None:
    data = encoded(Image.new("RGBA", (100, 100), (200, 0, 0, 0)), "PNG")
    transform = PixelTransform(1, 0, 0, 0, 1, 0)
    clear = opened(fit_picture(data, transform, Box(0, 0, 50, 50), 1.0, GROUND).data)
    beyond = opened(fit_picture(data, transform, Box(300, 300, 50, 50), 1.0, GROUND).data)
    assert clear.getcolors() == beyond.getcolors() == [(2500, (0x10, 0x20, 0x30))]


def test_a_turned_picture_is_straightened() -> None:
    upright = shades(200, 200)
    turned = encoded(upright.rotate(90), "PNG")
    # A quarter turn to the left: the sheet's x runs up the picture.
    transform = PixelTransform(0, 1, 0, -1, 0, 200)
    found = opened(fit_picture(turned, transform, Box(0, 0, 200, 200), 1.0, GROUND).data)
    assert transform.apply(Point(0, 0)) == Point(0, 200)
    for spot in ((20, 30), (150, 40), (90, 170)):
        assert found.getpixel(spot) == pytest.approx(upright.getpixel(spot), abs=3)


@pytest.mark.parametrize(
    ("form", "wanted"),
    sampled([("PNG", BoardForm.LOSSLESS), ("JPEG", BoardForm.LOSSY), ("WEBP", BoardForm.LOSSY)], 0, 1),
)
def test_the_board_keeps_more_than_256_colours_and_a_scan_is_a_jpeg(form: str, wanted: BoardForm) -> None:
    played = game("2022")
    played = replace(played, hexmap=replace(played.hexmap, picture="ground.x"))
    art = {"ground.x": encoded(shades(900, 800), form)}
    assert (board_form(played, art), board_form(played, {})) == (wanted, BoardForm.FEW_COLOURS)
    svg = sheet_svg(played, CLASSIC, art=art)
    made = board_picture(svg, 500, board_form(played, art))
    assert board_file(made) == ("map.png" if form == "PNG" else "map.jpg")
    assert len(opened(made).getcolors(1 << 24) or []) > 2_000
    assert made == board_picture(svg, 500, board_form(played, art))


def test_paper_shows_the_picture_at_300_dots_per_inch_and_a_detail_shows_a_part() -> None:
    played = game("2022")
    played = replace(played, hexmap=replace(played.hexmap, picture="ground.jpg"))
    plan = plan_sheet(played)
    art = {"ground.jpg": encoded(shades(4400, 3300), "JPEG")}
    layers = sheet_layers(played, CLASSIC, plan, art=art, px_per_mm=6.0)
    assert layers.view.ground is not None
    document = PdfDocument("A map")
    with document.page(plan.width, plan.height) as canvas:
        canvas.image(layers.view.ground.box, layers.view.ground.data)
    assert [round(raster.dpi) for raster in document.usage.rasters] == [round(6 * 25.4)]
    # The JPEG is in the file as it is.
    assert len(document.to_bytes()) < 1.4 * len(layers.view.ground.data)
    window, seen = Box(plan.field.x + 30, plan.field.y + 40, 20, 10), RecordingCanvas()
    WindowCanvas(seen, window).image(layers.view.ground.box, layers.view.ground.data)
    [part] = seen.images
    assert part.box.holds(window)
    assert part.box.width * part.box.height < 1.1 * 20 * 10
    wide, high = opened(part.data).size
    assert (wide, high) == pytest.approx((120, 60), abs=2)
    assert MapDrawing(plan, layers, played, PrintSettings()).board.view.ground is layers.view.ground
