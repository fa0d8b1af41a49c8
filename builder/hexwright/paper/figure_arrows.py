"""Lead the arrows of a figure from hex to hex, where they hide neither numbers, names nor counters' text.

An arrow begins at the counter that moves or attacks, enters each hex of its way, and ends within the last.
Of a few points in each hex those are chosen with which the arrow hides least, and is short.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId, UnitId
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style

_HEAD, _SHAFT, _BARB = 0.17, 0.085, 0.22
"""The length of an arrow's head and the widths of its shaft and its head, in widths of a hex."""
_LEAST_HEAD, _LEAST_WIDTH, _LEAST_BARB = 2.0, 0.9, 2.5
"""The same in mm at least."""
LEAST_SHAFT: Final = 1.8
"""The least length in mm of the shaft of an arrow, without its head."""
_RINGS: Final = ((0.2, 6), (0.37, 12))
"""The distances of points from the middle of their hex, in widths of it, and how many lie on each ring."""
_EDGE: Final = 0.3
"""The width in mm of an arrow's white edge."""
_STEP: Final = 0.07
"""The distance of the points of an arrow at which it is judged, in widths of a hex."""
_NUMBER, _NAME, _TEXT, _COUNTER, _OWN, _ARROW = 9.0, 9.0, 7.0, 1.2, 0.5, 6.0
"""What it costs that an arrow as long as a hex lies on a number, a name, the text of a counter, its edge,
the counter at which it begins, or another arrow.
"""
_MARGIN: Final = 0.22
"""The width of a counter's edge without text, in edges of the counter."""
_SHORT: Final = 40.0
_OFF_MIDDLE: Final = 0.4
"""What it costs that a move into a free hex ends beside its middle, by the distance in widths of a hex."""
_WITHIN: Final = 0.12
"""How much nearer to the middle of its hex than to that of the next an arrow begins, in widths of a hex."""
_BESIDE: Final = 0.13
"""The distance of two arrows, in widths of a hex, below which they touch."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The arrow of a move or of an attack, before it is led."""

    colour: Colour
    way: tuple[HexId, ...]
    """The hexes of its way, with the first and the last; those of an attack are two."""
    units: frozenset[UnitId] = frozenset()
    """The units that move or attack; the arrow begins at one of them."""
    attack: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What arrows must leave free, in mm of the page."""

    centres: Mapping[HexId, Point]
    wide: float
    """The width of a hex."""
    frame: Box
    counters: Sequence[tuple[HexId, UnitId, Box]]
    numbers: Sequence[Box] = ()
    names: Sequence[Box] = ()


def led_arrows(arrows: Sequence[Arrow], ground: Ground) -> list[list[Point]]:
    """Return the points of each arrow, from its start to its tip; short ones are led first."""
    led: dict[int, list[Point]] = {}
    for number in sorted(range(len(arrows)), key=lambda one: len(arrows[one].way)):
        led[number] = _led(
            arrows[number], ground, [point for way in led.values() for point in dots(way, ground.wide)]
        )
    return [led[number] for number in range(len(arrows))]


def dots(way: Sequence[Point], wide: float) -> Iterator[Point]:
    """Yield points along an arrow, near one another."""
    for a, b in pairwise(way):
        number = max(1, math.ceil(a.distance(b) / (_STEP * wide)))
        for n in range(number):
            yield a.towards(b, (n + 0.5) / number)


def arrow_boxes(way: Sequence[Point], wide: float) -> list[Box]:
    """Return boxes that an arrow covers."""
    half = _shaft_width(wide) / 2 + _EDGE
    found = [Box(at.x - half, at.y - half, 2 * half, 2 * half) for at in dots(way, wide)]
    half = max(_BARB * wide, _LEAST_BARB) / 2
    return [*found, Box(way[-1].x - half, way[-1].y - half, 2 * half, 2 * half)]


def head_length(wide: float) -> float:
    """Return the length of an arrow's head on hexes that are `wide` mm wide."""
    return max(_HEAD * wide, _LEAST_HEAD)


def _shaft_width(wide: float) -> float:
    return max(_SHAFT * wide, _LEAST_WIDTH)


def draw_led_arrow(canvas: Canvas, way: Sequence[Point], colour: Colour, wide: float) -> None:
    """Draw an arrow along its points, with a white edge."""
    way = _rounded(way)
    tip, before = way[-1], way[-2]
    along = (tip - before).scaled(1 / before.distance(tip))
    across = Point(-along.y, along.x).scaled(max(_BARB * wide, _LEAST_BARB) / 2)
    head, thick = head_length(wide), _shaft_width(wide)
    neck = tip - along.scaled(head)
    shaft = Path.line([*way[:-1], tip - along.scaled(0.7 * head)])
    outline = Path.line([neck + across, tip, neck - across], closed=True)
    white = Style(stroke=Colour("#ffffff"), width=thick + 2 * _EDGE, join="round", cap="round")
    canvas.path(shaft, white)
    canvas.path(outline, replace(white, width=2 * _EDGE))
    canvas.path(shaft, replace(white, stroke=colour, width=thick))
    canvas.path(outline, Style(fill=colour))


def _rounded(way: Sequence[Point]) -> list[Point]:
    """Return a way with its corners cut; its last piece stays long enough for the head."""
    if len(way) < 3:
        return list(way)
    found = [way[0]]
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        before, after = b.towards(a, 0.25), b.towards(c, 0.25)
        found += [before, b.towards(before.towards(after, 0.5), 0.6), after]
    return [*found, way[-1]]


