"""Drawings of pictures alone have as many pixels as these; others are sharper the larger they are drawn."""

from __future__ import annotations

import io
import math
from base64 import b64encode

import pytest
from PIL import Image

from hexwright.inspect.analysis.svg_pixels import pixels_per_unit


def _picture(size: tuple[int, int]) -> str:
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, "JPEG")
    return f"data:image/jpeg;base64,{b64encode(out.getvalue()).decode()}"


PICTURE = f'<image width="40" height="20" href="{_picture((60, 30))}"/>'
SIZE = 'width="40" height="20"'


def _drawing(inside: str, root: str = SIZE) -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" xmlns:o="urn:other"'
    return f"<svg {names} {root}>{inside}</svg>".encode()


@pytest.mark.parametrize(
    ("svg", "found"),
    [
        (_drawing(PICTURE), 1.5),
        (_drawing(PICTURE.replace(" href", " x:href")), 1.5),
        (_drawing(PICTURE, f'{SIZE} viewBox="0 0 40 20"'), 1.5),
        (_drawing(f'<g transform="translate(0,-9)">{PICTURE}<rect {SIZE}/></g>'), 1.5),
        (_drawing(PICTURE + f'<image width="40" height="10" href="{_picture((40, 40))}"/>'), 4.0),
        (_drawing(f"<o:notes><o:path/></o:notes>{PICTURE}"), 1.5),
        (_drawing(PICTURE, 'width="80" height="40" viewBox="0 0 40 20"'), math.inf),
        (_drawing(PICTURE, 'width="4cm" height="2cm"'), math.inf),
        (_drawing(f'<g transform="scale(0.1)">{PICTURE}</g>'), math.inf),
        (_drawing(f"{PICTURE}<text>6-8</text>"), math.inf),
        (_drawing(f'{PICTURE}<path d="M0 0L9 9"/>'), math.inf),
        (_drawing(f"<svg {SIZE}>{PICTURE}</svg>"), math.inf),
        (_drawing(PICTURE.replace('width="40"', "")), math.inf),
        (_drawing(PICTURE.replace('width="40"', 'width="1.2.3"')), math.inf),
        (_drawing(f'<image {SIZE} href="other.png"/>'), math.inf),
        (_drawing(f'<image {SIZE} href="data:image/png;base64,a"/>'), math.inf),
        (_drawing(f"<rect {SIZE}/>"), math.inf),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + _drawing(PICTURE), math.inf),
        (b"<svg", math.inf),
    ],
)
def test_the_pixels_of_a_drawing(svg: bytes, found: float) -> None:
    assert pixels_per_unit(svg) == found
