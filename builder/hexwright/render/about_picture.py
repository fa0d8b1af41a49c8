"""Draw the picture of a module's About window: title, sides, size and credits of the game.

VASSAL's wizard shows it too, and writes its steps over the upper left part.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace, fitting_size, text_width, wrap_without_orphans
from hexwright.render.side_emblems import emblem_path
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise

WIDTH: Final = 560
"""The width in pixels. Beside it, the wizard's questions need 560 pixels of a screen of 1280."""
HEIGHT: Final = 560
_GROUND, _LINES, _TITLE, _TEXT, _PALE, _GOLD = (
    Colour(code) for code in ("#262c32", "#39424a", "#f5eedd", "#f0ece2", "#aab2b8", "#d9a441")
)
_LEFT: Final = 36.0
"""The left edge of all text, in pixels."""
_TOP: Final = 196.0
"""The baseline of the first line, in pixels: above it, the wizard lists up to eight steps."""
_TEXT_WIDTH: Final = 488.0
_STEPS_WIDTH: Final = 240.0
"""The width of the wizard's steps, beside which the hexes are."""
_HEX: Final = 44.0
"""The radius of a hex of the background, in pixels."""


def about_picture(game: Game) -> bytes:
    """Return the picture as PNG, `WIDTH` by `HEIGHT` pixels. The same game gives the same bytes."""
    return rasterise(about_drawing(game), WIDTH)


def about_drawing(game: Game) -> str:
    """Return the picture as SVG, whose unit is a pixel."""
    canvas = SvgCanvas(WIDTH, HEIGHT)
    canvas.path(Path.rectangle(Box(0, 0, WIDTH, HEIGHT)), Style(fill=_GROUND))
    _draw_hexes(canvas, game)
    _draw_sides(canvas, game)
    _draw_words(canvas, game)
    return canvas.to_svg()


def _draw_hexes(canvas: Canvas, game: Game) -> None:
    """Draw hexes at the top right, in which the sides face each other."""
    for column in range(5):
        for row in range(-1, 2):
            centre = _hex_centre(column, row)
            if centre.x - _HEX > _STEPS_WIDTH and centre.y + _HEX < _TOP - 15:
                canvas.path(_hexagon(centre), Style(stroke=_LINES, width=1.2))
    for number, side in enumerate(game.info.sides):
        centre = _hex_centre(2 - number, 0)
        fill = Colour(side.classic.fill)
        canvas.path(_hexagon(centre), Style(fill=fill, stroke=Colour(side.classic.accent), width=2))
        canvas.path(emblem_path(side.emblem, centre, _HEX * 0.5), Style(fill=Colour(side.classic.accent)))


def _hex_centre(column: int, row: int) -> Point:
    """Return the centre of a hex; columns count from the right edge."""
    return Point(WIDTH - 44 - column * _HEX * 1.5, (row + column % 2 / 2) * _HEX * math.sqrt(3) + 46)


def _hexagon(centre: Point) -> Path:
    turns = (n * math.pi / 3 for n in range(6))
    corners = [Point(centre.x + _HEX * math.cos(t), centre.y + _HEX * math.sin(t)) for t in turns]
    return Path.line(corners, closed=True)


def _draw_sides(canvas: Canvas, game: Game) -> None:
    """Draw a bar at the left edge, which the sides share."""
    share = HEIGHT / len(game.info.sides)
    for number, side in enumerate(game.info.sides):
        bar = Box(0, number * share, 8, share)
        canvas.path(Path.rectangle(bar), Style(fill=Colour(side.classic.fill)))


def _draw_words(canvas: Canvas, game: Game) -> None:
    info = game.info
    y = _TOP
    if info.period:
        size = fitting_size(info.period.upper(), FontFace.SANS_SEMIBOLD, 15, _TEXT_WIDTH - 60)
        canvas.text(
            Point(_LEFT, y),
            info.period.upper(),
            FontFace.SANS_SEMIBOLD,
            size,
            _GOLD,
            anchor="start",
            spacing=2,
        )
    size = 48.0
    while len(lines := wrap_without_orphans(info.title, FontFace.SERIF_BOLD, size, _TEXT_WIDTH)) > 2 or any(
        text_width(line, FontFace.SERIF_BOLD, size) > _TEXT_WIDTH for line in lines
    ):
        size -= 2
        if size < 20:
            break
    for line in lines[:2]:
        y += size * 1.1
        canvas.text(Point(_LEFT, y), line, FontFace.SERIF_BOLD, size, _TITLE, anchor="start")
    y += 22
    canvas.path(Path.rectangle(Box(_LEFT, y, 90, 3)), Style(fill=_GOLD))
    y += 10
    for line in _facts(game):
        for part in wrap_without_orphans(line, FontFace.SANS, 17, _TEXT_WIDTH):
            y += 23
            canvas.text(Point(_LEFT, y), part, FontFace.SANS, 17, _TEXT, anchor="start")
    y += 12
    for line in _credits(game):
        for part in wrap_without_orphans(line, FontFace.SANS, 13, _TEXT_WIDTH):
            y += 18
            if y > HEIGHT - 18:
                return
            canvas.text(Point(_LEFT, y), part, FontFace.SANS, 13, _PALE, anchor="start")


def _facts(game: Game) -> Iterator[str]:
    """Yield what kind of game it is, all of it from the game's data."""
    if game.info.subtitle:
        yield game.info.subtitle
    yield " · ".join(side.plural for side in game.info.sides)
    lengths = sorted({one.last_turn - one.first_turn + 1 for one in game.scenarios})
    turns = f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else f"{lengths[0]}"
    count = len(game.scenarios)
    yield f"{count} scenario{'' if count == 1 else 's'} of {turns} turns · {len(game.counters.units)} units"


def _credits(game: Game) -> Iterator[str]:
    """Yield the first edition, the people, and the version of the module."""
    info = game.info
    yield f"Version {info.version} of the module"
    if not game.invented:
        yield f"First published in {info.published} by {info.publisher}"
    for credit in info.credits:
        yield f"{credit.role}: {', '.join(credit.names)}"