def _led(arrow: Arrow, ground: Ground, taken: Sequence[Point]) -> list[Point]:
    """Return the points of an arrow with which it hides least: the best path through points of its hexes."""
    layers = [_starts(arrow, ground)]
    crowded = {hex_id for hex_id, _, _ in ground.counters}
    for number, hex_id in enumerate(arrow.way[1:], start=2):
        # Through a free hex the arrow goes near the middle.
        inner = hex_id not in crowded and number < len(arrow.way)
        layers.append(_points(ground, hex_id, _RINGS[:1] if inner else _RINGS))
    own = [box for at, unit, box in ground.counters if at == arrow.way[0] and unit in arrow.units]
    best = [(_begun(at, ground, taken), tuple[Point, ...]((at,))) for at in layers[0]]
    for number, layer in enumerate(layers[1:], start=1):
        pair = arrow.way[number - 1 : number + 1]
        near = _Near(ground, pair, own, taken)
        last = number == len(layers) - 1
        following: list[tuple[float, tuple[Point, ...]]] = []
        for at in layer:
            beyond = _ended(arrow, ground, at) if last else 0.0
            found: tuple[float, tuple[Point, ...]] = (math.inf, ())
            for cost, way in best:
                # A piece costs its length at least.
                if cost + beyond + way[-1].distance(at) / ground.wide < found[0]:
                    whole = cost + beyond + near.cost(way[-1], at, last=last)
                    found = min(found, (whole, (*way, at)), key=itemgetter(0))
            following.append(found)
        best = sorted(following, key=itemgetter(0))
    return list(best[0][1])


def _points(ground: Ground, hex_id: HexId, rings: Sequence[tuple[float, int]] = _RINGS) -> list[Point]:
    """Return the points of a hex that an arrow may pass: its middle and those on rings, within the frame."""
    middle, room = ground.centres[hex_id], ground.frame.inset(0.08 * ground.wide)
    found = [middle]
    for radius, number in rings:
        for n in range(number):
            angle = 2 * math.pi * n / number
            found.append(
                Point(
                    middle.x + radius * ground.wide * math.cos(angle),
                    middle.y + radius * ground.wide * math.sin(angle),
                )
            )
    return [at for at in found if room.holds_point(at)] or [middle]


def _starts(arrow: Arrow, ground: Ground) -> list[Point]:
    """Return the points at which an arrow may begin: on the edges of the counters that move or attack."""
    own = [box for at, unit, box in ground.counters if at == arrow.way[0] and unit in arrow.units]
    if not own:
        return _points(ground, arrow.way[0])
    found = []
    for box in own:
        inner = box.inset(0.2)
        for n in range(5):
            x, y = inner.x + inner.width * n / 4, inner.y + inner.height * n / 4
            found += [Point(x, inner.y), Point(x, inner.bottom), Point(inner.x, y), Point(inner.right, y)]
    here, there = (ground.centres[hex_id] for hex_id in arrow.way[:2])
    within = [at for at in found if at.distance(here) < at.distance(there) - _WITHIN * ground.wide]
    return within or found


def _begun(at: Point, ground: Ground, taken: Sequence[Point]) -> float:
    """Return what it costs that an arrow begins beside another."""
    return _ARROW / 4 * any(at.distance(one) < 2 * _BESIDE * ground.wide for one in taken)


def _ended(arrow: Arrow, ground: Ground, at: Point) -> float:
    """Return what it costs that an arrow ends at a point of its last hex."""
    if arrow.attack or any(one == arrow.way[-1] for one, _, _ in ground.counters):
        return 0.0
    return _OFF_MIDDLE * at.distance(ground.centres[arrow.way[-1]]) / ground.wide


class _Near:
    """What lies around a pair of hexes, for the cost of a piece of an arrow between them."""

    def __init__(
        self, ground: Ground, pair: Collection[HexId], own: Sequence[Box], taken: Sequence[Point]
    ) -> None:
        self._wide = wide = ground.wide
        self._a, self._b = (ground.centres[hex_id] for hex_id in pair)
        middle, reach = self._a.towards(self._b, 0.5), 1.6 * wide

        def near(box: Box) -> bool:
            return abs(box.centre.x - middle.x) < reach and abs(box.centre.y - middle.y) < reach

        half = _shaft_width(wide) / 2
        self._boxes: list[tuple[Box, float]] = [
            (box.inset(-half), _NUMBER) for box in ground.numbers if near(box)
        ]
        self._boxes += [(box.inset(-half), _NAME) for box in ground.names if near(box)]
        for _, _, box in ground.counters:
            if near(box):
                mine = box in own
                self._boxes.append((box, _OWN if mine else _COUNTER))
                self._boxes.append((box.inset(_MARGIN * box.width), _TEXT))
        self._taken = [at for at in taken if at.distance(middle) < reach]

    def cost(self, a: Point, b: Point, *, last: bool) -> float:
        """Return the cost of a piece of an arrow between two points."""
        wide = self._wide
        long = a.distance(b)
        total = long / wide
        least = (head_length(wide) + LEAST_SHAFT) if last else 0.05 * wide
        if long < least:
            total += _SHORT * (least - long) / wide + 2.0
        points = [*dots((a, b), wide)]
        share = long / wide / len(points)
        for at in points:
            if at.distance(self._a) > 0.62 * wide and at.distance(self._b) > 0.62 * wide:
                total += 20.0 * share
            for box, cost in self._boxes:
                if box.x <= at.x <= box.right and box.y <= at.y <= box.bottom:
                    total += cost * share
            for one in self._taken:
                if abs(one.x - at.x) < _BESIDE * wide and abs(one.y - at.y) < _BESIDE * wide:
                    total += _ARROW * share
                    break
        return total
