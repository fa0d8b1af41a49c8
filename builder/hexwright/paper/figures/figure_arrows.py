"""Lead the arrows of a figure from hex to hex, where they hide neither numbers, names nor counters' text.

An arrow begins at the counter that moves or attacks, enters each hex of its way, and ends within the last.
It lies below all counters but those of a hex that is attacked or in which a move ends. Of a few points in
each hex those are chosen with which the arrow hides least, is seen best, and is short.
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
_RINGS: Final = ((0.2, 6), (0.3, 12), (0.37, 12))
"""The distances of points from the middle of their hex, in widths of it, and how many lie on each ring."""
_ENDS: Final = ((0.2, 8), (0.29, 16), (0.37, 16), (0.43, 16))
"""The same for the points at which an arrow ends."""
_EDGE: Final = 0.3
"""The width in mm of an arrow's white edge."""
_STEP: Final = 0.07
"""The distance of the points of an arrow at which it is judged, in widths of a hex."""
_NUMBER, _NAME, _ARROW = 13.0, 14.0, 6.0
"""What it costs that an arrow as long as a hex lies on a number, a name or a mark, or another arrow."""
_TEXT, _SYMBOL, _ATTACKED = 30.0, 15.0, 5.0
"""The same for the text of a counter at which arrows end, for its symbol, and for all else of it."""
_HIDDEN, _HEADLESS = 2.2, 25.0
"""The same for an arrow's shaft and its head that lie under a counter."""
_FOREIGN: Final = 20.0
"""The same for a shaft under another counter of the hex in which it begins: it would seem to begin there."""
_ELSEWHERE: Final = 90.0
"""The same for a hex that isn't on its way."""
_MARGIN: Final = 0.25
"""The width of a counter's edge around its symbol, in edges of the counter."""
_COVERED: Final = 12.0
"""What it costs that an arrow begins under another counter than its own."""
_TWICE: Final = 8
"""The number of arrows up to which some are led once more."""
_JOINED, _APART = 8.0, 0.45
"""What it costs that an arrow ends on another, so that one of them seems to go on; it costs less beside it,
and nothing at a distance, in widths of a hex.
"""
_ASIDE: Final = 1.5
"""What it costs that an attack doesn't point at the middle of its hex, by the distance in widths of a hex."""
_SHORT: Final = 40.0
_OFF_MIDDLE: Final = 1.3
"""What it costs that a move into a free hex ends beside its middle, by the distance in widths of a hex."""
_SHALLOW, _DEEP = 40.0, 0.17
"""What it costs that a move ends near another hex, and how much nearer it comes to the middle of its own hex
if it costs nothing, in widths of a hex.
"""
_CORNER: Final = 0.0
"""How much nearer to the middle of a hex beside its way a point may be, in widths of a hex."""
_CELLS: Final = 4
"""Into how many parts a mm is divided to tell points of arrows apart."""
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
    texts: Sequence[Box] = ()
    """What is written on counters at which arrows end."""
    around: Collection[Point] = ()
    """The middles of hexes that are on no arrow's way."""


def reached(arrows: Sequence[Arrow]) -> frozenset[HexId]:
    """Return the hexes whose counters lie below arrows: those that are attacked, and ends of moves.

    Counters in hexes from which or through which others move lie above arrows.
    """
    passed = {hex_id for arrow in arrows for hex_id in arrow.way[:-1]}
    return frozenset(arrow.way[-1] for arrow in arrows if arrow.attack or arrow.way[-1] not in passed)


def led_arrows(arrows: Sequence[Arrow], ground: Ground) -> list[list[Point]]:
    """Return the points of each arrow, from its start to its tip; short ones are led first.

    A move that isn't led yet counts as going through the middles of its hexes. Those that share a hex are
    led once more when the ways of all are known.
    """
    led: dict[int, list[Point]] = {
        number: [ground.centres[hex_id] for hex_id in arrow.way]
        for number, arrow in enumerate(arrows)
        if not arrow.attack
    }
    below = reached(arrows)
    order = sorted(range(len(arrows)), key=lambda one: len(arrows[one].way))
    shared = [one for one in order if _shares(arrows[one], arrows)] if len(arrows) <= _TWICE else []
    for number in (*order, *shared):
        others = [way for other, way in led.items() if other != number]
        taken = [point for way in others for point in dots(way, ground.wide)]
        tips = [point for way in others for point in (way[0], way[-1])]
        led[number] = _led(arrows[number], ground, taken, tips, below)
    return [led[number] for number in range(len(arrows))]


def _shares(arrow: Arrow, arrows: Sequence[Arrow]) -> bool:
    """Whether a move begins or ends in a hex of another, or the other in one of its hexes."""
    ends = {arrow.way[0], arrow.way[-1]}
    return not arrow.attack and any(
        other is not arrow
        and (not ends.isdisjoint(other.way) or not {other.way[0], other.way[-1]}.isdisjoint(arrow.way))
        for other in arrows
    )


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


