"""Draw cities and towns."""

from __future__ import annotations

import math

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.hex_symbols import draw_emblem
from hexwright.render.map.map_view import MapView, symbol_radius
from hexwright.render.map.stable_noise import stable_share
from hexwright.render.theme import FINE, MEDIUM

_BUILT_UP = {"capital": 10.2, "major-city": 7.4, "city": 5.4, "town": 2.6}


def place_symbol_box(view: MapView, place: Place) -> Box | None:
    """Return the bounding box of a place's symbol, or None if the place has only a name."""
    radius = symbol_radius(place.kind) * view.art_scale_of_hex
    if radius == 0:
        return None
    c = view.layout.centre(place.hex)
    return Box(c.x - radius, c.y - radius, 2 * radius, 2 * radius)


def draw_built_up(canvas: Canvas, view: MapView, place: Place) -> None:
    """Draw the built-up area of a place, with its street blocks."""
    if place.kind == "name":
        return
    theme, unit = view.theme, view.art_scale_of_hex
    reach = _BUILT_UP[place.kind] * unit
    centre = view.layout.centre(place.hex)
    count = 14 if place.kind == "capital" else 10
    corners = [
        Point(
            centre.x + reach * r * math.cos(math.tau * n / count),
            centre.y + reach * r * math.sin(math.tau * n / count),
        )
        for n in range(count)
        for r in (0.72 + 0.4 * stable_share(place.id, n),)
    ]
    canvas.path(
        Path.line(corners, closed=True),
        Style(fill=theme.built_up, stroke=theme.built_up_mark, width=FINE * unit, join="round"),
    )
    blocks = []
    rings = {"capital": (0.3, 0.5, 0.7), "major-city": (0.45, 0.7), "city": (0.66,), "town": ()}[place.kind]
    for k, share in enumerate(rings):
        parts = max(6, round(math.tau * share * reach / (1.7 * unit)))
        for n in range(parts):
            if stable_share(place.id, k, n) < 0.24:
                continue
            angle = math.tau * (n + 0.5 * (k % 2)) / parts
            blocks.append(
                _block(centre, share * reach, angle, unit * (0.42 + 0.25 * stable_share(place.id, n, k)))
            )
    if blocks:
        canvas.path(combine_paths(blocks), Style(fill=theme.built_up_mark, opacity=0.55))


def _block(centre: Point, reach: float, angle: float, half: float) -> Path:
    out, side = Point(math.cos(angle), math.sin(angle)), Point(-math.sin(angle), math.cos(angle))
    middle = centre + out.scaled(reach)
    a, b = out.scaled(half), side.scaled(half * 1.3)
    return Path.line([middle + a + b, middle + a - b, middle - a - b, middle - a + b], closed=True)


def draw_place(canvas: Canvas, view: MapView, place: Place) -> None:
    """Draw a place's symbol. Its disc has the colour and emblem of the side that owns the place."""
    radius = symbol_radius(place.kind) * view.art_scale_of_hex
    if radius == 0:
        return
    theme, centre = view.theme, view.layout.centre(place.hex)
    owner = view.side(place.owner)
    accent = theme.accent(owner)
    with canvas.group(f"place:{place.id}"):
        canvas.path(
            Path.ellipse(centre, radius),
            Style(fill=theme.halo, stroke=theme.ink, width=MEDIUM * view.art_scale_of_hex),
        )
        if place.kind == "capital":
            canvas.path(
                Path.ellipse(centre, radius * 0.84),
                Style(stroke=theme.ink, width=FINE * view.art_scale_of_hex),
            )
            canvas.path(Path.ellipse(centre, radius * 0.74), Style(fill=accent))
            draw_emblem(
                canvas, owner.emblem if owner else "star", centre, radius * 0.6, theme.halo, theme.halo
            )
        elif place.kind in ("major-city", "city"):
            if place.kind == "major-city":
                canvas.path(
                    Path.ellipse(centre, radius * 0.86),
                    Style(stroke=theme.ink, width=FINE * view.art_scale_of_hex),
                )
            canvas.path(Path.ellipse(centre, radius * 0.7), Style(fill=accent))
            if owner is not None:
                draw_emblem(canvas, owner.emblem, centre, radius * 0.46, theme.halo, accent)
        else:
            canvas.path(Path.ellipse(centre, radius * 0.45), Style(fill=accent))
