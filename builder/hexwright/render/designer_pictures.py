"""Pictures supplied by a game's designer, which the data refer to by name."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from hexwright.sanitize import (
    DESIGNER_ART_LIMITS,
    JPEG_MAGIC,
    PNG_MAGIC,
    Refusal,
    decode_raster,
    inspect_svg,
    is_raster,
    read_raster_info,
    svg_size_in_pixels,
)

Art = Mapping[str, bytes]
"""The designer's pictures: the bytes of the files in `art/<slug>/`, keyed by their names in the data."""
NO_ART: Final[Art] = MappingProxyType({})


def aspect_ratio(picture: bytes) -> float:
    """Return the aspect ratio (width to height) of a picture; 1 for an SVG that doesn't state its size."""
    if is_raster(picture):
        pixels = read_raster_info(picture)
        return pixels.width / pixels.height
    size = svg_size_in_pixels(inspect_svg(picture, DESIGNER_ART_LIMITS).root)
    return 1.0 if isinstance(size, Refusal) else size[0] / size[1]


def embeddable(picture: bytes) -> tuple[str, bytes]:
    """Return a picture's media type and content for an SVG that other programs open too.

    WebP becomes PNG, because drawing programs don't show WebP inside an SVG.
    """
    if not is_raster(picture):
        return "image/svg+xml", picture
    if picture.startswith(PNG_MAGIC):
        return "image/png", picture
    return ("image/jpeg", picture) if picture.startswith(JPEG_MAGIC) else ("image/png", _as_png(picture))


@lru_cache(maxsize=64)
def _as_png(picture: bytes) -> bytes:
    buffer = io.BytesIO()
    decode_raster(picture, opaque=True).save(buffer, "PNG")
    return buffer.getvalue()
