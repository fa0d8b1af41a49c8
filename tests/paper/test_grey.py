"""A print without colour stays playable: figures can be read, steps and sides distinguished."""

from __future__ import annotations

import pytest
from PIL import Image, ImageStat

from hexwright.model.game import Side
from hexwright.paper.counters.counter_copies import CounterCopy, counter_copies
from hexwright.paper.counters.game_counter_sheets import draw_face
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_palette import unit_palette
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.theme import THEMES, Theme
from hexwright.support.colour_contrast import relative_luminance
from tests.paper.sheets import moscow, opened, picture

GAME = moscow()


def grey(piece: CounterCopy, face: int, theme: Theme) -> Image.Image:
    document = PdfDocument("face")
    with document.page(15, 15) as canvas:
        draw_face(canvas, GAME, PrintSettings(theme=theme), piece, face, Box(0, 0, 15, 15), 1.0)
    return picture(opened(document.to_bytes()), 0, 6).convert("L")


def first_of(side: Side) -> CounterCopy:
    return next(piece for piece in counter_copies(GAME) if piece.group == side.id)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("side", GAME.info.sides, ids=lambda side: side.id)
def test_figures_stand_out_from_their_ground_on_both_faces(side: Side, theme: Theme) -> None:
    for face in (0, 1):
        image = grey(first_of(side), face, theme)
        figures = image.crop((6, 62, 84, 83))
        ((low, high),) = ImageStat.Stat(figures).extrema
        assert (high / 255 + 0.05) / (low / 255 + 0.05) > 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("side", GAME.info.sides, ids=lambda side: side.id)
def test_a_reduced_unit_is_much_lighter_than_a_whole_one(side: Side, theme: Theme) -> None:
    whole, reduced = (relative_luminance(unit_palette(side, theme, step, 2).ground) for step in (0, 1))
    assert (reduced + 0.05) / (whole + 0.05) > 1.4


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_crests_tell_sides_apart_by_their_form(theme: Theme) -> None:
    corners = []
    for side in GAME.info.sides:
        image = grey(first_of(side), 0, theme)
        ground = relative_luminance(Colour(theme.side(side).fill))
        # Left, middle and right of the strip along the upper edge: dark where the crest covers it.
        spots = [ImageStat.Stat(image.crop((x, 2, x + 3, 5))).mean[0] / 255 for x in (2, 44, 85)]
        corners.append(tuple(spot < ground**0.45 * 0.8 for spot in spots))
    assert len(set(corners)) == len(corners)
