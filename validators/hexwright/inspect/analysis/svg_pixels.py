"""Find the drawings that only show embedded pictures: drawn larger than those, they get no sharper."""

from __future__ import annotations

import base64
import binascii
import math
import re
from typing import Final
from xml.parsers import expat

from hexwright.inspect.analysis.image_headers import HEAD, read_image_header

_SVG: Final = "http://www.w3.org/2000/svg"
_HREF: Final = ("http://www.w3.org/1999/xlink|href", "href")
_AROUND: Final = ("svg", "g", "defs", "clipPath", "rect", "metadata", "title", "desc")
"""The elements that such a drawing may have beside its pictures: groups, straight edges and notes."""
_MOVED: Final = re.compile(r"translate\([-+0-9.eE,\s]{1,60}\)")
_LENGTH: Final = re.compile(r"([0-9.]{1,12})(?:px)?")
_DATA: Final = re.compile(r"data:image/[a-z]{1,10};base64,")


def pixels_per_unit(svg: bytes) -> float:
    """Return how many pixels per unit the pictures of a drawing have at most; infinity if it also shows other
    things, which are sharper the larger they are drawn.
    """
    if b"<!ENTITY" in svg:
        return math.inf
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator="|")
    parser.StartElementHandler = reader.start
    try:
        parser.Parse(svg, True)
    except (expat.ExpatError, ValueError):
        return math.inf
    return max(reader.found, default=math.inf) if reader.plain else math.inf


class _Reader:
    def __init__(self) -> None:
        self.plain = True
        self.found: list[float] = []
        self._inside = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition("|")
        if space != _SVG:
            return
        moved = attributes.get("transform", "")
        if moved and not _MOVED.fullmatch(moved.strip()):
            self.plain = False
        elif name == "image":
            self._picture(attributes)
        elif name not in _AROUND or (name == "svg" and (self._inside or not _is_unscaled(attributes))):
            self.plain = False
        self._inside = True

    def _picture(self, attributes: dict[str, str]) -> None:
        data = next((attributes[name] for name in _HREF if name in attributes), "")
        told = _DATA.match(data)
        wide, high = (_length(attributes.get(edge, "")) for edge in ("width", "height"))
        try:
            if told is None or wide <= 0 or high <= 0:
                raise ValueError
            start = "".join(data[told.end() : told.end() + 2 * HEAD].split())
            pixels = read_image_header(base64.b64decode(start[: len(start) // 4 * 4]))
        except (ValueError, binascii.Error):
            self.plain = False
            return
        self.found.append(max(pixels.width / wide, pixels.height / high))


def _is_unscaled(root: dict[str, str]) -> bool:
    """Whether a unit of the drawing is one of its own size."""
    wide, high = _length(root.get("width", "")), _length(root.get("height", ""))
    shown = root.get("viewBox", "").replace(",", " ").split()
    return wide > 0 and high > 0 and (not shown or [_length(one) for one in shown[2:]] == [wide, high])


def _length(text: str) -> float:
    """Return a length in units; 0 if it isn't a plain number."""
    found = _LENGTH.fullmatch(text.strip())
    try:
        return float(found[1]) if found else 0.0
    except ValueError:
        return 0.0
