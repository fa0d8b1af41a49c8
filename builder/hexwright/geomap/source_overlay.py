"""Draw the source data over the draft, so that a reader sees at a glance which features were moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import shapely

from hexwright.geomap.map_draft import MapDraft
from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.ids import Hexside
from hexwright.render.canvas import Box, Canvas, Colour, Halo, Style
from hexwright.render.canvas import Path as Drawn
from hexwright.render.fonts import FontFace
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import Theme

SOURCE_COLOUR = Colour("#d0021b")
"""The colour of all source data."""
_HEX_MM = 12.0
"""Width of a hex in the picture, in mm."""
_MARGIN = 6.0


class _Sheet:
    """The conversion from km on the map to mm in the picture."""

    def __init__(self, draft: MapDraft, canvas: Canvas, theme: Theme) -> None:
        self.draft = draft
        self.canvas = canvas
        self.theme = theme
        self.scale = _HEX_MM / draft.field.hex_km
        self.layout = Layout(draft.field.hexes, _HEX_MM, Point(_MARGIN, _MARGIN))

    def at(self, x: float, y: float) -> Point:
        return Point(_MARGIN + x * self.scale, _MARGIN + y * self.scale)

    def lines(self, shapes: Iterable[Any], style: Style) -> None:
        for shape in shapes:
            for part in shapely.get_parts(shape):
                lines = [part] if part.geom_type == "LineString" else _rings(part)
                for line in lines:
                    thin = line.simplify(0.02 * self.draft.field.hex_km)
                    if thin.is_empty:
                        continue
                    self.canvas.path(Drawn.line([self.at(x, y) for x, y in thin.coords]), style)


def _rings(part: Any) -> Sequence[Any]:
    return [part.exterior, *part.interiors] if part.geom_type == "Polygon" else []


def overlay_svg(draft: MapDraft, theme: Theme) -> tuple[str, float]:
    """Return the picture as SVG text, and its width in mm."""
    size = Layout(draft.field.hexes, _HEX_MM).size
    width, height = size.x + 2 * _MARGIN, size.y + 2 * _MARGIN + 8
    canvas = SvgCanvas(width, height, f"{draft.hexmap.title}: source data over the draft")
    sheet = _Sheet(draft, canvas, theme)
    canvas.path(Drawn.rectangle(Box(0, 0, width, height)), Style(fill=theme.sheet))
    with canvas.group("draft"):
        _ground(sheet)
        _lines(sheet)
    with canvas.group("source"):
        _source(sheet)
    with canvas.group("places"):
        _places(sheet)
    canvas.text(
        Point(_MARGIN, height - 4),
        "Red: the source data, and towns at their true positions. Everything else: the draft.",
        FontFace.SANS,
        4,
        theme.ink,
        anchor="start",
    )
    return canvas.to_svg(), width


def _ground(sheet: _Sheet) -> None:
    theme = sheet.theme
    fills = {
        "clear": theme.land,
        "forest": theme.forest,
        "swamp": theme.swamp,
        "hills": theme.land_mottle,
        "lake": theme.water,
        "city": theme.panel_dark,
    }
    kinds = {h: kind.art for kind in sheet.draft.hexmap.terrain for h in kind.hexes}
    for hex_id in sheet.draft.field.hexes:
        corners = sheet.layout.corners(hex_id)
        fill = fills[kinds.get(hex_id, "clear")]
        sheet.canvas.path(
            Drawn.line(corners, closed=True), Style(fill=fill, stroke=theme.hex_line, width=0.12)
        )
        centre = sheet.layout.centre(hex_id)
        at = Point(centre.x, centre.y - _HEX_MM * 0.36)
        sheet.canvas.text(at, hex_id, FontFace.SANS, 1.7, theme.hex_number)


def _lines(sheet: _Sheet) -> None:
    _hexsides(sheet)
    _ways(sheet)
    _chains(sheet)


def _hexsides(sheet: _Sheet) -> None:
    theme = sheet.theme
    for feature in sheet.draft.hexmap.hexsides:
        water = feature.art in ("river", "lake")
        for run in feature.lines:
            for text in run.hexsides:
                ends = sheet.layout.hexside(Hexside.parse(text))
                style = Style(
                    stroke=theme.water_edge if water else theme.fort, width=1.1 if water else 1.5, cap="round"
                )
                sheet.canvas.path(Drawn.line(ends), style)


def _ways(sheet: _Sheet) -> None:
    style = Style(stroke=sheet.theme.ink, width=0.7, join="round")
    for ways in sheet.draft.hexmap.lines:
        for line in ways.lines:
            points = [sheet.layout.centre(h) for h in line.path]
            for exit_ in line.exits:
                a, b = sheet.layout.side(exit_.hex, exit_.direction)
                middle = a.towards(b, 0.5)
                points = [*points, middle] if exit_.hex == line.path[-1] else [middle, *points]
            if len(points) > 1:
                sheet.canvas.path(Drawn.line(points), style)


def _chains(sheet: _Sheet) -> None:
    style = Style(stroke=sheet.theme.fort, width=0.6, dash=(1.2, 0.8))
    for marks in sheet.draft.hexmap.features:
        for group in marks.groups:
            for a, b in pairwise(map(sheet.layout.centre, group.hexes)):
                sheet.canvas.path(Drawn.line([a, b]), style)


def _source(sheet: _Sheet) -> None:
    draft = sheet.draft
    thin = Style(stroke=SOURCE_COLOUR, width=0.3, join="round")
    dashed = Style(stroke=SOURCE_COLOUR, width=0.3, dash=(1.5, 1.0))
    box = draft.field.box
    sheet.lines((one.shape.intersection(box) for one in draft.water), thin)
    sheet.lines((one.course.line for one in draft.rivers if one.course.water_area is None), thin)
    sheet.lines((one.course.line for one in draft.ways), dashed)
    for front in draft.fronts:
        sheet.lines((row.course.line for row in front.rows), dashed)
        sheet.lines((one.course.line for one in front.snapped), dashed)


def _places(sheet: _Sheet) -> None:
    theme = sheet.theme
    for town in sheet.draft.towns:
        home = sheet.layout.centre(town.hex)
        true = sheet.at(town.x, town.y)
        sheet.canvas.path(Drawn.line([true, home]), Style(stroke=SOURCE_COLOUR, width=0.25))
        sheet.canvas.path(Drawn.ellipse(true, 0.5), Style(fill=SOURCE_COLOUR))
        reach = 1.4 if town.kind in ("capital", "major-city", "city") else 0.9
        sheet.canvas.path(Drawn.ellipse(home, reach), Style(fill=theme.panel, stroke=theme.ink, width=0.35))
        sheet.canvas.text(
            Point(home.x, home.y + 4.2),
            town.name,
            FontFace.SANS_SEMIBOLD,
            2.6,
            theme.ink,
            halo=Halo(theme.panel, 0.4),
        )