def _led(
    arrow: Arrow,
    ground: Ground,
    taken: Sequence[Point],
    tips: Sequence[Point],
    below: Collection[HexId],
) -> list[Point]:
    """Return the points of an arrow with which it hides least: the best path through points of its hexes.

    `taken` are points of other arrows, `tips` their ends; arrows lie above the counters of the hexes `below`.
    """
    layers = [_starts(arrow, ground)]
    crowded = {hex_id for hex_id, _, _ in ground.counters}
    crowded |= {hex_id for hex_id in arrow.way if _near_any(ground.centres[hex_id], tips, 0.5 * ground.wide)}
    for number, hex_id in enumerate(arrow.way[1:], start=2):
        # Through a free hex the arrow goes near the middle.
        last = number == len(arrow.way)
        inner = hex_id not in crowded and not last
        layers.append(_points(ground, hex_id, _ENDS if last else _RINGS[:1] if inner else _RINGS))
    own = [box for at, unit, box in ground.counters if at == arrow.way[0] and unit in arrow.units]
    best = [(_begun(at, ground, taken, own), tuple[Point, ...]((at,))) for at in layers[0]]
    for number, layer in enumerate(layers[1:], start=1):
        pair = arrow.way[number - 1 : number + 1]
        near = _Near(ground, pair, own, (taken, tips), below, arrow.way[0])
        last = number == len(layers) - 1
        following: list[tuple[float, tuple[Point, ...]]] = []
        found: tuple[float, tuple[Point, ...]] = (math.inf, ())
        for at in layer:
            beyond = _ended(arrow, ground, at, (*tips, *taken)) if last else 0.0
            # Each point has its best way on, but of the last points only the best is asked for.
            found = found if last else (math.inf, ())
            for cost, way in best:
                # A piece costs its length at least.
                most = found[0] - cost - beyond
                if way[-1].distance(at) / ground.wide < most:
                    whole = cost + beyond + near.cost(way[-1], at, most, last=last)
                    whole += _aside(way[-1], at, ground, arrow.way[-1]) if arrow.attack else 0.0
                    found = min(found, (whole, (*way, at)), key=itemgetter(0))
            following.append(found)
        best = sorted(following, key=itemgetter(0))
    return list(best[0][1])


def _points(ground: Ground, hex_id: HexId, rings: Sequence[tuple[float, int]] = _RINGS) -> list[Point]:
    """Return the points of a hex that an arrow may pass: its middle and those on rings, within the frame."""
    middle, room = ground.centres[hex_id], _room(ground)
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


def _room(ground: Ground) -> Box:
    """Return the part of a figure in which arrows may begin, bend and end."""
    return ground.frame.inset(0.08 * ground.wide)


def _starts(arrow: Arrow, ground: Ground) -> list[Point]:
    """Return the points at which an arrow may begin: on the edges of the counters that move or attack."""
    own = [box for at, unit, box in ground.counters if at == arrow.way[0] and unit in arrow.units]
    if not own:
        return _points(ground, arrow.way[0])
    found = []
    for box in own:
        inner = box.inset(0.2)
        for n in range(5):
            share = 0.1 + 0.2 * n
            x, y = inner.x + inner.width * share, inner.y + inner.height * share
            found += [Point(x, inner.y), Point(x, inner.bottom), Point(inner.x, y), Point(inner.right, y)]
    here, there = (ground.centres[hex_id] for hex_id in arrow.way[:2])
    room = _room(ground)
    framed = [at for at in found if room.holds_point(at)] or found
    within = [at for at in framed if at.distance(here) < at.distance(there) - _WITHIN * ground.wide]
    return within or framed


def _near_any(at: Point, others: Sequence[Point], distance: float) -> bool:
    """Whether a point is nearer to one of some others than a distance."""
    x, y, square = at.x, at.y, distance * distance
    return any((one.x - x) ** 2 + (one.y - y) ** 2 < square for one in others)


def _begun(at: Point, ground: Ground, taken: Sequence[Point], own: Sequence[Box]) -> float:
    """Return what it costs that an arrow begins beside another, or under another counter."""
    beside = _near_any(at, taken, 2 * _BESIDE * ground.wide)
    others = (box for _, _, box in ground.counters if box not in own)
    covered = any(box.inset(-0.3).holds_point(at) for box in others)
    return _ARROW / 4 * beside + _COVERED * covered


def _ended(arrow: Arrow, ground: Ground, at: Point, others: Sequence[Point]) -> float:
    """Return what it costs that an arrow ends at a point of its last hex; `others` are of other arrows."""
    nearest = min((at.distance(one) for one in others), default=math.inf)
    joined = _JOINED * max(0.0, 1.0 - nearest / (_APART * ground.wide))
    if arrow.attack:
        return 0.0
    own = at.distance(ground.centres[arrow.way[-1]])
    beside = [*ground.around, *(one for hex_id, one in ground.centres.items() if hex_id != arrow.way[-1])]
    apart = min((at.distance(one) for one in beside), default=math.inf) - own
    joined += _SHALLOW * max(0.0, _DEEP - apart / ground.wide)
    if any(one == arrow.way[-1] for one, _, _ in ground.counters):
        return joined
    return joined + _OFF_MIDDLE * own / ground.wide


