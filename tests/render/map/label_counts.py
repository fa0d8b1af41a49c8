"""Count the faults of the names on a map: what they overlap, and where they lie."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.hexes.city_symbols import place_symbol_box
from hexwright.render.map.hexes.hex_symbols import symbol_box, symbol_half
from hexwright.render.map.lines.fortified_hexes import fortified_line_strokes
from hexwright.render.map.lines.fortified_hexside_lines import citadel_box
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.names.name_placement import PlacedName
from hexwright.render.map.polylines import resample
from hexwright.render.text_fitting import text_extent

Quad = tuple[Point, Point, Point, Point]
_HAIR = 0.03
"""Letters set solid don't count as overlapping."""


def ink_quads(label: PlacedName) -> list[Quad]:
    """Return the rectangles that the letters of a name cover, as they are turned."""
    style, found = label.lettering, []
    for piece in label.pieces:
        assert isinstance(style.face, FontFace)
        low, high = text_extent(piece.text, style.face)
        half = style.width(piece.text) / 2 - _HAIR
        top, foot = -high * style.size + _HAIR, -low * style.size - _HAIR
        angle = math.radians(piece.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        one, two, three, four = (
            Point(piece.at.x + x * cos - y * sin, piece.at.y + x * sin + y * cos)
            for x, y in ((-half, top), (half, top), (half, foot), (-half, foot))
        )
        found.append((one, two, three, four))
    return found


def box_quad(box: Box) -> Quad:
    """Return the corners of a box."""
    return (
        Point(box.x, box.y),
        Point(box.right, box.y),
        Point(box.right, box.bottom),
        Point(box.x, box.bottom),
    )


def overlap(one: Quad, two: Quad) -> bool:
    """Return whether two rectangles in any position overlap (separating axes)."""
    for quad in (one, two):
        for a, b in ((quad[0], quad[1]), (quad[1], quad[2])):
            across = Point(a.y - b.y, b.x - a.x)
            first = [p.x * across.x + p.y * across.y for p in one]
            second = [p.x * across.x + p.y * across.y for p in two]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


def _holds(quad: Quad, point: Point) -> bool:
    turns = [
        (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        for a, b in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def _around(quads: Sequence[Quad]) -> Box:
    return Box.around(point for quad in quads for point in quad)


def _symbols(board: MapLayers) -> Iterator[Quad]:
    view = board.view
    boxes = [box for place in view.hexmap.places if (box := place_symbol_box(view, place)) is not None]
    boxes += [citadel_box(view, hex_id) for hex_id in board.citadels]
    for feature, spots in board.symbols:
        boxes += [symbol_box(at, symbol_half(view, feature)) for at in spots.values()]
    for box in boxes:
        yield box_quad(box)


def _meeting(quads: Sequence[Quad], around: Box, others: Iterable[tuple[Box, Quad]]) -> bool:
    return any(overlap(quad, other) for box, other in others if box.overlaps(around) for quad in quads)


def label_faults(board: MapLayers) -> Counter[str]:
    """Count the names that overlap a name, a track, a fort or a symbol, or that leave the map."""
    found: Counter[str] = Counter()
    names = [(label, quads := ink_quads(label), _around(quads)) for label in board.labels]
    for (_, one, box), (_, two, other) in combinations(names, 2):
        if box.overlaps(other) and any(overlap(a, b) for a in one for b in two):
            found["name"] += 1
    symbols = [(_around([quad]), quad) for quad in _symbols(board)]
    cells: dict[tuple[int, int], list[Point]] = {}
    for stroke in (*board.rails, *board.roads):
        for at in resample(stroke.line, 0.25):
            cells.setdefault((int(at.x // 8), int(at.y // 8)), []).append(at)
    forts = [
        at
        for work in board.fortified_lines
        for line in fortified_line_strokes(board.view, work)
        for at in resample(line, 0.25)
    ]
    for _, quads, box in names:
        strengthened = (at for at in forts if box.x < at.x < box.right and box.y < at.y < box.bottom)
        found["fort"] += any(_holds(quad, at) for at in strengthened for quad in quads)
        near = [
            at
            for x in range(int(box.x // 8), int(box.right // 8) + 1)
            for y in range(int(box.y // 8), int(box.bottom // 8) + 1)
            for at in cells.get((x, y), ())
        ]
        found["track"] += any(_holds(quad, at) for quad in quads for at in near)
        found["symbol"] += _meeting(quads, box, symbols)
        found["off the map"] += not board.view.field.holds(box)
    return +found
