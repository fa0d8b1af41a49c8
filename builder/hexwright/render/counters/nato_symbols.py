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


def _across(box: Box, *lines: tuple[tuple[float, float], ...]) -> Path:
    """Return lines through points given as shares of the frame."""
    path = Path(())
    for line in lines:
        path += Path.line([_at(box, x, y) for x, y in line])
    return path


def _disc(box: Box, x: float, y: float, radius: float) -> Path:
    """Return a disc; the radius is a share of the frame's height."""
    return Path.ellipse(_at(box, x, y), radius * box.height)


def _bow(box: Box, x: float, y: float, width: float, rise: float) -> tuple[Segment, ...]:
    """Return an arch from left to right; all are shares of the frame."""
    start, end = _at(box, x, y), _at(box, x + width, y)
    up = rise * box.height * 4 / 3
    return (
        Segment("M", (start,)),
        Segment("C", (Point(start.x, start.y - up), Point(end.x, end.y - up), end)),
    )


def _armoured_reconnaissance(box: Box) -> Symbol:
    return Symbol(_cavalry(box).strokes + _oval(box, 0.74, 0.6))


def _anti_tank(box: Box) -> Symbol:
    return Symbol(_across(box, ((0, 1), (0.5, 0), (1, 1))))


def _anti_aircraft(box: Box) -> Symbol:
    return Symbol(Path(_bow(box, 0.0, 1.0, 1.0, 0.75)))


def _rocket_artillery(box: Box) -> Symbol:
    chevrons = _across(
        box, ((0.38, 0.42), (0.5, 0.2), (0.62, 0.42)), ((0.38, 0.62), (0.5, 0.4), (0.62, 0.62))
    )
    return Symbol(chevrons, _disc(box, 0.5, 0.76, 0.13))


def _mechanised_artillery(box: Box) -> Symbol:
    return Symbol(_oval(box, 0.74, 0.6), _disc(box, 0.5, 0.5, 0.16))


def _mountain(box: Box) -> Symbol:
    peak = Path.line([_at(box, 0.38, 1), _at(box, 0.5, 0.66), _at(box, 0.62, 1)], closed=True)
    return Symbol(_cross(box), peak)


def _ski(box: Box) -> Symbol:
    skis = _across(box, ((0.3, 0.9), (0.7, 0.74)), ((0.3, 0.74), (0.7, 0.9)))
    tips = _across(box, ((0.7, 0.74), (0.73, 0.66)), ((0.3, 0.74), (0.27, 0.66)))
    return Symbol(_cross(box) + skis + tips)


def _marine(box: Box) -> Symbol:
    anchor = _across(box, ((0.5, 0.24), (0.5, 0.8)), ((0.42, 0.36), (0.58, 0.36)))
    low = _at(box, 0.5, 0.8)
    left, right = _at(box, 0.38, 0.62), _at(box, 0.62, 0.62)
    flukes = Path(
        (
            Segment("M", (left,)),
            Segment("C", (Point(left.x, low.y), Point(left.x, low.y), low)),
            Segment("C", (Point(right.x, low.y), Point(right.x, low.y), right)),
        )
    )
    return Symbol(_cross(box) + anchor + flukes)


def _parachute(box: Box) -> Symbol:
    canopy = Path((*_bow(box, 0.3, 0.5, 0.4, 0.3), Segment("Z")))
    lines = _across(box, ((0.3, 0.5), (0.5, 0.86), (0.7, 0.5)), ((0.5, 0.5), (0.5, 0.86)))
    return Symbol(lines, canopy)


def _security(box: Box) -> Symbol:
    return Symbol(_across(box, ((0, 1), (1, 0)), ((0, 0.5), (1, 0.5))))


def _militia(box: Box) -> Symbol:
    return Symbol(_cross(box), _disc(box, 0.5, 0.2, 0.1) + _disc(box, 0.5, 0.8, 0.1))


