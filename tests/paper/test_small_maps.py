"""Maps at a small scale: few drawings serve all scales, and what can't be read isn't lettered."""

from __future__ import annotations

import re

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from hexwright.model.game import Game
from hexwright.paper.columns.booklet_cover import COVER_DRAWING, cover_piece, cover_scale
from hexwright.paper.columns.rulebook_grid import A5
from hexwright.paper.map.map_sheets import MapDrawing, MapWindow, _places, smallest_text
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.fonts import SMALLEST_PRINT, FontFace, fitting_lines, text_width, wrap_without_orphans
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.pdf_pen import glyph_operators
from tests.paper.sheets import moscow, opened, picture, shown, streams

SCALES = [0.02 * 1.05**n for n in range(80)]


def test_lettering_is_large_enough_at_every_scale() -> None:
    for scale in (scale for scale in SCALES if scale < 0.94):
        assert smallest_text(scale) * scale >= SMALLEST_PRINT * 0.99


def test_few_drawings_serve_all_small_scales() -> None:
    assert len({smallest_text(scale) for scale in SCALES if 0.05 < scale < 0.5}) <= 20


@pytest.mark.parametrize("part", ["aids", "rules", "map"])
def test_every_drawing_that_a_file_stores_is_shown(part: PrintPart) -> None:
    data = shown("battle-for-moscow", part)
    stored = data.count(b"/Subtype /Form") + data.count(b"/Subtype /Image")
    named = {name for text in streams(data) for name in re.findall(r"/(\S+) Do", text)}
    assert stored == len(named) > 0


def test_rims_of_one_glyph_are_written_alike_wherever_it_stands() -> None:
    text = "".join(streams(shown("battle-for-moscow", "map")))
    assert any(text.count(glyph_operators(face, "0")) > 20 for face in FontFace)


@pytest.mark.parametrize("scale", SCALES)
def test_no_point_of_a_small_map_lies_off_by_a_dot(scale: float) -> None:
    off = 0.5 * 10.0 ** -_places(smallest_text(scale)) * scale
    assert off <= 25.4 / 1_200


def test_a_number_alone_in_the_last_line_gets_a_word_for_company() -> None:
    lines, _ = fitting_lines("Soviet Railway Troops (EB) 12", FontFace.SANS, 2.6, 32.0, 6.0)
    assert lines == ("Soviet Railway Troops", "(EB) 12")
    lines, _ = fitting_lines("1st Guards Motor Rifle Division", FontFace.SANS, 2.6, 28.0, 6.0)
    assert lines == ("1st Guards Motor Rifle", "Division")
    # A word comes only where it fits.
    wide = text_width("of Grossdeutschland", FontFace.SANS, 2.6) + 0.01
    assert wrap_without_orphans("of Grossdeutschland 12", FontFace.SANS, 2.6, wide) == (
        "of Grossdeutschland",
        "12",
    )


def _piece(game: Game, scale: float, piece: Box, *, whole: bool) -> tuple[Image.Image, int]:
    """Return the picture of a piece of a map, drawn whole or alone, and how long what was drawn is."""
    settings, plan = PrintSettings(), plan_sheet(game)
    drawing = MapDrawing(plan, sheet_layers(game, settings.theme, plan), game, settings)
    document = PdfDocument("Piece")
    drawing.store_windows(document, [MapWindow(COVER_DRAWING, plan.field if whole else piece, scale)])
    wide, high = piece.width * scale, piece.height * scale
    with document.page(wide, high) as canvas:
        canvas.drawing(COVER_DRAWING, Placement(-piece.x * scale, -piece.y * scale, 0.0, scale))
    data = document.to_bytes()
    return picture(opened(data), 0), sum(map(len, streams(data)))


@pytest.mark.slow
def test_the_cover_carries_what_it_shows_and_that_as_the_whole_map_shows_it() -> None:
    game = moscow()
    plan = plan_sheet(game)
    scale, piece = cover_scale(plan, A5), cover_piece(game, plan, A5)
    all_of_it, long = _piece(game, scale, piece, whole=True)
    cut, short = _piece(game, scale, piece, whole=False)
    assert ImageStat.Stat(all_of_it.convert("L")).stddev[0] > 10
    # The painted land is compressed anew in a piece, so single pixels may differ.
    blurred = [one.filter(ImageFilter.BoxBlur(2)) for one in (all_of_it, cut)]
    assert all(most < 25 for _, most in ImageStat.Stat(ImageChops.difference(*blurred)).extrema)
    # A third of the map lies in or near the piece, and more than a third of what is drawn.
    assert short < 0.6 * long
