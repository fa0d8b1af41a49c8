"""Pictures of a designer's own, by the names that the data give them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.sanitize import IN_ART, PNG_MAGIC, Refusal, look_at_raster, size_of, survey

Art = Mapping[str, bytes]
"""PNG or SVG by the name in the data, as the files lie in `art/<slug>/`."""
NO_ART: Final[Art] = MappingProxyType({})


def shape_of(picture: bytes) -> float:
    """Return how many times as wide as high a PNG or SVG is; 1 for one that doesn't say."""
    if picture.startswith(PNG_MAGIC):
        pixels = look_at_raster(picture)
        return pixels.width / pixels.height
    size = size_of(survey(picture, IN_ART).root)
    return 1.0 if isinstance(size, Refusal) else size[0] / size[1]
