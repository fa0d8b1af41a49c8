"""Offer positions for names along lines and over areas: rivers, fortified lines, start lines, regions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.fonts import face_metrics
from hexwright.render.map.names.label_engine import LabelOffer, Prices, covering_price, kept_pieces
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.name_placement import NamePiece, NameStyle, PlacedName, letters_along
from hexwright.render.map.polylines import Line, Ruler, normals

_UPWARD, _DOWNWARD = math.radians(95), math.radians(80)
"""The steepest upward slope and the steepest downward slope of a name."""
_SHARPEST: Final = 0.5
"""The sharpest turn between two letters, in radians. Sharper, and a name falls apart."""
_LEAST_STEP: Final = 0.5
"""The least distance from letter to letter, as a share of their distance on a straight line."""
_LOOP: Final = 0.3
"""How much nearer to its line than asked a shifted line may be, in mm. Nearer points lie in loops."""
_Position = tuple[float, int, int, Ruler, float]
"""The price of a position along a line, its order, the line of letters and where they begin."""
_TRIED: Final = 120
"""The number of positions along a line whose ground is priced, cheapest first."""
_PART: Final = 5
"""The length of a part of a line in mm. Of the positions that begin in a part, the cheapest is tried."""
_ENOUGH: Final = 14
"""The number of positions along a line that are offered."""


def offers_along(
    label: PlacedName,
    line: Line,
    offsets: Sequence[float],
    ground: LabelGround,
    prices: Prices,
    unit: float,
    bound: float = math.inf,
) -> list[LabelOffer]:
    """Return positions for a name along a line, shifted sideways by each offset.

    The line's points are about 1 mm apart. An offset is the distance from the line to the nearer edge of the
    letters: positive above the line in reading direction, negative below. The name reads from left to right,
    or upward if it is vertical. The first offset is the best. No price reaches `bound`.
    """
    best: dict[tuple[int, int], _Position] = {}
    for one in _positions(label, line, offsets):
        part = one[1], one[2] // _PART
        if part not in best or one[:3] < best[part][:3]:
            best[part] = one
    found: list[LabelOffer] = []
    most = bound
    for cost, _, _, base, start in sorted(best.values(), key=lambda one: one[:3])[:_TRIED]:
        if cost >= most:
            break
        style = label.lettering
        pieces: list[NamePiece] = []
        letters = kept_pieces(letters_along(label.text, style, base, start), pieces)
        price = cost + covering_price(ground, letters, style, prices, unit, most - cost)
        if price < most and _holds_together(pieces, style):
            named = LabelOffer(price, PlacedName(label.id, label.text, style, tuple(pieces), label.halo))
            found = sorted([*found, named], key=lambda offer: offer.price)[:_ENOUGH]
            most = min(bound, found[-1].price) if len(found) == _ENOUGH else bound
    return found


def _positions(label: PlacedName, line: Line, offsets: Sequence[float]) -> Iterator[_Position]:
    """Yield the positions of a name along a line."""
    wide = label.lettering.width(label.text)
    cap = face_metrics(label.lettering.face).cap_height * label.lettering.size
    reach = math.ceil(wide)
    sevenths = [round(reach * n / 6) for n in range(7)]
    ways = normals(line)
    for rank, offset in enumerate(offsets):
        right = -offset if offset >= 0 else -offset + cap
        for turn in (1, -1):
            # Reversing the line swaps its left and right.
            base = Ruler(_beside(line, ways, turn * right)[::turn])
            marks = list(base.even_stations())
            for start in range(1, len(marks) - reach, 2):
                (x, y, _), (end_x, end_y, _) = marks[start], marks[start + reach]
                heading = math.atan2(end_y - y, end_x - x)
                if -_UPWARD < heading <= _DOWNWARD:
                    bend = sum(_turn(marks[start + n][2], heading) ** 2 for n in sevenths)
                    off_centre = abs(start + wide / 2 - base.length / 2) / base.length
                    steep = abs(math.sin(heading)) ** 3
                    cost = 6 * bend + 0.6 * rank + 2 * off_centre + 1.2 * steep
                    yield cost, 2 * rank + (turn < 0), start, base, float(start)


def _beside(line: Line, ways: Sequence[Point], right: float) -> Line:
    """Return a line shifted to its right, without the loops that it would have on the inside of bends."""
    shifted = tuple(p + n.scaled(right) for p, n in zip(line, ways, strict=True))
    far = abs(right) - _LOOP
    if far <= 0:
        return shifted
    around, least = math.ceil(2 * abs(right)), far * far
    marks = [(p.x, p.y) for p in line]
    kept = []
    for n, at in enumerate(shifted):
        here_x, here_y = at.x, at.y
        for x, y in marks[max(0, n - around) : n + around + 1]:
            if (x - here_x) ** 2 + (y - here_y) ** 2 < least:
                break
        else:
            kept.append(at)
    return tuple(kept) if len(kept) > 1 else shifted


def _turn(a: float, b: float) -> float:
    return abs((a - b + math.pi) % (2 * math.pi) - math.pi)


def _holds_together(letters: Sequence[NamePiece], style: NameStyle) -> bool:
    """Return whether no letter turns sharply from the one before it, or runs into it at its foot or head.

    Beside a sharp bend, the line of letters may turn back on itself.
    """
    cap = face_metrics(style.face).cap_height * style.size
    for one, other in pairwise(letters):
        a, b = math.radians(one.rotation), math.radians(other.rotation)
        least = _LEAST_STEP * ((style.width(one.text) + style.width(other.text)) / 2 + style.spacing)
        head = one.at + Point(math.sin(a), -math.cos(a)).scaled(cap)
        other_head = other.at + Point(math.sin(b), -math.cos(b)).scaled(cap)
        if _turn(a, b) > _SHARPEST or min(one.at.distance(other.at), head.distance(other_head)) < least:
            return False
    return True