def _aside(a: Point, b: Point, ground: Ground, hex_id: HexId) -> float:
    """Return what it costs that an arrow, whose last piece leads from `a` to `b`, points elsewhere."""
    along, goal = b - a, ground.centres[hex_id] - a
    off = abs(along.x * goal.y - along.y * goal.x) / max(0.01, a.distance(b))
    return _ASIDE * off / ground.wide


class _Near:
    """What lies around a pair of hexes, for the cost of a piece of an arrow between them."""

    def __init__(
        self,
        ground: Ground,
        pair: Collection[HexId],
        own: Sequence[Box],
        others: tuple[Sequence[Point], Sequence[Point]],
        below: Collection[HexId],
        begins: HexId,
    ) -> None:
        self._wide = wide = ground.wide
        self._a, self._b = (ground.centres[hex_id] for hex_id in pair)
        middle, reach = self._a.towards(self._b, 0.5), 1.6 * wide

        def near(box: Box) -> bool:
            return abs(box.centre.x - middle.x) < reach and abs(box.centre.y - middle.y) < reach

        half = _shaft_width(wide) / 2
        boxes: list[tuple[Box, float]] = [(box.inset(-half), _NUMBER) for box in ground.numbers if near(box)]
        boxes += [(box.inset(-half), _NAME) for box in ground.names if near(box)]
        boxes += [(box.inset(-half), _TEXT) for box in ground.texts if near(box)]
        shafts: list[tuple[Box, float]] = []
        heads: list[tuple[Box, float]] = []
        head = max(_BARB * wide, _LEAST_BARB) / 2
        for hex_id, _, box in ground.counters:
            if not near(box):
                continue
            if hex_id in below:
                boxes += [(box, _ATTACKED), (box.inset(_MARGIN * box.width), _SYMBOL)]
            else:
                foreign = hex_id == begins and box not in own
                hidden = _FOREIGN if foreign else _HIDDEN
                shafts.append((box.inset(0.3) if box in own else box.inset(-half), hidden))
                # The shaft leaves its own counter before the head begins.
                heads.append((box if box in own else box.inset(-0.6 * head), _HEADLESS))
        heads += [(box.inset(half - head), _TEXT) for box in (*ground.texts, *ground.numbers) if near(box)]
        self._shafts, self._heads = [*boxes, *shafts], [*boxes, *heads]
        self._own, self._half = [box.inset(0.2) for box in own if near(box)], half
        self._prices: dict[tuple[int, int, bool], float] = {}
        self._taken, self._tips = ([at for at in one if at.distance(middle) < reach] for one in others)
        beside = [*ground.around, *(at for one, at in ground.centres.items() if one not in pair)]
        self._others = [at for at in beside if at.distance(middle) < reach]

    def cost(self, a: Point, b: Point, most: float, *, last: bool) -> float:
        """Return the cost of a piece of an arrow between two points. One above `most` may be too low."""
        wide = self._wide
        long = a.distance(b)
        least = (head_length(wide) + LEAST_SHAFT) if last else 0.05 * wide
        head = head_length(wide) if last else 0.0
        number = max(1, math.ceil(long / (_STEP * wide)))
        share = long / wide / number
        total, hidden = 0.0, 0
        for n in range(number):
            part = (n + 0.5) / number
            x, y = a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part
            total += self._price(x, y, head=(1.0 - part) * long < head)
            for own in self._own:
                if own.x - self._half <= x <= own.right + self._half:
                    if own.y <= y <= own.bottom and own.x <= x <= own.right:
                        hidden += 1
                    if part * long > 2 * self._half and (own.y - self._half <= y <= own.bottom + self._half):
                        # An arrow leaves its counter at once, not along its edge.
                        total += _HIDDEN
            if total * share + long / wide > most:
                return total * share + long / wide
        total = total * share + long / wide
        seen = long - share * wide * hidden
        return total + (_SHORT * (least - seen) / wide + 2.0 if seen < least else 0.0)

    def _price(self, x: float, y: float, *, head: bool) -> float:
        """Return what a point of an arrow costs; points that are almost the same cost the same."""
        cell = (round(x * _CELLS), round(y * _CELLS), head)
        if cell not in self._prices:
            self._prices[cell] = self._priced(Point(cell[0] / _CELLS, cell[1] / _CELLS), head=head)
        return self._prices[cell]

    def _priced(self, at: Point, *, head: bool) -> float:
        wide, total = self._wide, 0.0
        here = min(at.distance(self._a), at.distance(self._b))
        if _near_any(at, self._others, max(0.0, here - _CORNER * wide)):
            total += _ELSEWHERE
        for box, cost in self._heads if head else self._shafts:
            if box.holds_point(at):
                total += cost
        x, y, near = at.x, at.y, _BESIDE * wide
        for one in self._taken:
            if -near < one.x - x < near and -near < one.y - y < near:
                total += _ARROW
                break
        if _near_any(at, self._tips, 2.2 * _BESIDE * wide):
            total += 2 * _ARROW
        return total
