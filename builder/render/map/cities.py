"""Draw cities by kind, and offer places for their names."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from builder.geometry.layout import Point
from builder.model.hexmap import Place
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.fonts import Face, able, metrics, wrap
from builder.render.map.lettering import Candidate, Lettering, straight
from builder.render.map.noise import chance
from builder.render.map.regions import joined
from builder.render.map.symbols import draw_emblem
from builder.render.map.view import MapView
from builder.render.theme import FINE, MEDIUM

_RADIUS = {"capital": 4.3, "major-city": 3.1, "city": 2.5, "town": 1.5, "name": 0.0}
_SIZE = {"capital": 5.7, "major-city": 4.4, "city": 4.1, "town": 3.4, "name": 3.4}
_FACE = {
    "capital": Face.SERIF_BOLD,
    "major-city": Face.SERIF_BOLD,
    "city": Face.SERIF_SEMIBOLD,
    "town": Face.SERIF,
    "name": Face.SERIF_ITALIC,
}
_BUILT_UP = {"capital": 10.2, "major-city": 7.4, "city": 5.4, "town": 2.6}


def symbol_of(view: MapView, place: Place) -> Box | None:
    """Return the box of a place's symbol, or None when it is only lettering."""
    radius = _RADIUS[place.kind] * view.unit
    if radius == 0:
        return None
    c = view.layout.centre(place.hex)
    return Box(c.x - radius, c.y - radius, 2 * radius, 2 * radius)


def draw_built_up(canvas: Canvas, view: MapView, place: Place) -> None:
    """Draw the area that a place's houses cover, with blocks along its streets."""
    if place.kind == "name":
        return
    theme, unit = view.theme, view.unit
    reach = _BUILT_UP[place.kind] * unit
    centre = view.layout.centre(place.hex)
    count = 14 if place.kind == "capital" else 10
    corners = [
        Point(
            centre.x + reach * r * math.cos(math.tau * n / count),
            centre.y + reach * r * math.sin(math.tau * n / count),
        )
        for n in range(count)
        for r in (0.72 + 0.4 * chance(place.id, n),)
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
            if chance(place.id, k, n) < 0.24:
                continue
            angle = math.tau * (n + 0.5 * (k % 2)) / parts
            blocks.append(_block(centre, share * reach, angle, unit * (0.42 + 0.25 * chance(place.id, n, k))))
    if blocks:
        canvas.path(joined(blocks), Style(fill=theme.built_up_mark, opacity=0.55))


def _block(centre: Point, reach: float, angle: float, half: float) -> Path:
    out, side = Point(math.cos(angle), math.sin(angle)), Point(-math.sin(angle), math.cos(angle))
    middle = centre + out.scaled(reach)
    a, b = out.scaled(half), side.scaled(half * 1.3)
    return Path.line([middle + a + b, middle + a - b, middle - a - b, middle - a + b], closed=True)


def draw_place(canvas: Canvas, view: MapView, place: Place) -> None:
    """Draw a place's symbol; its disc has the colour and the emblem of the side that owns it."""
    radius = _RADIUS[place.kind] * view.unit
    if radius == 0:
        return
    theme, centre = view.theme, view.layout.centre(place.hex)
    owner = view.side(place.owner)
    accent = theme.accent(owner)
    with canvas.group(f"place:{place.id}"):
        canvas.path(
            Path.ellipse(centre, radius), Style(fill=theme.halo, stroke=theme.ink, width=MEDIUM * view.unit)
        )
        if place.kind == "capital":
            canvas.path(Path.ellipse(centre, radius * 0.84), Style(stroke=theme.ink, width=FINE * view.unit))
            canvas.path(Path.ellipse(centre, radius * 0.74), Style(fill=accent))
            draw_emblem(
                canvas, owner.emblem if owner else "star", centre, radius * 0.6, theme.halo, theme.halo
            )
        elif place.kind in ("major-city", "city"):
            if place.kind == "major-city":
                canvas.path(
                    Path.ellipse(centre, radius * 0.86), Style(stroke=theme.ink, width=FINE * view.unit)
                )
            canvas.path(Path.ellipse(centre, radius * 0.7), Style(fill=accent))
            if owner is not None:
                draw_emblem(canvas, owner.emblem, centre, radius * 0.46, theme.halo, accent)
        else:
            canvas.path(Path.ellipse(centre, radius * 0.45), Style(fill=accent))


NAME_SIZES = (1.0, 0.88, 0.76, 0.64)
"""Shares of its full size that a name is tried at, one after the other."""


def name_candidates(view: MapView, place: Place, share: float) -> Iterator[Candidate]:
    """Offer places for a name at a share of its size; those are cheap that a counter leaves in sight."""
    unit = view.unit
    text = place.name.upper() if place.kind == "capital" else place.name
    face = able(_FACE[place.kind], text)
    c = view.layout.centre(place.hex)
    across = view.layout.hex_width
    radius = _RADIUS[place.kind] * unit
    spacing = 0.15 * unit if place.kind == "capital" else 0.0
    size = view.lettering(_SIZE[place.kind] * share)
    style = Lettering(face, size, view.theme.place_name, spacing)
    for lines in dict.fromkeys(((text,), wrap(text, face, size, across * 1.1), wrap(text, face, size, 1.0))):
        wide = max(style.width(line) for line in lines)
        cap = metrics(face).cap_height * size
        tall = cap + (len(lines) - 1) * size * 1.02
        below = c.y + across / 2 - 1.5 * unit - (tall - cap) - 0.1 * size
        spots: list[tuple[Point, float]] = [
            (Point(c.x + dx * unit, below + dy * unit), 0.5 * abs(dx) + 1.2 * abs(dy))
            for dx in (0, -2, 2, -4, 4, -6, 6, -9, 9)
            for dy in (0, -0.7, -1.4, -2.2, 1.2)
        ]
        aside = radius + 1.2 * unit + wide / 2
        for extra in (0.0, 1.5, 3.0):
            for dy in (0.0, -1.5, 1.5, -3.0, 3.0, -5.0, 5.0):
                y = c.y + cap / 2 - (tall - cap) / 2 + dy * unit
                spots += [
                    (Point(c.x + side * (aside + extra * unit), y), 5 + abs(dy) + extra) for side in (1, -1)
                ]
        above = c.y - radius - 1.4 * unit - (tall - cap)
        spots += [(Point(c.x + dx * unit, above), 5 + 0.5 * abs(dx)) for dx in (0, -3, 3, -6, 6)]
        for spot, cost in spots:
            label = partial(straight, f"place:{place.id}", lines, style, spot, 0.55 * unit)
            yield Candidate(cost + 3 * (len(lines) - 1), label)
