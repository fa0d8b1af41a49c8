"""Pictures in layouts: our drawings in a layout's colours, and files with crop, tint and mask."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from hexwright.render.canvas import Box
from hexwright.render.counters.counter_batch import FaceId, counter_face_svg
from hexwright.render.counters.drawing_paths import parse_path
from hexwright.render.counters.layout_pictures import DRAWINGS, cropped_boxes
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import CLASSIC
from tests.render.counters.layout_games import drawn, load_with, with_layout

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    b'<rect width="20" height="20" fill="#000000"/><rect x="20" width="20" height="20" fill="#ffffff"/></svg>'
)


def raster(form: str) -> bytes:
    """Return a picture that is black on its left half and white on its right."""
    picture = Image.new("RGB", (40, 20), "white")
    picture.paste("black", (0, 0, 20, 20))
    stream = io.BytesIO()
    picture.save(stream, form, **({"quality": 100} if form == "JPEG" else {"lossless": True}))
    return stream.getvalue()


FILES = {"a.svg": SVG, "a.png": raster("PNG"), "a.jpg": raster("JPEG"), "a.webp": raster("WEBP")}


def shown(part: str, files: dict[str, bytes] | None = None, more: str = "") -> Image.Image:
    """Return the counter of a unit at 10 pixels to the mm, with one picture in its layout."""
    loaded = load_with(
        f"unit_layout: own\n{more}layouts:\n  own:\n    corner: 0\n    parts:\n"
        f'      - {{draw: ground, fill: "#00ff00", reduced: "#00ff00"}}\n      - {{draw: picture, {part}}}\n',
        files or FILES,
    )
    face = FaceId(loaded.game.counters.units[0], 0)
    svg = counter_face_svg(loaded.game, face, CLASSIC, files or FILES)
    return Image.open(io.BytesIO(rasterise(svg, 150))).convert("RGB")


def at(picture: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """Return the colour at a place in mm, to the nearest quarter."""
    pixel = picture.getpixel((round(x * 10), round(y * 10)))
    assert isinstance(pixel, tuple)
    red, green, blue = (round(part / 64) * 64 for part in pixel)
    return red, green, blue


BLACK, WHITE, GREEN, RED = (0, 0, 0), (256, 256, 256), (0, 256, 0), (192, 0, 0)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_a_layer_below_the_texts(name: str) -> None:
    picture = shown(f"of: {name}, box: [2, 2, 10, 5]")
    assert (at(picture, 3, 4), at(picture, 11, 4), at(picture, 3, 9)) == (BLACK, WHITE, GREEN)


def test_a_picture_covers_the_whole_counter() -> None:
    picture = shown("of: a.png, fit: cover")
    assert (at(picture, 1, 14), at(picture, 14, 1)) == (BLACK, WHITE)


def test_a_picture_is_cropped_to_a_part() -> None:
    picture = shown("of: a.png, box: [2, 2, 10, 10], crop: [0.5, 0, 0.5, 1]")
    assert (at(picture, 3, 7), at(picture, 11, 7), at(picture, 1, 7)) == (WHITE, WHITE, GREEN)


def test_a_tint_colours_the_dark_points() -> None:
    picture = shown('of: a.png, box: [2, 2, 10, 5], tint: "#c00000"')
    assert (at(picture, 3, 4), at(picture, 11, 4)) == (RED, WHITE)


def test_an_svg_is_tinted_too_and_flipped() -> None:
    picture = shown('of: a.svg, box: [2, 2, 10, 5], tint: "#c00000", flip: true')
    assert (at(picture, 3, 4), at(picture, 11, 4)) == (WHITE, RED)


@pytest.mark.parametrize("mask", ["disc", "hexagon", "rounded"])
def test_a_mask_cuts_the_corners(mask: str) -> None:
    picture = shown(f"of: a.png, box: [2, 2, 10, 5], fit: cover, mask: {mask}")
    assert (at(picture, 2.1, 2.1), at(picture, 5, 4.5)) == (GREEN, BLACK)


def test_a_mask_of_a_file_cuts_its_dark_points() -> None:
    picture = shown("of: b.png, box: [2, 2, 10, 5], mask: a.png", {**FILES, "b.png": plain("#ff0000")})
    assert (at(picture, 3, 4), at(picture, 11, 4)) == (GREEN, (256, 0, 0))


def plain(colour: str) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(stream, "PNG")
    return stream.getvalue()


def test_one_layout_takes_each_units_picture_from_a_column() -> None:
    loaded = load_with(
        "unit_layout: own\n"
        "units: {red-1: {data: {ship: a.png}}, red-2: {data: {ship: tank}}}\n"
        "layouts:\n  own:\n    parts:\n      - {draw: ground}\n"
        '      - {draw: picture, of: "{data.ship}", box: [2, 2, 10, 5]}\n',
        FILES,
    )
    assert [name.rpartition("/")[2] for name in loaded.sources if "art/" in name] == ["a.png"]
    assert len(drawn(loaded.game, "red-1", art=FILES)[0].images) == 1
    assert len(drawn(loaded.game, "red-2", art=FILES)[0].paths) > 5
    assert drawn(loaded.game, "red-3", art=FILES)[0].images == []


def test_a_crop_keeps_the_pictures_proportions() -> None:
    for cover in (False, True):
        part, whole = cropped_boxes(Box(1, 1, 10, 4), (0.25, 0.5, 0.5, 0.5), 2.0, cover=cover)
        assert part.width / part.height == pytest.approx(2.0)
        assert whole.width / whole.height == pytest.approx(2.0)
        assert (part.width >= 10 - 1e-9) is cover
        assert part.x - whole.x == pytest.approx(whole.width / 4)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_of_ours_keeps_within_its_box(name: str) -> None:
    drawing = DRAWINGS[name]
    allowed = Box(0, 0, drawing.width, drawing.height).inset(-0.08 * drawing.height)
    for layer in drawing.layers:
        assert allowed.holds(parse_path(layer.data).box), (layer, parse_path(layer.data).box)


def test_a_drawing_has_the_colours_of_its_part() -> None:
    loaded = with_layout('{draw: picture, of: tank, box: [2, 2, 10, 5], line: "#123456", fill: "#abcdef"}')
    canvas, _ = drawn(loaded.game, "red-1")
    fills = {path.style.fill for path in canvas.paths}
    assert {"#123456", "#abcdef"} <= fills
