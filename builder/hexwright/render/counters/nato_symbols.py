"""Draw the branch symbols of NATO's APP-6 in frames with an aspect ratio of 3:2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import SymbolName
from hexwright.render.canvas import Box, Path, Segment

_EMPTY = Path(())


@dataclass(frozen=True, slots=True)
class Symbol:
    """The content of a symbol's frame: strokes and solid shapes."""

    strokes: Path = _EMPTY
    solids: Path = _EMPTY
    letters: str = ""


def _at(box: Box, x: float, y: float) -> Point:
    """Return a point of the frame from its x and y as shares of width and height."""
    return Point(box.x + box.width * x, box.y + box.height * y)


def _cross(box: Box) -> Path:
    return Path.line([_at(box, 0, 0), _at(box, 1, 1)]) + Path.line([_at(box, 0, 1), _at(box, 1, 0)])


def _oval(box: Box, width: float = 0.66, height: float = 0.54) -> Path:
    """Return the outline of a tank track: straight above and below, round at the ends."""
    inner = Box(
        box.centre.x - box.width * width / 2,
        box.centre.y - box.height * height / 2,
        box.width * width,
        box.height * height,
    )
    return Path.rectangle(inner, inner.height / 2)


def _infantry(box: Box) -> Symbol:
    return Symbol(_cross(box))


def _armour(box: Box) -> Symbol:
    return Symbol(solids=_oval(box))


def _mechanised(box: Box) -> Symbol:
    return Symbol(_cross(box) + _oval(box, 0.74, 0.6))


def _motorised(box: Box) -> Symbol:
    return Symbol(_cross(box) + Path.line([_at(box, 0.5, 0), _at(box, 0.5, 1)]))


def _cavalry(box: Box) -> Symbol:
    return Symbol(Path.line([_at(box, 0, 1), _at(box, 1, 0)]))


def _artillery(box: Box) -> Symbol:
    return Symbol(solids=Path.ellipse(box.centre, box.height * 0.21))


def _airborne(box: Box) -> Symbol:
    left, middle, right = _at(box, 0.26, 0.92), _at(box, 0.5, 0.92), _at(box, 0.74, 0.92)
    rise = box.height * 0.3

    def arc(start: Point, end: Point) -> tuple[Segment, ...]:
        return (
            Segment("M", (start,)),
            Segment("C", (Point(start.x, start.y - rise), Point(end.x, end.y - rise), end)),
        )

    return Symbol(_cross(box) + Path(arc(left, middle) + arc(middle, right)))


def _engineer(box: Box) -> Symbol:
    path = Path.line([_at(box, 0.26, 0.72), _at(box, 0.26, 0.3), _at(box, 0.74, 0.3), _at(box, 0.74, 0.72)])
    return Symbol(path + Path.line([_at(box, 0.5, 0.3), _at(box, 0.5, 0.72)]))


def _headquarters(box: Box) -> Symbol:
    return Symbol(letters="HQ")


def _replacement(box: Box) -> Symbol:
    return Symbol(letters="RPL")


def _air(box: Box) -> Symbol:
    """Return two lobes that meet in the middle, like a propeller seen from the front."""
    c = box.centre
    reach, lift = box.width * 0.36, box.height * 0.34

    def lobe(way: int) -> tuple[Segment, ...]:
        tip = Point(c.x + way * reach, c.y)
        return (
            Segment("M", (c,)),
            Segment("C", (Point(c.x + way * reach * 0.45, c.y - lift), Point(tip.x, c.y - lift), tip)),
            Segment("C", (Point(tip.x, c.y + lift), Point(c.x + way * reach * 0.45, c.y + lift), c)),
            Segment("Z"),
        )

    return Symbol(solids=Path(lobe(1) + lobe(-1)))


SYMBOLS: Mapping[SymbolName, Callable[[Box], Symbol]] = MappingProxyType(
    {
        "infantry": _infantry,
        "armour": _armour,
        "mechanised": _mechanised,
        "motorised": _motorised,
        "cavalry": _cavalry,
        "artillery": _artillery,
        "airborne": _airborne,
        "engineer": _engineer,
        "headquarters": _headquarters,
        "replacement": _replacement,
        "air": _air,
    }
)
"""The symbols by name. `none` has no frame."""
