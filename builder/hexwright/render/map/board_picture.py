"""Turn the drawn sheet into the board's picture: a PNG of few colours, small to hand on and quick to open."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import Final

from PIL import Image

from hexwright.render.svg_raster import SvgDrawing

_COLOURS: Final = 256
"""Colours of a map are few, and blends at edges are many: with so many no eye tells the difference."""
_BAND: Final = 8_000_000
"""Pixels that are drawn at a time: a board of 60 million would take half a gigabyte at once."""
_SAMPLE: Final = 2
"""Of so many rows and columns one is looked at when the colours are chosen."""


def open_sheet_picture(picture: bytes) -> Image.Image:
    """Open a picture of a sheet, whose size was judged before it was drawn (M018, M019)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(picture))


def board_picture(svg: str, width: int) -> bytes:
    """Return a sheet's drawing as a PNG of so many pixels in width and of 256 colours.

    A quarter of the size with all colours; the same drawing gives the same bytes. It is drawn in bands that
    are kept packed, so that no more than one of them is spread out.
    """
    drawing = SvgDrawing(svg)
    height, rows = drawing.height_at(width), max(1, _BAND // width)
    bands = [drawing.band(width, top, min(rows, height - top)) for top in range(0, height, rows)]
    del drawing
    palette = _palette(bands, width)
    few = Image.new("P", (width, height))
    few.putpalette(palette.getpalette() or [])
    for number, band in enumerate(_spread(bands)):
        few.paste(band.quantize(palette=palette, dither=Image.Dither.NONE), (0, number * rows))
    buffer = io.BytesIO()
    few.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _spread(bands: list[bytes]) -> Iterator[Image.Image]:
    """Yield each band in plain colours: a sheet has no clear places, and clearness would take colours."""
    for packed in bands:
        with open_sheet_picture(packed) as band:
            yield band.convert("RGB")


def _palette(bands: list[bytes], width: int) -> Image.Image:
    """Return a picture whose palette has the colours that suit a part of the pixels best."""
    parts = [
        band.resize((-(-width // _SAMPLE), -(-band.height // _SAMPLE)), Image.Resampling.NEAREST)
        for band in _spread(bands)
    ]
    sample = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        sample.paste(part, (0, top))
        top += part.height
    return sample.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
