"""Fit the designer's picture of the whole map to the sheet, at the resolution at which it is shown.

The renderer would sample single pixels of a large picture, and read the whole file anew for every band.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hexwright.geometry.hex_layout import Point
from hexwright.geometry.scan_fit import PixelTransform
from hexwright.render.canvas import Box, Colour
from hexwright.sanitize import decode_raster, is_lossy, read_raster_info

if TYPE_CHECKING:
    from PIL import Image

PRINTED_PX_PER_MM: Final = 300 / 25.4
"""The finest resolution in which a picture of the map is printed."""
JPEG_OPTIONS: Final = {"quality": 92, "subsampling": 0}
_MARGIN: Final = 8
"""Pixels around the part of a picture that is shown, which resampling needs."""


@dataclass(frozen=True, slots=True)
class GroundPicture:
    """A picture that is fitted to the sheet: its area in mm, and its bytes (PNG or JPEG)."""

    box: Box
    data: bytes


def covering(picture: bytes, box: Box) -> PixelTransform:
    """Return the transform by which a picture covers a box; its excess width or height lies outside."""
    size = read_raster_info(picture)
    scale = min(size.width / box.width, size.height / box.height)
    left, top = size.width / 2 - box.centre.x * scale, size.height / 2 - box.centre.y * scale
    return PixelTransform(scale, 0.0, left, 0.0, scale, top)


@lru_cache(maxsize=8)
def fit_picture(
    picture: bytes, transform: PixelTransform, box: Box, px_per_mm: float, ground: Colour
) -> GroundPicture:
    """Return the part of a picture that a box of the sheet shows, straightened.

    It has at most `px_per_mm`, and not more than the picture itself; its edges are whole pixels from the
    sheet's corner. Where the picture is transparent or ends, it shows the `ground`. The result is a JPEG if
    the picture was compressed with loss.
    """
    from PIL import Image  # slow to import, and most games have no pictures of their own

    scale = min(px_per_mm, transform.px_per_mm)
    left, top = math.floor(box.x * scale + 1e-6), math.floor(box.y * scale + 1e-6)
    wide, high = math.ceil(box.right * scale - 1e-6) - left, math.ceil(box.bottom * scale - 1e-6) - top
    area = Box(left / scale, top / scale, wide / scale, high / scale)
    with decode_raster(picture, opaque=True) as whole:
        source, corner, shrunk = _shrunk(_opaque(whole, ground), transform, area, scale)
    # Pillow asks for the pixel of the source that belongs to each pixel of the result.
    start = transform.apply(Point(area.x, area.y))
    coefficients = (
        transform.a / scale / shrunk[0],
        transform.b / scale / shrunk[0],
        (start.x - corner[0]) / shrunk[0],
        transform.d / scale / shrunk[1],
        transform.e / scale / shrunk[1],
        (start.y - corner[1]) / shrunk[1],
    )
    made = source.transform(
        (wide, high), Image.Transform.AFFINE, coefficients, Image.Resampling.BICUBIC, fillcolor=_rgb(ground)
    )
    buffer = io.BytesIO()
    if is_lossy(picture):
        made.save(buffer, "JPEG", **JPEG_OPTIONS)
    else:
        made.save(buffer, "PNG", compress_level=6)
    return GroundPicture(area, buffer.getvalue())


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _opaque(picture: Image.Image, ground: Colour) -> Image.Image:
    if picture.mode == "RGB":
        return picture
    from PIL import Image

    below = Image.new("RGB", picture.size, _rgb(ground))
    below.paste(picture, mask=picture)
    return below


def _shrunk(
    picture: Image.Image, transform: PixelTransform, area: Box, scale: float
) -> tuple[Image.Image, tuple[int, int], tuple[float, float]]:
    """Return the part of a picture that an area shows, reduced to the resolution of the result.

    Return also the part's corner in the picture, and the factors by which it was reduced. Without the
    reduction, fine lines would break up.
    """
    from PIL import Image

    corners = [transform.apply(Point(x, y)) for x in (area.x, area.right) for y in (area.y, area.bottom)]
    times = transform.px_per_mm / scale
    margin = math.ceil(_MARGIN * times)
    left = max(0, math.floor(min(p.x for p in corners)) - margin)
    top = max(0, math.floor(min(p.y for p in corners)) - margin)
    right = min(picture.width, math.ceil(max(p.x for p in corners)) + margin)
    bottom = min(picture.height, math.ceil(max(p.y for p in corners)) + margin)
    if right <= left or bottom <= top:
        return picture.crop((0, 0, 1, 1)), (-(10**9), -(10**9)), (1.0, 1.0)
    if times < 1.02:
        return picture.crop((left, top, right, bottom)), (left, top), (1.0, 1.0)
    size = max(1, round((right - left) / times)), max(1, round((bottom - top) / times))
    reduced = picture.resize(size, Image.Resampling.LANCZOS, box=(left, top, right, bottom), reducing_gap=3.0)
    return reduced, (left, top), ((right - left) / size[0], (bottom - top) / size[1])