def _railway(box: Box) -> Symbol:
    bridge = _across(box, ((0.26, 0.48), (0.26, 0.2), (0.74, 0.2), (0.74, 0.48)), ((0.5, 0.2), (0.5, 0.48)))
    ties = tuple(((x / 100, 0.66), (x / 100, 0.86)) for x in range(20, 81, 12))
    return Symbol(bridge + _across(box, ((0.12, 0.76), (0.88, 0.76)), *ties))


def _armoured_train(box: Box) -> Symbol:
    car = Path.line(
        [_at(box, x, y) for x, y in ((0.14, 0.58), (0.2, 0.3), (0.8, 0.3), (0.86, 0.58))], closed=True
    )
    wheels = Path(())
    for x in (0.26, 0.42, 0.58, 0.74):
        wheels += _disc(box, x, 0.66, 0.085)
    return Symbol(_across(box, ((0.06, 0.82), (0.94, 0.82))), car + wheels)


def _supply(box: Box) -> Symbol:
    return Symbol(_across(box, ((0, 0.74), (1, 0.74))))


def _signals(box: Box) -> Symbol:
    return Symbol(_across(box, ((0, 0), (0.5, 0.64), (0.5, 0.36), (1, 1))))


def _medical(box: Box) -> Symbol:
    return Symbol(_across(box, ((0.5, 0), (0.5, 1)), ((0, 0.5), (1, 0.5))))


def _fortress(box: Box) -> Symbol:
    wall = ((0.16, 0.8), (0.16, 0.3), (0.32, 0.3), (0.32, 0.48), (0.42, 0.48), (0.42, 0.3), (0.58, 0.3))
    rest = ((0.58, 0.48), (0.68, 0.48), (0.68, 0.3), (0.84, 0.3), (0.84, 0.8))
    return Symbol(solids=Path.line([_at(box, x, y) for x, y in (*wall, *rest)], closed=True))


def _machine_gun(box: Box) -> Symbol:
    arrow = _across(box, ((0.5, 0.9), (0.5, 0.14)), ((0.42, 0.32), (0.5, 0.12), (0.58, 0.32)))
    return Symbol(arrow + _across(box, ((0.38, 0.9), (0.62, 0.9)), ((0.42, 0.7), (0.58, 0.7))))


def _bomber(box: Box) -> Symbol:
    return Symbol(_across(box, ((0.5, 0.08), (0.5, 0.92))), _air(box).solids)


def _naval(box: Box) -> Symbol:
    hull = Path.line(
        [_at(box, x, y) for x, y in ((0.12, 0.56), (0.88, 0.56), (0.76, 0.82), (0.24, 0.82))], closed=True
    )
    return Symbol(_across(box, ((0.5, 0.56), (0.5, 0.16)), ((0.36, 0.3), (0.64, 0.3))), hull)


def _partisan(box: Box) -> Symbol:
    return Symbol(_cross(box), Path.star(box.centre, box.height * 0.2))


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
        "anti-tank": _anti_tank,
        "anti-aircraft": _anti_aircraft,
        "rocket-artillery": _rocket_artillery,
        "mechanised-artillery": _mechanised_artillery,
        "armoured-reconnaissance": _armoured_reconnaissance,
        "mountain": _mountain,
        "ski": _ski,
        "marine": _marine,
        "parachute": _parachute,
        "security": _security,
        "militia": _militia,
        "railway": _railway,
        "armoured-train": _armoured_train,
        "supply": _supply,
        "signals": _signals,
        "medical": _medical,
        "fortress": _fortress,
        "machine-gun": _machine_gun,
        "bomber": _bomber,
        "naval": _naval,
        "partisan": _partisan,
    }
)
"""The symbols by name. `none` has no frame."""


def has_letters(name: SymbolName) -> bool:
    """Whether a symbol is told by letters in its frame."""
    return name != "none" and bool(SYMBOLS[name](Box(0, 0, 3, 2)).letters)
