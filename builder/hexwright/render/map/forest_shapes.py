"""Draw forests: one shape for adjacent hexes, with an edge of treetops and scattered trees inside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Canvas, Path, Segment, Style
from hexwright.render.map.hex_regions import PolygonArea, combine_paths, crown_outline, scatter_points
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line
from hexwright.render.theme import FINE

_SPACING = 3.3
_CROWN = 0.95


def draw_forest(
    canvas: Canvas, view: MapView, rings: Sequence[Line], seed: str, free: Callable[[Point], bool]
) -> None:
    """Draw the forest within the given outlines."""
    theme, unit = view.theme, view.art_scale_of_hex
    edge = combine_paths(
        crown_outline(ring, size=2.6 * unit, seed=f"{seed}{n}") for n, ring in enumerate(rings)
    )
    # The soft edge: a wide pale stroke under the sharp one.
    canvas.path(edge, Style(stroke=theme.forest, width=2.2 * unit, join="round", opacity=0.45))
    cast = Point(0.45 * unit, 0.6 * unit)
    shadow = combine_paths(
        crown_outline([p + cast for p in ring], size=2.6 * unit, seed=f"{seed}{n}")
        for n, ring in enumerate(rings)
    )
    canvas.path(shadow, Style(fill=theme.forest_mark, opacity=0.4))
    canvas.path(edge, Style(fill=theme.forest, stroke=theme.forest_edge, width=FINE * 1.2, join="round"))
    area = PolygonArea(rings)
    shadows, crowns, lights = [], [], []
    for point, luck in scatter_points(view.visible_field, _SPACING * unit, seed, free, area):
        size = _CROWN * unit * (0.75 + 0.4 * luck)
        if luck < 0.62:
            shadows.append(_fir(Point(point.x + size * 0.14, point.y), size))
            lights.append(_fir_light(point, size))
        else:
            shadows.append(Path.ellipse(point, size * 0.72, size * 0.66))
            crowns.append(Path.ellipse(Point(point.x - size * 0.2, point.y - size * 0.18), size * 0.42))
    if shadows:
        canvas.path(combine_paths(shadows), Style(fill=theme.forest_mark))
    if crowns or lights:
        canvas.path(combine_paths([*crowns, *lights]), Style(fill=theme.forest_mark_light))


def _fir(foot: Point, size: float) -> Path:
    """Return a conifer with its base at the given point."""
    top, base = foot.y - size * 1.25, foot.y + size * 0.55
    return Path(
        (
            Segment("M", (Point(foot.x, top),)),
            Segment("L", (Point(foot.x + size * 0.62, base),)),
            Segment("L", (Point(foot.x - size * 0.62, base),)),
            Segment("Z"),
        )
    )


def _fir_light(foot: Point, size: float) -> Path:
    """Return the lit left side of a conifer."""
    top, base = foot.y - size * 1.0, foot.y + size * 0.42
    return Path(
        (
            Segment("M", (Point(foot.x + size * 0.08, top),)),
            Segment("L", (Point(foot.x + size * 0.02, base),)),
            Segment("L", (Point(foot.x - size * 0.4, base),)),
            Segment("Z"),
        )
    )
