"""Draw cities and towns, and propose positions for their names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Place, PlaceKind
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, wrap
from hexwright.render.map.hex_regions import combine_paths, share_in_hex, within_hex
from hexwright.render.map.hex_symbols import draw_emblem
from hexwright.render.map.map_view import COUNTER, MapView, symbol_radius
from hexwright.render.map.name_placement import NameCandidate, NameStyle, straight_name
from hexwright.render.map.stable_noise import stable_share
from hexwright.render.theme import FINE, MEDIUM

_SIZE: Mapping[PlaceKind, float] = {
    "capital": 5.2,
    "major-city": 4.4,
    "city": 4.0,
    "town": 3.4,
    "name": 3.4,
}
_FACE = {
    "capital": FontFace.SERIF_BOLD,
    "major-city": FontFace.SERIF_BOLD,
    "city": FontFace.SERIF_SEMIBOLD,
    "town": FontFace.SERIF,
    "name": FontFace.SERIF_ITALIC,
}
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


_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class _Fit:
    """The constraints of one attempt to place a name: its size, and the permitted overlap."""

    share: float
    outside: float
    """The maximum share of the name that may extend into adjacent hexes."""
    hidden: float
    """The maximum share of the name that a counter may cover."""


_FITS = (
    (
        _Fit(1.0, 0.08, 0.1),
        _Fit(0.93, 0.0, 0.1),
        _Fit(0.86, 0.0, 0.1),
        _Fit(0.8, 0.05, 0.1),
    ),
    (
        _Fit(1.0, 0.15, 1.0),
        _Fit(0.86, 0.0, 1.0),
        _Fit(0.8, 0.3, 1.0),
    ),
    (_Fit(0.7, 0.5, 1.0),),
    (_Fit(0.64, 1.0, 1.0),),
)
"""The attempts to place a name. Rows are tried in order, and the cheapest position in a row is used."""
_SHRUNK = 60.0
"""The cost of shrinking a name, per share of its size."""


def name_candidates(view: MapView, place: Place) -> Iterator[Iterator[NameCandidate]]:
    """Yield groups of positions for a name, best first: inside its hex, then slightly outside it."""
    for fits in _FITS:
        # If small print is already at its minimum, several shares give one size.
        tried: dict[float, float] = {}
        apart = []
        for fit in fits:
            size = _size(view, place, fit)
            if fit.outside > tried.get(size, -1.0):
                tried[size] = fit.outside
                apart.append(fit)
        yield chain.from_iterable(_candidates(view, place, fit) for fit in apart)


def _size(view: MapView, place: Place, fit: _Fit) -> float:
    return view.lettering(_SIZE[place.kind] * fit.share)


def _candidates(view: MapView, place: Place, fit: _Fit) -> Iterator[NameCandidate]:
    """Yield positions for a name. The cheapest are below and near the place's symbol, beside the counter."""
    unit, layout = view.art_scale_of_hex, view.layout
    text = place.name.upper() if place.kind == "capital" else place.name
    face = face_with_glyphs(_FACE[place.kind], text)
    c = layout.centre(place.hex)
    spacing = 0.15 * unit if place.kind == "capital" else 0.0
    size = _size(view, place, fit)
    style = NameStyle(face, size, view.theme.place_name, spacing)
    counter = Box(c.x - COUNTER / 2 * unit, c.y - COUNTER / 2 * unit, COUNTER * unit, COUNTER * unit)
    wraps = (text,), wrap(text, face, size, layout.hex_width * 0.85), wrap(text, face, size, 1.0)
    for lines in dict.fromkeys(wraps):
        if len(lines) > _MOST_LINES:
            continue
        model = straight_name(f"place:{place.id}", lines, style, Point(0.0, 0.0), 0.55 * unit)
        area = sum(box.width * box.height for box in model.boxes)
        if area * (1 - fit.outside) > layout.hex_width**2:
            continue
        for spot, cost in _spots(view, place, style, lines, c):
            boxes = [Box(b.x + spot.x, b.y + spot.y, b.width, b.height) for b in model.boxes]
            if not fit.outside and not all(within_hex(layout, place.hex, box) for box in boxes):
                continue
            kept = sum(share_in_hex(layout, place.hex, box) * box.width * box.height for box in boxes)
            hidden = sum(box.shared(counter) for box in boxes) / area
            if kept < (1 - fit.outside) * area - 1e-6 or hidden > fit.hidden:
                continue
            total = cost + 30 * (1 - kept / area) + 4 * hidden + 3 * (len(lines) - 1)
            total += _SHRUNK * (1 - fit.share)
            yield NameCandidate(total, model, partial(model.moved, spot))


def _spots(
    view: MapView, place: Place, style: NameStyle, lines: Sequence[str], c: Point
) -> Iterator[tuple[Point, float]]:
    """Yield positions for the middle of the first line's baseline, each with its cost."""
    unit, radius = view.art_scale_of_hex, symbol_radius(place.kind) * view.art_scale_of_hex
    wide = max(style.width(line) for line in lines)
    cap = face_metrics(style.face).cap_height * style.size
    tall = cap + (len(lines) - 1) * style.size * 1.02
    near = radius + 1.0 * unit
    room = view.layout.radius - near
    steps = max(1, round(room / (0.7 * unit)))
    for n in range(steps):
        away = n * room / steps
        for dx in (0.0, -1.5, 1.5, -3.0, 3.0, -4.5, 4.5):
            cost = 0.25 * away / unit + 0.5 * abs(dx)
            yield Point(c.x + dx * unit, c.y + near + away + cap), cost
            yield Point(c.x + dx * unit, c.y - near - away - tall + cap), 2.5 + cost
    if radius == 0:
        yield from ((Point(c.x + dx * unit, c.y + cap / 2), 0.5 * abs(dx)) for dx in (0.0, -1.5, 1.5))
    for extra in (0.0, 1.2, 2.4):
        for dy in (0.0, -1.2, 1.2, -2.4, 2.4, -3.6, 3.6):
            y = c.y + cap - tall / 2 + dy * unit
            for side in (1, -1):
                x = c.x + side * (near + 0.2 * unit + extra * unit + wide / 2)
                yield Point(x, y), 2.5 + (side < 0) * 0.5 + 0.6 * abs(dy) + extra
