"""Read the drawings of silhouettes and icons: layers of paths in the notation of SVG.

A layer is a colour, a path, and the width of its stroke if it is a line. The colours are roles, so that each
layout gives a drawing its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment
from hexwright.support.linear_regex import LinearRegex

Role = Literal["ink", "lit", "second", "body", "shade"]
"""Dark lines and shapes, light ones, those of the second colour, the main area, and a faint shadow."""

_TOKEN: Final = LinearRegex(r"[MLHVCQZO]|-?(?:\d+\.?\d*|\.\d+)")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "O": 3}


def tokens_of(data: str) -> list[str]:
    """Return the commands and numbers of a drawing's path, in order."""
    return [found[0] for found in _TOKEN.finditer(data)]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a drawing: a filled shape, a line, or a shape with an outline."""

    fill: Role | None
    data: str
    line: Role | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of ours, in a box with its own units."""

    id: str
    width: float
    height: float
    layers: tuple[Layer, ...]
    about: str
    """What it shows, for the documentation."""


@lru_cache(maxsize=512)
def parse_path(data: str) -> Path:
    """Return a path from SVG's absolute commands M, L, H, V, C, Q and Z, and from "O x y r", a circle."""
    segments: list[Segment] = []
    tokens = tokens_of(data)
    at, command = 0, "M"
    here = Point(0.0, 0.0)
    while at < len(tokens):
        if tokens[at] in _COUNTS or tokens[at] == "Z":
            command = tokens[at]
            at += 1
        if command == "Z":
            segments.append(Segment("Z"))
            continue
        count = _COUNTS[command]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        found, here = _SEGMENTS[command](here, numbers)
        segments.extend(found)
        command = "L" if command == "M" else command
    return Path(tuple(segments))


def _pairs(numbers: list[float]) -> list[Point]:
    return [Point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


Step = tuple[tuple[Segment, ...], Point]


def _move(_here: Point, numbers: list[float]) -> Step:
    end = Point(*numbers)
    return (Segment("M", (end,)),), end


def _line(_here: Point, numbers: list[float]) -> Step:
    end = Point(*numbers)
    return (Segment("L", (end,)),), end


def _across(here: Point, numbers: list[float]) -> Step:
    return _line(here, [numbers[0], here.y])


def _down(here: Point, numbers: list[float]) -> Step:
    return _line(here, [here.x, numbers[0]])


def _cubic(_here: Point, numbers: list[float]) -> Step:
    points = tuple(_pairs(numbers))
    return (Segment("C", points),), points[-1]


def _quadratic(here: Point, numbers: list[float]) -> Step:
    control, end = _pairs(numbers)
    one, two = here.towards(control, 2 / 3), end.towards(control, 2 / 3)
    return (Segment("C", (one, two, end)),), end


def _circle(_here: Point, numbers: list[float]) -> Step:
    x, y, radius = numbers
    return Path.ellipse(Point(x, y), radius).segments, Point(x + radius, y)


_SEGMENTS: Final[dict[str, Callable[[Point, list[float]], Step]]] = {
    "M": _move,
    "L": _line,
    "H": _across,
    "V": _down,
    "C": _cubic,
    "Q": _quadratic,
    "O": _circle,
}
