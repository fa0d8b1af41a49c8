"""Draw lakes and seas: shores, depth in bands, and lines along the shore."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Terrain
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.organic_edges import organic_edge
from hexwright.render.map.hex_regions import combine_paths, joined_outlines
from hexwright.render.map.lines.river_lines import River, dry_parts
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, cut_corners, offset_polyline
from hexwright.render.theme import FINE, HAIR, MEDIUM

if TYPE_CHECKING:
    from PIL import Image

_SHORE: Final = 0.6
"""How much less a shore wanders than the edge of a forest."""
_BANDS: Final = ((1.6, 0.16), (3.2, 0.32), (5.2, 0.48), (7.6, 0.66), (10.4, 0.84))
"""Depths: the distance from the shore in mm on a 24 mm hex, and the share of the deepest colour."""

_WATERLINES: Final = ((0.9, FINE, 0.6), (1.9, HAIR, 0.45), (3.1, HAIR, 0.3))
"""Lines along a shore: the distance from it in mm on a 24 mm hex, the width, and the share of the shore's
colour.
"""


def lakes_of(view: MapView) -> tuple[Terrain, ...]:
    """Return the kinds of terrain that are water."""
    return tuple(
        kind
        for kind in view.hexmap.terrain
        if kind.art in ("lake", "sea") and kind.hexes and kind.picture not in view.art
    )


def shore_lines(view: MapView, kind: Terrain) -> tuple[Line, ...]:
    """Return the shores of a lake or sea."""
    return tuple(
        organic_edge(ring, view.layout.hex_width, _SHORE * view.theme.look.wander, kind.id, near=False)
        for ring in joined_outlines(view, kind.hexes)
    )


def draw_lake_casings(canvas: Canvas, view: MapView) -> None:
    """Draw the shore lines of all lakes. What is drawn as water later covers their inner halves."""
    for kind in lakes_of(view):
        shape = combine_paths(Path.line(ring, closed=True) for ring in shore_lines(view, kind))
        width = 2 * MEDIUM * view.art_scale_of_hex
        canvas.path(shape, Style(stroke=view.theme.water_edge, width=width, join="round"))


def draw_lake_water(canvas: Canvas, view: MapView) -> None:
    """Fill all lakes with the colour of water near a shore, which rivers have too."""
    for kind in lakes_of(view):
        with canvas.group(f"terrain:{kind.id}"):
            shape = combine_paths(Path.line(ring, closed=True) for ring in shore_lines(view, kind))
            canvas.path(shape, Style(fill=view.theme.water))


def draw_lake_depth(canvas: Canvas, view: MapView, rivers: Sequence[River] = ()) -> None:
    """Draw the depth of all lakes, and lines along their shores with a gap at the mouth of each river.

    It is drawn above the rivers, so that a river fades out where the lake becomes deep.
    """
    theme, unit = view.theme, view.art_scale_of_hex
    inflows = [river for river in rivers if not river.is_lake]
    for kind in lakes_of(view):
        rings = shore_lines(view, kind)
        with canvas.group(f"depth:{kind.id}"):
            if theme.look.marks == "painted":
                for far, share in _BANDS:
                    deep = list(_inside(rings, far * unit))
                    if deep:
                        tone = mix_colours(theme.water, theme.water_deep, share)
                        canvas.path(
                            combine_paths(Path.line(ring, closed=True) for ring in deep),
                            Style(fill=tone, even_odd=True),
                        )
            for far, width, faint in _WATERLINES:
                lines = combine_paths(
                    path
                    for ring in rings
                    for path in dry_parts(
                        offset_polyline(ring, far * unit, closed=True), inflows, unit, closed=True
                    )
                )
                colour = mix_colours(theme.water, theme.water_edge, faint)
                canvas.path(lines, Style(stroke=colour, width=width * unit))


def _inside(rings: Sequence[Line], far: float) -> Iterator[Line]:
    """Yield the outlines of what lies farther than `far` mm from a shore.

    They are traced on a coarse picture of the lake, since lines moved inward would cross themselves.
    """
    from PIL import Image, ImageDraw, ImageFilter

    box = Box.around(point for ring in rings for point in ring).inset(-2.0)
    px = min(2.0, 4.0 / far, 900 / max(box.width, box.height))
    size = math.ceil(box.width * px) + 1, math.ceil(box.height * px) + 1
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for ring in sorted(rings, key=lambda r: -Box.around(r).width):
        points = [((p.x - box.x) * px, (p.y - box.y) * px) for p in ring]
        draw.polygon(points, fill=255 if _clockwise(ring) else 0)
        draw.line([*points, points[0]], fill=0, width=max(1, round(2 * far * px)), joint="curve")
    soft = mask.filter(ImageFilter.GaussianBlur(max(0.8, 0.45 * far * px)))
    for line in traced(soft, 120):
        spread = [Point(box.x + p.x / px, box.y + p.y / px) for p in line]
        if len(spread) > 8:
            yield cut_corners(spread, 1, closed=True)


def _clockwise(ring: Line) -> bool:
    return sum(a.x * b.y - b.x * a.y for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) > 0


_Edge = tuple[int, int, bool]
"""A side of a pixel's cell: its column and row, and whether it is vertical."""
_SIDES: Final = ((0, 0, False), (1, 0, True), (0, 1, False), (0, 0, True))
"""The upper, right, lower and left side of a cell."""
_JOINTS: Final = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 2), (1, 0)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    10: ((0, 3), (2, 1)),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}
"""Which sides a contour joins, by the corners that lie above the level (marching squares)."""


def traced(picture: Image.Image, level: int) -> list[Line]:
    """Return the closed contours of a picture (mode L) at a level, in pixels."""
    wide, high = picture.size
    data = picture.tobytes()
    after: dict[_Edge, _Edge] = {}
    for row in range(high - 1):
        upper, lower = data[row * wide : (row + 1) * wide], data[(row + 1) * wide : (row + 2) * wide]
        if max(upper) < level and max(lower) < level:
            continue
        for column in range(wide - 1):
            corners = (
                (upper[column] >= level)
                | (upper[column + 1] >= level) << 1
                | (lower[column + 1] >= level) << 2
                | (lower[column] >= level) << 3
            )
            for start, end in _JOINTS.get(corners, ()):
                one, two = _SIDES[start], _SIDES[end]
                after[column + one[0], row + one[1], one[2]] = (column + two[0], row + two[1], two[2])
    found = []
    while after:
        edge: _Edge | None = min(after)
        line = []
        while edge is not None and edge in after:
            line.append(_crossing(data, wide, edge, level))
            edge = after.pop(edge)
        found.append(tuple(line))
    return found


def _crossing(data: bytes, wide: int, edge: _Edge, level: int) -> Point:
    """Return where the level crosses a side of a cell."""
    column, row, upright = edge
    here = data[row * wide + column]
    there = data[(row + 1) * wide + column] if upright else data[row * wide + column + 1]
    share = (level - here) / (there - here) if there != here else 0.5
    return Point(column, row + share) if upright else Point(column + share, row)
