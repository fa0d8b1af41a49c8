"""Rims of lettering lie around their own glyphs, however these are turned, spaced and scaled."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageFilter

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Colour, Halo
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from tests.paper.sheets import opened, picture

MM = 20.0
RIM = 0.5


def _masks(rotation: float, spacing: float, scale: float) -> tuple[Image.Image, Image.Image]:
    """Return where ink of a text lies, and where its ink or its rim does; the rim is half a mm wide."""
    document = PdfDocument("Rims")
    with document.page(50, 50) as canvas, canvas.placed(Placement(25.0, 25.0, 0.0, scale)):
        canvas.text(
            Point(0.0, 0.0),
            "Rzhev 12",
            FontFace.SERIF,
            6.0 / scale,
            Colour("#000000"),
            rotation=rotation,
            spacing=spacing / scale,
            halo=Halo(Colour("#ff0000"), RIM / scale),
        )
    shown = picture(opened(document.to_bytes()), 0, MM)
    red, green, _ = shown.split()
    return red.point(lambda v: 255 * (v < 128)), green.point(lambda v: 255 * (v < 128))


def _grown(mask: Image.Image, mm: float) -> Image.Image:
    """Return a mask grown by so many mm on all sides, with round corners."""
    found = mask
    reach = round(mm * MM)
    for down in range(-reach, reach + 1):
        across = int((reach**2 - down**2) ** 0.5)
        row = mask.filter(ImageFilter.MaxFilter(3)) if across == 0 else mask
        for step in (-across, across, -across // 2, across // 2, 0):
            found = ImageChops.lighter(found, ImageChops.offset(row, step, down))
    return found


@pytest.mark.parametrize(("rotation", "spacing"), [(0.0, 0.0), (-30.0, 0.0), (75.0, 0.8)])
@pytest.mark.parametrize("scale", [1.0, 0.4])
def test_a_rim_lies_around_its_glyphs_and_nowhere_else(rotation: float, spacing: float, scale: float) -> None:
    ink, all_of_it = _masks(rotation, spacing, scale)
    assert ink.getbbox() is not None
    inside, outside = _grown(ink, RIM - 0.15), _grown(ink, RIM + 0.2)
    assert ImageChops.subtract(inside, all_of_it).histogram()[255] == 0
    assert ImageChops.subtract(all_of_it, outside).histogram()[255] == 0
