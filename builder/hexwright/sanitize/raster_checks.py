"""Check pixel images, and convert them to pixels that all renderers draw identically."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hexwright.sanitize.picture_refusal import Refusal, RefusalKind

if TYPE_CHECKING:
    from PIL import Image


@dataclass(frozen=True, slots=True)
class RasterLimits:
    """How large a pixel image may be for its use."""

    pixels: int
    use: str
    """What the image is used for, and how many pixels that needs: the rest of "scale the picture down: …"."""


MAX_ART_PIXELS: Final = 16_000_000
"""Maximum number of pixels of a picture on a counter, in a terrain or in an SVG. One with this many takes
64 MB while it is drawn.
"""
COUNTER_RASTER: Final = RasterLimits(MAX_ART_PIXELS, "a counter needs no more than 600 × 600 pixels")
MAP_RASTER: Final = RasterLimits(
    100_000_000, "a map printed at 300 dots per inch needs 12 pixels for each millimetre"
)
"""The limits of a picture of the whole map, which takes 400 MB while it is read."""
MAX_ASPECT_RATIO: Final = 50
"""Maximum ratio of width to height, and of height to width."""
PNG_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
JPEG_MAGIC: Final = b"\xff\xd8\xff"

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP")
"""Image formats that can be drawn inside an SVG, by Pillow's names."""
ART_FORMATS: Final = MappingProxyType({".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"})
"""The formats of a designer's pixel images by the endings of their names."""
_SPELLED: Final = MappingProxyType({"PNG": "PNG", "JPEG": "JPEG", "WEBP": "WebP", "GIF": "GIF"})
_ORIENTATION: Final = 0x0112
_EXPORT: Final = "export the picture again as PNG, JPEG or WebP"


class TooManyPixelsError(ValueError):
    """A picture has more pixels than any use allows."""


@dataclass(frozen=True, slots=True)
class RasterInfo:
    """The properties of a pixel image."""

    width: int
    height: int
    form: str = "PNG"
    """The image format, by Pillow's name."""
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
    """Read the properties in a picture's header without decoding pixels.

    Raises ValueError if that fails, and TooManyPixelsError for a picture that Pillow doesn't open at all.
    """
    from PIL import Image  # slow to import, and most games have no pictures of their own

    if data.startswith(PNG_MAGIC):
        # Pillow accepts a misplaced header and doesn't report an excessive size.
        if data[12:16] != b"IHDR" or len(data) < 24:
            raise ValueError("a PNG whose header is not its first part")
        claimed = struct.unpack_from(">II", data, 16)
        if claimed[0] * claimed[1] > MAP_RASTER.pixels:
            return RasterInfo(*claimed)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=formats) as picture:
                frames = int(getattr(picture, "n_frames", 1))
                turned = picture.getexif().get(_ORIENTATION, 1) not in (0, 1)
                form = "JPEG" if picture.format == "MPO" else str(picture.format)
                return RasterInfo(picture.width, picture.height, form, frames, turned, picture.mode == "CMYK")
    except Image.DecompressionBombError:
        raise TooManyPixelsError("too many pixels") from None
    except Exception:
        # A decoder can raise any exception for a damaged picture; there is no common class.
        raise ValueError("not a readable picture") from None


def raster_refusal(data: bytes, form: str = "PNG", limits: RasterLimits = COUNTER_RASTER) -> Refusal | None:
    """Decode a pixel image within the limits; return the reason why it can't be drawn, or None.

    `form` is the format that the file's name promises, by Pillow's name.
    """
    unreadable = Refusal(RefusalKind.UNREADABLE, f"is not a readable {_SPELLED[form]} picture", _EXPORT)
    try:
        picture = read_raster_info(data)
    except TooManyPixelsError:
        return Refusal(
            RefusalKind.COSTLY,
            f"has too many pixels; the limit is {limits.pixels:,} in total",
            f"scale the picture down: {limits.use}",
        )
    except ValueError:
        return unreadable
    if picture.form != form:
        endings = [ending for ending, named in ART_FORMATS.items() if named == picture.form]
        remedy = f"rename the file so that it ends in {endings[0]}" if endings else _EXPORT
        return Refusal(
            RefusalKind.UNREADABLE, f"is a {_SPELLED[picture.form]} picture, not {_SPELLED[form]}", remedy
        )
    size = f"{picture.width} × {picture.height}"
    if picture.pixels > limits.pixels:
        return Refusal(
            RefusalKind.COSTLY,
            f"has {size} pixels; the limit is {limits.pixels:,} in total",
            f"scale the picture down: {limits.use}",
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
            f"is animated: it has {picture.frames} frames, but a counter or map shows one",
            "export a single frame of the picture",
        )
    if picture.needs_rotation:
        return Refusal(
            RefusalKind.UNDRAWABLE,
            "is marked to be rotated before it is shown (EXIF)",
            "rotate the picture in a drawing program, and export it again",
        )
    if picture.is_cmyk:
        return Refusal(
            RefusalKind.UNDRAWABLE,
            "is in CMYK, whose colours differ between screen and paper",
            "export the picture again in RGB",
        )
    try:
        _check_whole(data)
    except ValueError:
        return unreadable
    return None


def decode_raster(data: bytes, *, opaque: bool = False) -> Image.Image:
    """Return a picture's first frame as 8-bit RGBA; raise ValueError if it is damaged.

    With `opaque`, a picture without transparency is returned as RGB, which needs less memory.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                whole: Image.Image = picture
                if picture.mode.startswith("I"):
                    # For 16-bit grey, Pillow would clip values above 255.
                    whole = picture.point(lambda grey: grey * (1 / 257)).convert("L")
                mode = "RGB" if opaque and not picture.has_transparency_data else "RGBA"
                whole.load()
                # `convert` copies a picture that needs no conversion.
                return whole if whole.mode == mode else whole.convert(mode)
    except Exception as fault:
        raise ValueError("not a readable picture") from fault


def is_raster(data: bytes) -> bool:
    """Whether a designer's picture that passed the checks is made of pixels, rather than an SVG."""
    return data.startswith((PNG_MAGIC, JPEG_MAGIC)) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def is_lossy(data: bytes) -> bool:
    """Whether a picture that passed the checks was compressed with loss, as photographs and scans are."""
    return data.startswith(JPEG_MAGIC) or (is_raster(data) and data[12:16] in (b"VP8 ", b"VP8X"))


def _check_whole(data: bytes) -> None:
    """Raise ValueError for a picture with a missing or damaged part, even if its pixels are complete."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for check in ("verify", "load"):
                with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
                    getattr(picture, check)()
                    if check == "load" and picture.mode == "P" and picture.palette is None:
                        raise ValueError("numbers of colours without a palette before them")
    except Exception as fault:
        raise ValueError("a damaged picture") from fault
