"""Draw the samples of the terrain effects chart: one small hex each."""

from __future__ import annotations

import math

from builder.geometry.layout import Point
from builder.model.game import Game
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.charts.tables import Drawing
from builder.render.counters.emblems import emblem_path
from builder.render.theme import FINE, MEDIUM, STRONG, Theme


def sample(game: Game, of: str) -> Drawing:
    """Return a drawing of what a row of the chart is about; `of` as in `TerrainEffect`."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        hexagon = _hexagon(box)
        canvas.path(Path.line(hexagon, closed=True), Style(fill=theme.land))
        with canvas.group("sample", clip=Path.line(hexagon, closed=True)):
            _content(canvas, theme, game, of, box, hexagon)
        canvas.path(Path.line(hexagon, closed=True), Style(stroke=theme.hex_line, width=FINE))

    return draw


def _hexagon(box: Box) -> list[Point]:
    """Return the corners of a flat-topped hex that fills a box."""
    r = min(box.width / 2, box.height / math.sqrt(3))
    c = box.centre
    return [
        Point(c.x + r * math.cos(math.radians(60 * n)), c.y + r * math.sin(math.radians(60 * n)))
        for n in range(6)
    ]


def _content(canvas: Canvas, theme: Theme, game: Game, of: str, box: Box, corners: list[Point]) -> None:
    c = box.centre
    for ground in game.hexmap.terrain:
        if ground.id == of and ground.art == "forest":
            canvas.path(Path.line(corners, closed=True), Style(fill=theme.forest))
    for feature in game.hexmap.features:
        if feature.id == of and (feature.art == "star" or feature.art == "cross"):
            side = next((s for s in game.info.sides if s.id == feature.side), None)
            canvas.path(emblem_path(feature.art, c, 3.0), Style(fill=theme.accent(side)))
        elif feature.id == of and feature.art == "fortification":
            canvas.path(Path.ellipse(c, 4.0), Style(stroke=theme.fort, width=STRONG))
    for hexsides in game.hexmap.hexsides:
        if hexsides.id == of:
            canvas.path(
                Path.smooth([corners[3], corners[4], corners[5], corners[0]]),
                Style(stroke=theme.water_edge, width=1.6),
            )
    for line in game.hexmap.lines:
        if line.id == of:
            ends = [Point(box.x, c.y + 2), c, Point(box.right, c.y - 2)]
            canvas.path(Path.smooth(ends), Style(stroke=theme.rail, width=STRONG))
    if of.startswith("place:"):
        r = 2.6 if of == "place:capital" else 1.8
        canvas.path(Path.ellipse(c, r), Style(fill=theme.built_up, stroke=theme.built_up_mark, width=MEDIUM))
