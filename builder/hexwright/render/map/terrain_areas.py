"""Draw terrain: clear land, the area outside the hexes, and the kinds of terrain that fill hexes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Terrain
from hexwright.render.canvas import Box, Canvas, Path, Segment, Style
from hexwright.render.designer_pictures import aspect_ratio
from hexwright.render.map.forest_shapes import draw_forest
from hexwright.render.map.hex_regions import (
    PolygonArea,
    combine_paths,
    joined_outlines,
    natural_outline,
    scatter_points,
)
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, cut_corners, offset_polyline
from hexwright.render.map.stable_noise import stable_share, stable_signed
from hexwright.render.theme import FINE, HAIR, MEDIUM

IsFreePoint = Callable[[Point], bool]
"""A function that returns whether a point is free of text, lines and symbols."""


def draw_land(canvas: Canvas, view: MapView) -> None:
    """Fill the map with faintly mottled clear land, and dim the area outside the hexes."""
    theme = view.theme
    canvas.path(Path.rectangle(view.field), Style(fill=theme.land))
    if view.ground is not None:
        canvas.image(view.ground.box, view.ground.data)
        return
    if view.hexmap.picture in view.art:
        canvas.image(view.field, view.art[view.hexmap.picture], cover=True)
        return
    patches = []
    for point, luck in scatter_points(view.field, 26 * view.art_scale_of_hex, "mottle", lambda _: True):
        reach = (5 + 8 * luck) * view.art_scale_of_hex
        corners = [
            Point(
                point.x
                + reach
                * (0.7 + 0.5 * stable_share("mottle", round(point.x), n))
                * math.cos(n * math.pi / 4)
                * 1.5,
                point.y
                + reach * (0.7 + 0.5 * stable_share("mottle", round(point.y), n)) * math.sin(n * math.pi / 4),
            )
            for n in range(8)
        ]
        patches.append(Path.smooth(corners, closed=True))
    canvas.path(combine_paths(patches), Style(fill=theme.land_mottle))


def draw_ground_off_map(canvas: Canvas, view: MapView) -> None:
    """Dim the area inside the neatline that no hex covers, and outline the hexes in play."""
    rings = joined_outlines(view, tuple(view.grid), beyond=False)
    veil = combine_paths([Path.rectangle(view.field), *(Path.line(ring, closed=True) for ring in rings)])
    canvas.path(veil, Style(fill=view.theme.land_off, opacity=0.62, even_odd=True))
    limit = combine_paths(Path.line(ring, closed=True) for ring in rings)
    canvas.path(limit, Style(stroke=view.theme.map_edge, width=MEDIUM, join="round"))


def draw_terrain(canvas: Canvas, view: MapView, free: IsFreePoint) -> None:
    """Draw all kinds of terrain, each as one area over its hexes."""
    for kind in view.hexmap.terrain:
        if kind.picture in view.art:
            _lay(canvas, view, kind, view.art[kind.picture])
        elif kind.hexes and kind.art != "clear":
            with canvas.group(f"terrain:{kind.id}"):
                _DRAW[kind.art](canvas, view, kind, free)


def _lay(canvas: Canvas, view: MapView, kind: Terrain, picture: bytes) -> None:
    """Tile the area of a kind of terrain with a picture. Each tile is as wide as a hex."""
    others = {hex_id for other in view.hexmap.terrain if other != kind for hex_id in other.hexes}
    hexes = kind.hexes or tuple(hex_id for hex_id in view.grid if hex_id not in others)
    if not hexes:
        return
    rings = joined_outlines(view, hexes) if kind.art == "clear" else _edge(view, replace(kind, hexes=hexes))
    wide = view.layout.hex_width
    tall = wide / aspect_ratio(picture)
    corners = [view.layout.centre(hex_id) for hex_id in hexes]
    reach = view.layout.radius + wide
    spots = {
        (column, row)
        for centre in corners
        for column in range(math.floor((centre.x - reach) / wide), math.floor((centre.x + reach) / wide) + 1)
        for row in range(math.floor((centre.y - reach) / tall), math.floor((centre.y + reach) / tall) + 1)
    }
    clip = combine_paths(Path.line(ring, closed=True) for ring in rings)
    with canvas.group(f"terrain:{kind.id}", clip=clip):
        for column, row in sorted(spots):
            canvas.image(Box(column * wide, row * tall, wide, tall), picture, cover=True)


def terrain_area(view: MapView, kind: Terrain) -> PolygonArea:
    """Return the area drawn for a kind of terrain. Other symbols avoid it."""
    return PolygonArea(_edge(view, kind))


_SWAY = {"forest": 1.7, "swamp": 1.5, "hills": 1.3, "lake": 1.6, "city": 0.0, "clear": 0.0}


def _edge(view: MapView, kind: Terrain) -> tuple[Line, ...]:
    rings = joined_outlines(view, kind.hexes)
    if kind.art == "city":
        return tuple(cut_corners(ring, 1, closed=True) for ring in rings)
    sway = _SWAY[kind.art] * view.art_scale_of_hex
    return tuple(
        natural_outline(ring, sway=sway, reach=11 * view.art_scale_of_hex, seed=f"{kind.id}{n}")
        for n, ring in enumerate(rings)
    )


def _forest(canvas: Canvas, view: MapView, kind: Terrain, free: IsFreePoint) -> None:
    draw_forest(canvas, view, _edge(view, kind), kind.id, free)


def _swamp(canvas: Canvas, view: MapView, kind: Terrain, free: IsFreePoint) -> None:
    rings, theme = _edge(view, kind), view.theme
    shape = combine_paths(Path.line(ring, closed=True) for ring in rings)
    canvas.path(shape, Style(fill=theme.swamp, stroke=theme.swamp_mark, width=FINE, dash=(1.6, 1.0)))
    area = PolygonArea(rings)
    unit, tufts, reeds = view.art_scale_of_hex, [], []
    for point, luck in scatter_points(view.visible_field, 5.2 * unit, kind.id, free, area):
        half = (1.1 + 0.7 * luck) * unit
        tufts.append(Path.line([Point(point.x - half, point.y), Point(point.x + half, point.y)]))
        for n in (-1, 0, 1):
            foot = Point(point.x + n * 0.45 * unit, point.y - 0.2 * unit)
            tip = Point(foot.x + n * 0.35 * unit, foot.y - (1.1 - 0.25 * abs(n)) * unit)
            reeds.append(Path.line([foot, tip]))
    if tufts:
        style = Style(stroke=theme.swamp_mark, width=FINE, cap="round")
        canvas.path(combine_paths(tufts + reeds), style)


def _hills(canvas: Canvas, view: MapView, kind: Terrain, free: IsFreePoint) -> None:
    rings, theme, unit = _edge(view, kind), view.theme, view.art_scale_of_hex
    canvas.path(combine_paths(Path.line(ring, closed=True) for ring in rings), Style(fill=theme.hills))
    strokes = []
    for n, ring in enumerate(rings):
        inner = offset_polyline(ring, 1.9 * unit, closed=True)
        for i, (a, b) in enumerate(zip(ring, inner, strict=True)):
            strokes.append(Path.line([a, a.towards(b, 0.55 + 0.45 * stable_share(kind.id, n, i))]))
            middle = a.towards(ring[(i + 1) % len(ring)], 0.5)
            strokes.append(Path.line([middle, middle + (b - a).scaled(0.5)]))
    area = PolygonArea(rings)
    for point, luck in scatter_points(view.visible_field, 6.4 * unit, kind.id, free, area):
        size = (1.3 + 0.8 * luck) * unit
        strokes.append(
            Path(
                (
                    Segment("M", (Point(point.x - size, point.y),)),
                    Segment(
                        "C",
                        (
                            Point(point.x - size * 0.4, point.y - size * 0.2),
                            Point(point.x - size * 0.3, point.y - size),
                            Point(point.x, point.y - size),
                        ),
                    ),
                    Segment(
                        "C",
                        (
                            Point(point.x + size * 0.4, point.y - size),
                            Point(point.x + size * 0.4, point.y - size * 0.3),
                            Point(point.x + size * 1.1, point.y),
                        ),
                    ),
                )
            )
        )
    canvas.path(combine_paths(strokes), Style(stroke=theme.hills_mark, width=FINE, cap="round"))


def _lake(canvas: Canvas, view: MapView, kind: Terrain, free: IsFreePoint) -> None:
    rings, theme = _edge(view, kind), view.theme
    shape = combine_paths(Path.line(ring, closed=True) for ring in rings)
    canvas.path(shape, Style(fill=theme.water, stroke=theme.water_edge, width=MEDIUM, join="round"))
    for by, width in ((1.2, FINE), (2.6, HAIR)):
        line = combine_paths(
            Path.line(offset_polyline(ring, by * view.art_scale_of_hex, closed=True), closed=True)
            for ring in rings
        )
        canvas.path(line, Style(stroke=theme.water_edge, width=width, opacity=0.6))


def _city(canvas: Canvas, view: MapView, kind: Terrain, free: IsFreePoint) -> None:
    rings, theme, unit = _edge(view, kind), view.theme, view.art_scale_of_hex
    shape = combine_paths(Path.line(ring, closed=True) for ring in rings)
    canvas.path(shape, Style(fill=theme.built_up, stroke=theme.built_up_mark, width=MEDIUM))
    area, blocks, edge = PolygonArea(rings), [], 1.6 * unit
    corners = [Point(dx * edge, dy * edge) for dx in (-1, 1) for dy in (-1, 1)]

    def within(point: Point) -> bool:
        return all(point + corner in area for corner in corners) and free(point)

    for point, luck in scatter_points(view.visible_field, 3.4 * unit, kind.id, within, area):
        half = (0.5 + 0.5 * luck) * unit
        tall = (0.5 + 0.4 * (stable_signed(kind.id, round(point.x * 10)) + 1) / 2) * unit
        blocks.append(Path.rectangle(Box(point.x - half, point.y - tall, 2 * half, 2 * tall)))
    if blocks:
        canvas.path(combine_paths(blocks), Style(fill=theme.built_up_mark, opacity=0.75))


_DRAW: dict[str, Callable[[Canvas, MapView, Terrain, IsFreePoint], None]] = {
    "forest": _forest,
    "swamp": _swamp,
    "hills": _hills,
    "lake": _lake,
    "city": _city,
}
