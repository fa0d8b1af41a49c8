"""Letter the names of places on maps that carry counters, where they hide nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.render.canvas import Anchor, Box, Halo
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, text_width
from hexwright.render.map.sheet.theatre_inset import around, beside
from hexwright.render.placed_canvas import PlacingCanvas
from hexwright.render.theme import Theme

_GRADES: Final = ("capital", "major-city", "city", "town", "name")
_TOWNS: Final = _GRADES[:4]
"""The grades of places with a sign."""
_AWAY: Final = (2.6, 1.9, 1.5, 1.0, 1.0)
"""The distance in mm of a name from the middle of its place, by grade."""
_BESIDE_COUNTER: Final = 0.5
_OTHER: Final = 1.8
"""The least distance in mm of a name from the sign of another place."""
_SHIFTS: Final = (0.25, -0.25, 0.4, -0.4)
"""How far a name above or below its place is moved aside, in widths of the name."""
_HANGING: Final = 0.22
"""How far letters such as "y" hang below the line, in heights of the text."""
_REACH, _STEPS = 3.6, 24
"""How far from the middle of its hex a name is sought in what counters leave free, in heights of the text,
and in how many steps.
"""
_BEYOND: Final = 0.12
"""How much of each end of such a name may lie in another hex, in widths of the name."""
_CLEAR: Final = (0.4, 0.15)
"""How far in mm such a name stays from all else if it can, and at least."""


@dataclass(frozen=True, slots=True)
class _Room:
    """What a name of a place at a point must leave free."""

    frame: Box
    used: Sequence[Box]
    signs: Sequence[Point]
    """The signs of other places that are seen."""
    at: Point
    rivals: Sequence[Point]
    """All other places, to which the name may not be nearer."""

    def holds(self, box: Box, clear: float = 0.0) -> bool:
        """Whether a name in a box stands free, by a distance in mm, and nearest to its own place."""
        return (
            self.frame.holds(box)
            and not any(map(box.inset(-clear).overlaps, self.used))
            and not any(map(box.inset(-_OTHER).holds_point, self.signs))
            and not any(_apart(box, other) < _apart(box, self.at) for other in self.rivals)
        )


@dataclass(frozen=True, slots=True)
class PlacedName:
    """The name of a place on a map, and the box that its lettering takes."""

    text: str
    face: FontFace
    size: float
    foot: Point
    anchor: Anchor
    box: Box


def _around(at: Point, taken: Sequence[Box], away: float) -> tuple[Point, float]:
    """Return the point around which a name stands, and its distance: beyond a counter on the place."""
    here = [box for box in taken if box.holds_point(at)]
    if not here:
        return at, away
    box = here[0]
    return box.centre, max(away, box.width / 2 + _BESIDE_COUNTER)


def _shifted(spots: Sequence[tuple[Anchor, Point, Box]]) -> Iterator[tuple[Anchor, Point, Box]]:
    """Yield the places for a name above and below its place, moved aside."""
    for share in _SHIFTS:
        for anchor, foot, box in spots:
            aside = share * box.width
            moved = Box(box.x + aside, box.y, box.width, box.height)
            yield anchor, Point(foot.x + aside, foot.y), moved


def _apart(box: Box, at: Point) -> float:
    """Return the distance of a point from a box; 0 within it."""
    nearest = Point(min(max(at.x, box.x), box.right), min(max(at.y, box.y), box.bottom))
    return nearest.distance(at)


def _plain(name: str) -> str:
    """Return a name without spaces and capitals, since maps set these in their own way."""
    return "".join(name.split()).casefold()


def place_names(
    game: Game,
    page: Callable[[HexId], Point],
    frame: Box,
    taken: Sequence[Box],
    numbers: Sequence[Box],
    named: Collection[str] = (),
    *,
    size: float = SMALLEST_BOOK_TEXT,
    stacks: Mapping[HexId, Box] = MappingProxyType({}),
    heads: Mapping[HexId, Box] = MappingProxyType({}),
    inside: Callable[[HexId, Box], bool] | None = None,
    narrow: bool = False,
) -> list[PlacedName]:
    """Return the names of places in a frame, the largest first, where the name fits beside the place.

    `page` returns where the middle of a hex stands; `taken` are the counters. A name covers one of the
    `numbers` of hexes only if it fits nowhere else. Places that are `named` already get no name.
    No name stands nearer to another place.
    `size` is the height of the smallest in mm. In a hex of `stacks` a name may stand beside what its box
    holds, too, and on the line of its number in `heads`. With `inside`, which tells whether the middle of a
    box is in a hex, a name stands in no other hex than that of its place, but beside its number if hexes
    aren't `narrow` there.
    """
    used, given = list(taken), set(map(_plain, named))
    found: list[PlacedName] = []
    signs = {one.hex: page(one.hex) for one in game.hexmap.places}
    seen = {one: at for one, at in signs.items() if not any(box.holds_point(at) for box in taken)}
    graded = _GRADES if inside is not None else _TOWNS
    places = [place for place in game.hexmap.places if place.kind in graded]
    for place in sorted(places, key=lambda one: (_GRADES.index(one.kind), one.id)):
        at, grade = page(place.hex), _GRADES.index(place.kind)
        if not frame.holds_point(at) or _plain(place.name) in given:
            continue
        face = face_with_glyphs(_face(grade), place.name)
        tall = size * (1.25 if grade == 0 else 1.1 if grade == 1 else 1.0)
        spots = [*beside(place.name, face, tall, *_around(at, taken, _AWAY[grade]))]
        spots += _shifted(spots[2:])
        if place.hex in stacks:
            # Counters hide the place, so its name is sought below them first.
            spots = [*around(place.name, face, tall, stacks[place.hex]), *spots]
        if inside is not None:
            spots = [spot for spot in spots if inside(place.hex, spot[2])]
        if place.hex in stacks and place.hex in heads:
            others = [box.inset(-tall) for hex_id, box in heads.items() if hex_id != place.hex]
            lines = [*_on_line(place.name, face, tall, heads[place.hex])]
            if inside is not None and narrow:
                lines = [spot for spot in lines if inside(place.hex, spot[2])]
            spots += [spot for spot in lines if not any(map(spot[2].overlaps, others))]
        room = _Room(
            frame.inset(0.6),
            used,
            [other for one, other in seen.items() if one != place.hex],
            at,
            [other for one, other in signs.items() if one != place.hex and other != at],
        )
        best = min(
            (
                PlacedName(place.name, face, tall, spot[1], spot[0], spot[2])
                for spot in spots
                if room.holds(spot[2])
            ),
            key=lambda one: sum(map(one.box.overlaps, numbers)),
            default=None,
        )
        if inside is not None:
            sign = _AWAY[grade] / 2 if place.hex in seen else 0.0
            best = best or _free_in_hex(place, face, (tall, size), at, sign, inside, room)
        if best is not None:
            used.append(best.box)
            found.append(best)
    return found


def _face(grade: int) -> FontFace:
    """Return the face of the name of a place by its grade, as the map has it."""
    if _GRADES[grade] == "name":
        return FontFace.SERIF_ITALIC
    return FontFace.SERIF_BOLD if grade < 2 else FontFace.SERIF


def _free_in_hex(
    place: Place,
    face: FontFace,
    sizes: Sequence[float],
    at: Point,
    sign: float,
    inside: Callable[[HexId, Box], bool],
    room: _Room,
) -> PlacedName | None:
    """Return the name of a place where its hex is free, as large and clear as it can be; None if nowhere."""
    for size, gap in product(dict.fromkeys(sizes), _CLEAR):
        for anchor, foot, box in _in_hex(place, face, size, at, sign, inside):
            if room.holds(box, gap):
                return PlacedName(place.name, face, size, foot, anchor, box)
    return None


def _in_hex(
    place: Place, face: FontFace, size: float, at: Point, sign: float, inside: Callable[[HexId, Box], bool]
) -> Iterator[tuple[Anchor, Point, Box]]:
    """Yield places for a name all over its hex, the nearest to its middle first.

    Almost all of the name lies in the hex. `sign` is how far the sign of the place reaches.
    """
    width, cap = text_width(place.name, face, size), face_metrics(face).cap_height * size
    tall = cap + face_metrics(face).descent * size
    step = _REACH * size / _STEPS
    shifts = [n * step for n in range(-_STEPS, _STEPS + 1)]
    spots = ((dx, dy) for dx in shifts for dy in shifts if math.hypot(dx, dy) <= _REACH * size)
    for dx, dy in sorted(spots, key=lambda one: (round(math.hypot(*one), 6), -one[1], one[0])):
        box = Box(at.x + dx - width / 2, at.y + dy - cap / 2, width, cap + _under(place.name, size))
        if sign and box.inset(-sign).holds_point(at):
            continue
        middle = box.y + tall / 2
        ends = (Point(x, middle) for x in (box.x + _BEYOND * width, box.right - _BEYOND * width))
        if all(inside(place.hex, Box(one.x, one.y, 0.0, 0.0)) for one in ends):
            yield "middle", Point(at.x + dx, box.y + cap), box


def _under(name: str, size: float) -> float:
    """Return how far a name hangs below its line."""
    return (_HANGING if any(sign in "gjpqy" for sign in name) else 0.05) * size


def _on_line(name: str, face: FontFace, size: float, number: Box) -> Iterator[tuple[Anchor, Point, Box]]:
    """Yield the places for a name on the line of a hex number: after it and before it."""
    width, cap = text_width(name, face, size), face_metrics(face).cap_height * size
    # A letter that hangs below the line stays above the counter.
    under = _under(name, size)
    base, gap = number.bottom - 0.3 * size - max(0.0, under - 0.12 * size), 0.3 * size
    yield "start", Point(number.right + gap, base), Box(number.right + gap, base - cap, width, cap + under)
    yield "end", Point(number.x - gap, base), Box(number.x - gap - width, base - cap, width, cap + under)


def draw_names(canvas: PlacingCanvas, theme: Theme, names: Sequence[PlacedName]) -> None:
    """Letter the names of places."""
    halo = Halo(theme.halo, 0.5)
    for one in names:
        canvas.text(one.foot, one.text, one.face, one.size, theme.ink, anchor=one.anchor, halo=halo)
