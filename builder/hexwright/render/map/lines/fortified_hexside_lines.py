"""Draw fortified lines along hexsides, with teeth toward the enemy, and draw citadels in hexes."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import HexsideFeature
from hexwright.model.ids import HexId, Hexside
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.lines.fortified_hexes import FortifiedLine, enemy_of
from hexwright.render.map.lines.river_lines import join_hexsides
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Ruler, cut_corners, resample
from hexwright.render.theme import MEDIUM

_SHORT = 1.4
"""The distance that a line keeps from the ends of its hexsides, where other lines may begin."""
_WALL, _TOWER = 5.0, 1.25
"""Half the width of a citadel's walls, and half the width of a tower."""


def trace_fortified_hexsides(view: MapView, feature: HexsideFeature) -> tuple[FortifiedLine, ...]:
    """Return a hexside feature as fortified lines, if it is one. They have no ring of hexes."""
    if feature.art != "defence":
        return ()
    enemy = enemy_of(view, feature.side)
    works = []
    for line in view.hexside_lines(feature):
        for n, points in enumerate(join_hexsides(view, [Hexside.parse(side) for side in line.hexsides])):
            even = resample(cut_corners(points, 2), 1.0 * view.art_scale_of_hex)
            cut = max(1, round(_SHORT))
            course = even[cut:-cut] if len(even) > 2 * cut + 2 else even
            first, last = course[0], course[-1]
            # Teeth point to the left of the direction of travel.
            if enemy is not None and (last.y - first.y) * enemy.x - (last.x - first.x) * enemy.y < 0:
                course = course[::-1]
            name = f"{line.id}-{n}" if n else line.id
            works.append(FortifiedLine(name, "" if n else line.lettered or line.name, (), (course,), ()))
    return tuple(works)


def citadel_box(view: MapView, hex_id: HexId) -> Box:
    """Return the bounding box of a citadel."""
    c, reach = view.layout.centre(hex_id), (_WALL + _TOWER) * view.art_scale_of_hex
    return Box(c.x - reach, c.y - reach, 2 * reach, 2 * reach)


def draw_citadel(canvas: Canvas, view: MapView, centre: Point) -> None:
    """Draw crenellated walls around a place, with a tower at each corner."""
    theme, unit = view.theme, view.art_scale_of_hex
    half = _WALL * unit
    ground = Path.rectangle(Box(centre.x - half, centre.y - half, 2 * half, 2 * half))
    canvas.path(ground, Style(fill=theme.fort_ground, opacity=0.8))
    canvas.path(ground, Style(stroke=theme.fort, width=MEDIUM * 1.2 * unit, join="miter"))
    corners = [
        Point(centre.x + x * half, centre.y + y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    merlons = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        way = (b - a).scaled(1 / a.distance(b))
        out = Point(way.y, -way.x)
        count = 5
        pitch = (Ruler((a, b)).length - 2 * _TOWER * unit) / count
        for n in range(count):
            start = a + way.scaled(_TOWER * unit + (n + 0.25) * pitch)
            end = start + way.scaled(0.5 * pitch)
            high = out.scaled(0.75 * unit)
            merlons.append(Path.line([start, start + high, end + high, end], closed=True))
    canvas.path(combine_paths(merlons), Style(fill=theme.fort))
    towers = combine_paths(Path.ellipse(corner, _TOWER * unit) for corner in corners)
    canvas.path(towers, Style(fill=theme.fort_ground, stroke=theme.fort, width=MEDIUM * unit))
    roofs = combine_paths(Path.ellipse(corner, 0.45 * _TOWER * unit) for corner in corners)
    canvas.path(roofs, Style(fill=theme.fort))
