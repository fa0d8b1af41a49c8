"""Determine the size of an SVG."""

from __future__ import annotations

import math
import re
from typing import Final

from hexwright.sanitize.picture_refusal import Refusal, RefusalKind
from hexwright.sanitize.raster_checks import MAX_ASPECT_RATIO
from hexwright.support.message_wording import quote

_NUMBER: Final = r"[+-]?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,3})?"
_LENGTH: Final = re.compile(rf"({_NUMBER})(px|pt|pc|mm|cm|in|em|ex|%)?")
_NUMERIC: Final = re.compile(_NUMBER)
_PIXELS: Final = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "em": 16.0, "ex": 8.0
}  # fmt: skip
_MOST: Final = 1_000_000.0
_REMEDY: Final = "write 'width' and 'height', or 'viewBox', with numbers from 1 to 10,000"


def svg_size_refusal(root: dict[str, str]) -> Refusal | None:
    """Return the error in the size that the root's attributes give, or None."""
    size = svg_size_in_pixels(root)
    return size if isinstance(size, Refusal) else _shape(*size)


def svg_size_in_pixels(root: dict[str, str]) -> tuple[float, float] | Refusal:
    """Return width and height in pixels, as given by the root's attributes, or the error in them."""
    box = root.get("viewBox")
    sizes: list[float | None] = [None, None]
    if box is not None:
        parts = box.replace(",", " ").split() if len(box) <= 200 else []
        if len(parts) != 4 or not all(_NUMERIC.fullmatch(part) for part in parts):
            return _wrong(f"has {_short(box)} as viewBox, which isn't four numbers")
        numbers = [float(part) for part in parts]
        if any(abs(number) > _MOST for number in numbers) or not (numbers[2] > 0 and numbers[3] > 0):
            return _wrong(f"shows an area without size: viewBox is {_short(box)}")
        if shape := _shape(numbers[2], numbers[3]):
            return shape
        sizes = [numbers[2], numbers[3]]
    for index, name in enumerate(("width", "height")):
        text = root.get(name, "100%").strip()
        length = _LENGTH.fullmatch(text) if len(text) <= 60 else None
        if length is None:
            return _wrong(f"has {_short(text)} as {name}, which isn't a length")
        if length[2] == "%":
            continue
        value = float(length[1]) * _PIXELS[length[2] or "px"]
        if not 0 < value <= _MOST or not math.isfinite(value):
            return _wrong(f"has a {name} of {_short(text)}")
        sizes[index] = value
    width, height = sizes
    if width is None or height is None:
        return _wrong("doesn't give its size")
    return width, height


def _shape(width: float, height: float) -> Refusal | None:
    if max(width / height, height / width) <= MAX_ASPECT_RATIO:
        return None
    return Refusal(
        RefusalKind.UNDRAWABLE,
        f"is {width:,.10g} × {height:,.10g}: more than {MAX_ASPECT_RATIO} times as long as it is wide",
        "change the picture's proportions to those of the space that it fills on the counter or map",
    )


def _wrong(reason: str) -> Refusal:
    return Refusal(RefusalKind.UNDRAWABLE, reason, _REMEDY)


def _short(text: str) -> str:
    return quote(text if len(text) <= 40 else f"{text[:37]}…")
