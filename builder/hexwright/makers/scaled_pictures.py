"""Scale pictures of a module: rasters are resampled, drawings get another size."""

from __future__ import annotations

import io
import math
import re
import warnings
from typing import Final

from lxml import etree
from PIL import Image

from hexwright.makers.picture_packing import MAX_PIXELS, parse_drawing

_FORMATS: Final = ("PNG", "JPEG", "GIF", "BMP")
_MODES: Final = frozenset({"L", "LA", "RGB", "RGBA", "CMYK"})
_QUALITY: Final = 92
_LENGTH: Final = re.compile(r"([0-9.]{1,12})(px|mm|cm|in|pt)?")


def scaled_picture(name: str, data: bytes, factor: float) -> bytes | None:
    """Return a picture whose width and height are multiplied by a factor, in the same format.

    None means that it can't be read, is too large, or is animated.
    """
    if name.lower().endswith(".svg"):
        return _scaled_svg(data, factor)
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            warnings.simplefilter("ignore")
            size = scaled_size(picture.size, factor)
            if max(math.prod(picture.size), math.prod(size)) > MAX_PIXELS or getattr(
                picture, "is_animated", False
            ):
                return None
            return _resampled(picture, size)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def scaled_size(size: tuple[int, int], factor: float) -> tuple[int, int]:
    """Return a width and height multiplied by a factor, in whole pixels."""
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def _resampled(picture: Image.Image, size: tuple[int, int]) -> bytes | None:
    form, told = picture.format or "PNG", picture.info
    kept = {key: told[key] for key in ("icc_profile", "dpi") if key in told and form != "GIF"}
    pixels: Image.Image = picture
    if "transparency" in told or picture.mode in ("P", "PA", "1"):
        pixels = picture.convert("RGBA" if "transparency" in told or picture.mode == "PA" else "RGB")
    if pixels.mode not in _MODES:
        return None
    made = pixels.resize(size, Image.Resampling.LANCZOS)
    made.info.clear()
    buffer = io.BytesIO()
    if form == "JPEG":
        made.save(buffer, form, quality=_QUALITY, **kept)
    else:
        made.save(buffer, form, **kept)
    return buffer.getvalue()


def _scaled_svg(data: bytes, factor: float) -> bytes | None:
    root = parse_drawing(data)
    if root is None:
        return None
    try:
        box = [float(one) for one in str(root.get("viewBox") or "").replace(",", " ").split()][2:]
        width, height = (_length(str(root.get(side) or "")) for side in ("width", "height"))
        sizes = {"width": width or (box[0], ""), "height": height or (box[1], "")}
    except (ValueError, IndexError):
        return None
    if not root.get("viewBox"):
        if any(unit not in ("", "px") for _, unit in sizes.values()):
            return None
        root.set("viewBox", f"0 0 {sizes['width'][0]:g} {sizes['height'][0]:g}")
    for side, (length, unit) in sizes.items():
        root.set(side, f"{round(length * factor, 3):g}{unit}")
    made: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return made


def _length(text: str) -> tuple[float, str] | None:
    """Return a length and its unit; None for other text. Raises ValueError for a length without a number."""
    found = _LENGTH.fullmatch(text.replace(" ", ""))
    return (float(found[1]), found[2] or "") if found is not None else None
