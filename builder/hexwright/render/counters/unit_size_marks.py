"""Draw size marks: the marks above a unit's symbol that distinguish, for example, a corps from an army."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import SizeName
from hexwright.render.canvas import Box, Path

MARKS: Mapping[SizeName, str] = MappingProxyType(
    {
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
        "corps": "XXX",
        "army": "XXXX",
        "front": "XXXXX",
        "none": "",
    }
)
"""The size marks of NATO's APP-6, as letters."""


def size_mark(size: SizeName, centre: Point, height: float) -> Path | None:
    """Return a size mark as strokes around a centre, `height` mm tall; None if the size has no mark."""
    letters = MARKS[size]
    if not letters:
        return None
    width = height if letters[0] == "X" else 0.0
    pitch = height * (1.42 if letters[0] == "X" else 0.62)
    left = centre.x - (pitch * (len(letters) - 1) + width) / 2
    path = Path(())
    for number in range(len(letters)):
        box = Box(left + number * pitch, centre.y - height / 2, width, height)
        path += Path.line([Point(box.x, box.y), Point(box.right, box.bottom)])
        if width:
            path += Path.line([Point(box.x, box.bottom), Point(box.right, box.y)])
    return path
