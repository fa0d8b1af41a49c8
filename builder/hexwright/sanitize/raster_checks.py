"""Check pixel images, and convert them to pixels that all renderers draw identically."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hexwright.sanitize.picture_refusal import Refusal, RefusalKind

if TYPE_CHECKING:
    from PIL import Image

MAX_ART_PIXELS: Final = 16_000_000
"""Maximum number of pixels. A counter is a few hundred pixels wide; an image with this many takes 64 MB while
it is drawn.
"""
MAX_ASPECT_RATIO: Final = 50
"""Maximum ratio of width to height, and of height to width."""
PNG_MAGIC: Final = b"\x89PNG\r\n\x1a\n"

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP")
"""Image formats that can be drawn inside an SVG, by Pillow's names."""
_ORIENTATION: Final = 0x0112
_EXPORT: Final = "export the picture again as PNG"


@dataclass(frozen=True, slots=True)
class RasterInfo:
    """The properties of a pixel image."""

    width: int
    height: int
    frames: int = 1
    needs_rotation: bool = False
    """Whether the image's metadata ask for rotation or mirroring."""
    is_cmyk: bool = False
    """Whether the image's colours are CMYK."""

    @property
    def pixels(self) -> int:
        """Return the number of pixels."""
        return self.width * self.height


def read_raster_info(data: bytes, formats: tuple[str, ...] = _FORMATS) -> RasterInfo:
    """Read the properties in a picture's header without decoding pixels; raise ValueError if that fails."""
    from PIL import Image  # slow to import, and most games have no pictures of their own

    if data.startswith(PNG_MAGIC):
        # Pillow accepts a misplaced header and doesn't report an excessive size.
        if data[12:16] != b"IHDR" or len(data) < 24:
            raise ValueError("a PNG whose header is not its first part")
        claimed = struct.unpack_from(">II", data, 16)
        if claimed[0] * claimed[1] > MAX_ART_PIXELS:
            return RasterInfo(*claimed)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=formats) as picture:
                frames = int(getattr(picture, "n_frames", 1))
                turned = picture.getexif().get(_ORIENTATION, 1) not in (0, 1)
                return RasterInfo(picture.width, picture.height, frames, turned, picture.mode == "CMYK")
    except Exception:
        # A decoder can raise any exception for a damaged picture; there is no common class.
        raise ValueError("not a readable picture") from None


def png_refusal_reason(data: bytes) -> Refusal | None:
    """Decode a PNG within the limits; return the reason why it can't be drawn on a counter, or None."""
    try:
        picture = read_raster_info(data, ("PNG",))
    except ValueError:
        return Refusal(RefusalKind.UNREADABLE, "is not a readable PNG picture", _EXPORT)
    size = f"{picture.width} × {picture.height}"
    if picture.pixels > MAX_ART_PIXELS:
        return Refusal(
            RefusalKind.COSTLY,
            f"has {size} pixels; the limit is {MAX_ART_PIXELS:,} in total",
            "scale the picture down: a counter needs no more than 600 × 600 pixels",
        )
    if max(picture.width, picture.height) > MAX_ASPECT_RATIO * min(picture.width, picture.height):
        return Refusal(
            RefusalKind.UNDRAWABLE,
            f"is {size}: more than {MAX_ASPECT_RATIO} times as long as it is wide",
            "change the picture's proportions to those of the space that it fills on the counter or map",
        )
    if picture.frames > 1:
        return Refusal(
            RefusalKind.UNDRAWABLE,
            f"is animated: it has {picture.frames} frames, but a counter shows one",
            "export a single frame of the picture",
        )
    if picture.needs_rotation:
        return Refusal(
            RefusalKind.UNDRAWABLE,
            "is marked to be rotated before it is shown (EXIF)",
            "rotate the picture in a drawing program, and export it again",
        )
    try:
        _check_whole(data)
        decode_raster(data)
    except ValueError:
        return Refusal(RefusalKind.UNREADABLE, "is not a readable PNG picture", _EXPORT)
    return None


def decode_raster(data: bytes) -> Image.Image:
    """Return a picture's first frame as 8-bit RGBA; raise ValueError if it is damaged."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                if picture.mode.startswith("I"):
                    # For 16-bit grey, Pillow would clip values above 255.
                    return picture.point(lambda grey: grey * (1 / 257)).convert("L").convert("RGBA")
                return picture.convert("RGBA")
    except Exception as fault:
        raise ValueError("not a readable picture") from fault


def _check_whole(data: bytes) -> None:
    """Raise ValueError for a PNG with a missing or damaged part, even if its pixels are complete."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            picture.verify()
    except Exception as fault:
        raise ValueError("a damaged picture") from fault
