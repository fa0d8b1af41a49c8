"""Drawings become pixels at the size that is asked for, whole or in parts."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from hexwright.render.map.board.board_picture import board_picture
from hexwright.render.svg_raster import SvgDrawing, rasterise

FRAME = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='12mm' height='12mm' viewBox='0 0 12 12'>"
    "<rect width='12' height='12' fill='#fff'/><rect x='.12' y='.12' width='11.76' height='11.76'"
    " fill='none' stroke='#a00' stroke-width='.24'/></svg>"
)
"""A counter of 45.35 pixels with a rim: what is rounded on the way cuts it."""
TILE = "<path d='M{x},{y}L{right},{y}L{right},{bottom}L{x},{bottom}Z' fill='#{colour}'/>"


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def sheet(width: int, height: int) -> str:
    """Draw a chequered sheet whose squares have colours of their own."""
    tiles = "".join(
        TILE.format(x=x, y=y, right=x + 7, bottom=y + 7, colour=f"{8 * (x % 16):02x}{8 * (y % 16):02x}40")
        for x in range(0, width, 8)
        for y in range(0, height, 8)
    )
    size = f"width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
    ground = f"<path d='M0,0L{width},0L{width},{height}L0,{height}Z' fill='#dddddd'/>"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{ground}{tiles}</svg>"


@pytest.mark.parametrize("px", [75, 150, 601])
def test_a_frame_is_as_wide_on_all_four_sides(px: int) -> None:
    picture = pixels(rasterise(FRAME, px))
    assert picture.size == (px, px)
    middle, deep = px // 2, px // 6
    sides = [
        picture.crop((0, middle, deep, middle + 1)),
        picture.crop((px - deep, middle, px, middle + 1)).transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        picture.crop((middle, 0, middle + 1, deep)).transpose(Image.Transpose.TRANSPOSE),
        picture.crop((middle, px - deep, middle + 1, px)).transpose(Image.Transpose.TRANSVERSE),
    ]
    for side in sides:
        assert side.tobytes()[:4] == bytes((0xAA, 0, 0, 0xFF))
        assert max(abs(a - b) for a, b in zip(side.tobytes(), sides[0].tobytes(), strict=True)) <= 2


@pytest.mark.parametrize("rows", [1, 37, 100])
def test_bands_are_parts_of_the_whole(rows: int) -> None:
    drawing = SvgDrawing(sheet(64, 100))
    whole = pixels(rasterise(sheet(64, 100), 128))
    assert whole.size == (128, 200)
    for top in range(0, 200, rows):
        band = pixels(drawing.band(128, top, min(rows, 200 - top)))
        assert band.tobytes() == whole.crop((0, top, 128, min(top + rows, 200))).tobytes()


def test_a_board_of_many_tiles_shows_what_one_of_a_single_tile_does(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = sheet(128, 96)
    single = pixels(board_picture(drawn, 256))
    monkeypatch.setattr("hexwright.render.map.board.board_picture._EDGE", 34)
    tiled = pixels(board_picture(drawn, 256))
    whole = pixels(rasterise(drawn, 256))
    for made in (single, tiled):
        assert made.size == whole.size
        apart = max(abs(a - b) for a, b in zip(made.tobytes(), whole.tobytes(), strict=True))
        assert apart <= 24


def test_a_drawing_that_tells_no_size_of_its_own_takes_what_it_shows() -> None:
    drawn = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 10'><rect width='30' height='10'/></svg>"
    assert pixels(rasterise(drawn, 300)).size == (300, 100)
