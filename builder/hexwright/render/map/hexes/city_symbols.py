"""Draw cities and towns."""

from __future__ import annotations

from hexwright.model.hex_map import Place
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.map.hexes.hex_symbols import draw_emblem
from hexwright.render.map.map_view import MapView, symbol_radius
from hexwright.render.theme import FINE, MEDIUM


def place_symbol_box(view: MapView, place: Place) -> Box | None:
    """Return the bounding box of a place's symbol, or None if the place has only a name."""
    radius = symbol_radius(place.kind) * view.art_scale_of_hex
    if radius == 0:
        return None
    c = view.layout.centre(place.hex)
    return Box(c.x - radius, c.y - radius, 2 * radius, 2 * radius)


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
