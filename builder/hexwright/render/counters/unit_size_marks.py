"""Draw size marks: the marks above a unit's symbol that distinguish, for example, a corps from an army."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import SizeName
from hexwright.render.canvas import Box, Path

MARKS: Mapping[SizeName, str] = MappingProxyType(
    {
        "section": "•",
        "platoon": "•••",
        "company": "I",
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
        "corps": "XXX",
        "army": "XXXX",
        "front": "XXXXX",
        "theatre": "XXXXXX",
        "battle-group": "∩",
        "none": "",
    }
)
"""The size marks of NATO's APP-6, as letters."""

_DOT: Final = 0.3
"""The radius of a dot as a share of the mark's height."""


def size_mark(size: SizeName, centre: Point, height: float) -> Path | None:
    """Return a size mark as strokes around a centre, `height` mm tall; None if the size has no mark."""
    letters = MARKS[size]
    if not letters:
        return None
    if letters == "∩":
        # A battle group is a bracket that is open below.
        half, top, low = height * 1.1, centre.y - height / 2, centre.y + height / 2
        corners = [(-half, low), (-half, top), (half, top), (half, low)]
        return Path.line([Point(centre.x + x, y) for x, y in corners])
    width = height if letters[0] == "X" else 0.0
    pitch = height * {"X": 1.42, "I": 0.62, "•": 1.0}[letters[0]]
    left = centre.x - (pitch * (len(letters) - 1) + width) / 2
    path = Path(())
    for number in range(len(letters)):
        box = Box(left + number * pitch, centre.y - height / 2, width, height)
        if letters[0] == "•":
            path += Path.ellipse(box.centre, height * _DOT / 2)
            continue
        path += Path.line([Point(box.x, box.y), Point(box.right, box.bottom)])
        if width:
            path += Path.line([Point(box.x, box.bottom), Point(box.right, box.y)])
    return path
