"""Pictures supplied by a game's designer, which the data refer to by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.sanitize import (
    DESIGNER_ART_LIMITS,
    PNG_MAGIC,
    Refusal,
    inspect_svg,
    read_raster_info,
    svg_size_in_pixels,
)

Art = Mapping[str, bytes]
"""The designer's pictures: PNG or SVG bytes from the files in `art/<slug>/`, keyed by their names in the
data.
"""
NO_ART: Final[Art] = MappingProxyType({})


def aspect_ratio(picture: bytes) -> float:
    """Return the aspect ratio (width to height) of a PNG or SVG; 1 if the picture doesn't state its size."""
    if picture.startswith(PNG_MAGIC):
        pixels = read_raster_info(picture)
        return pixels.width / pixels.height
    size = svg_size_in_pixels(inspect_svg(picture, DESIGNER_ART_LIMITS).root)
    return 1.0 if isinstance(size, Refusal) else size[0] / size[1]
