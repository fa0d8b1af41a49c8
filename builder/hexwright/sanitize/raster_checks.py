"""Judge pictures of pixels, and turn them into pixels that everything draws alike."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hexwright.sanitize.picture_refusal import Kind, Refusal

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS: Final = 16_000_000
"""A counter is a few hundred pixels wide; so many take 64 MB while they are drawn."""
MOST_SHAPE: Final = 50
"""How many times as wide as high a picture may be, and the other way round."""
PNG_MAGIC: Final = b"\x89PNG\r\n\x1a\n"

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP")
"""What is drawn within an SVG, as Pillow names it."""
_ORIENTATION: Final = 0x0112
_EXPORT: Final = "export it again, as PNG"


@dataclass(frozen=True, slots=True)
class Raster:
    """What a picture of pixels is."""

    width: int
    height: int
    frames: int = 1
    turned: bool = False
    """Whether it asks to be turned or mirrored before it is shown."""
    for_print: bool = False
    """Whether its colours are those of four inks."""

    @property
    def pixels(self) -> int:
        """Return the number of pixels."""
        return self.width * self.height


def look_at_raster(data: bytes, formats: tuple[str, ...] = _FORMATS) -> Raster:
    """Return what a picture's head tells; raise ValueError for what can't be read. No pixel is decoded."""
    from PIL import Image  # slow to import, and most games have no art of their own

    if data.startswith(PNG_MAGIC):
        # Pillow bears with a head that stands elsewhere, and won't tell a size that is far too large.
        if data[12:16] != b"IHDR" or len(data) < 24:
            raise ValueError("a PNG whose head is not its first part")
        claimed = struct.unpack_from(">II", data, 16)
        if claimed[0] * claimed[1] > MOST_PIXELS:
            return Raster(*claimed)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=formats) as picture:
                frames = int(getattr(picture, "n_frames", 1))
                turned = picture.getexif().get(_ORIENTATION, 1) not in (0, 1)
                return Raster(picture.width, picture.height, frames, turned, picture.mode == "CMYK")
    except Exception:
        # A damaged picture raises whatever its decoder stumbles over; there is no common class.
        raise ValueError("no readable picture") from None


def judge_png(data: bytes) -> Refusal | None:
    """Return why a PNG can't be drawn on a counter, or None; it is decoded whole, within the limits."""
    try:
        picture = look_at_raster(data, ("PNG",))
    except ValueError:
        return Refusal(Kind.UNREADABLE, "is not a readable PNG picture", _EXPORT)
    size = f"{picture.width} × {picture.height}"
    if picture.pixels > MOST_PIXELS:
        return Refusal(
            Kind.COSTLY,
            f"has {size} pixels, the limit is {MOST_PIXELS:,} in all",
            "scale it down: a counter needs no more than 600 × 600",
        )
    if max(picture.width, picture.height) > MOST_SHAPE * min(picture.width, picture.height):
        return Refusal(
            Kind.UNDRAWABLE,
            f"is {size}: more than {MOST_SHAPE} times as long as it is broad",
            "draw it in the shape of the place where it stands",
        )
    if picture.frames > 1:
        return Refusal(
            Kind.UNDRAWABLE, f"moves: it has {picture.frames} frames, a counter shows one", "export one frame"
        )
    if picture.turned:
        return Refusal(
            Kind.UNDRAWABLE,
            "asks to be turned before it is shown (EXIF)",
            "turn it in a drawing program, and export it again",
        )
    try:
        _check_whole(data)
        pixels_of(data)
    except ValueError:
        return Refusal(Kind.UNREADABLE, "is not a readable PNG picture", _EXPORT)
    return None


def pixels_of(data: bytes) -> Image.Image:
    """Return a picture's first frame as RGBA of eight bits; raise ValueError for a damaged one."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                if picture.mode.startswith("I"):
                    # Sixteen bits of grey: Pillow would cut off what is brighter than 255.
                    return picture.point(lambda grey: grey * (1 / 257)).convert("L").convert("RGBA")
                return picture.convert("RGBA")
    except Exception as fault:
        raise ValueError("no readable picture") from fault


def _check_whole(data: bytes) -> None:
    """Raise ValueError for a PNG of which a part is missing or damaged, though its pixels may be there."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            picture.verify()
    except Exception as fault:
        raise ValueError("a damaged picture") from fault
