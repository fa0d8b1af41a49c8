"""Turn the drawn sheet into the board's picture: a PNG of few colours, small to hand on and quick to open."""

from __future__ import annotations

import io
import warnings
from typing import Final

from PIL import Image

from builder.render.svg import rasterise

_COLOURS: Final = 256
"""Colours of a map are few, and blends at edges are many: with so many no eye tells the difference."""


def opened(picture: bytes) -> Image.Image:
    """Open a picture of a sheet, whose size was judged before it was drawn (M018, M019)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        return Image.open(io.BytesIO(picture))


def board_picture(svg: str, width: int) -> bytes:
    """Return a sheet's drawing as a PNG of so many pixels in width and of 256 colours.

    A quarter of the size with all colours; the same drawing gives the same bytes.
    """
    with opened(rasterise(svg, width)) as drawn:
        # A sheet has no clear places, and clearness would take colours of its own.
        full = drawn.convert("RGB")
    few = full.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    full.close()
    buffer = io.BytesIO()
    few.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
