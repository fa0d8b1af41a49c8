"""Judge pictures of pixels by what they hold, and know what can draw them."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass
from typing import Final

MOST_PIXELS: Final = 16_000_000
"""A counter is a few hundred pixels wide; so many take 64 MB while they are drawn."""
MOST_SHAPE: Final = 50
"""How many times as wide as high a picture may be, and the other way round."""

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP")
"""What is drawn within an SVG, as Pillow names it."""


@dataclass(frozen=True, slots=True)
class Raster:
    """What a picture of pixels is."""

    format: str
    width: int
    height: int
    mode: str
    frames: int = 1

    @property
    def pixels(self) -> int:
        """Return the number of pixels."""
        return self.width * self.height


def look_at_raster(data: bytes, formats: tuple[str, ...] = _FORMATS) -> Raster:
    """Return what a picture's head tells; raise ValueError for what can't be read. Nothing is decoded."""
    from PIL import Image  # slow to import, and most games have no art of their own

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=formats) as picture:
                frames = int(getattr(picture, "n_frames", 1))
                return Raster(picture.format or "", picture.width, picture.height, picture.mode, frames)
    except Exception:
        # A damaged picture raises whatever its decoder stumbles over; there is no common class.
        size = _claimed_size(data)
        if size is not None and size[0] * size[1] > MOST_PIXELS:
            return Raster("PNG", *size, "")
        raise ValueError("no readable picture") from None


def _claimed_size(data: bytes) -> tuple[int, int] | None:
    """Return the size that a PNG's head claims: Pillow refuses to tell one that is far too large."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) >= 24:
        width, height = struct.unpack_from(">II", data, 16)
        return width, height
    return None
