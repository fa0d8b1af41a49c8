"""Draw the small weather pictures for markers, charts and the turn track."""

from __future__ import annotations

import math
from typing import Literal

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Path, Segment, Style
from hexwright.render.counters.counter_palette import INK, WHITE, mix_colours
from hexwright.render.theme import Theme

WeatherArt = Literal["sun", "mud", "frost", "snow"]


def draw_weather(canvas: Canvas, art: WeatherArt, theme: Theme, box: Box) -> None:
    """Draw the symbol for a kind of weather into a square box.

    The symbols differ in shape as well as colour.
    """
    u = min(box.width, box.height) / 10
    centre = box.centre
    match art:
        case "sun":
            _sun(canvas, theme, centre, u)
        case "mud":
            _mud(canvas, theme, centre, u)
        case "frost":
            _frost(canvas, theme, centre, u)
        case "snow":
            _snow(canvas, theme, centre, u)


def _sun(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    rim = mix_colours(theme.weather_clear, INK, 0.45)
    rays = Path(())
    for n in range(8):
        angle = math.radians(45 * n)
        way = Point(math.sin(angle), -math.cos(angle))
        rays += Path.line([centre + way.scaled(3.3 * u), centre + way.scaled(4.7 * u)])
    canvas.path(rays, Style(stroke=rim, width=0.7 * u, cap="round"))
    canvas.path(Path.ellipse(centre, 2.5 * u), Style(fill=theme.weather_clear, stroke=rim, width=0.45 * u))


def _cloud(centre: Point, u: float) -> Path:
    c = centre

    def curve(*points: tuple[float, float]) -> Segment:
        return Segment("C", tuple(Point(c.x + x * u, c.y + y * u) for x, y in points))

    return Path(
        (
            Segment("M", (Point(c.x - 2.9 * u, c.y + 1.7 * u),)),
            curve((-4.7, 1.7), (-4.9, -0.9), (-3.0, -1.0)),
            curve((-2.9, -3.1), (0.2, -3.6), (1.0, -1.7)),
            curve((2.4, -2.5), (4.0, -1.5), (3.5, 0.0)),
            curve((4.9, 0.3), (4.6, 1.7), (3.2, 1.7)),
            Segment("Z"),
        )
    )


def _mud(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a rain cloud over a track with ruts."""
    drops = Path(())
    for x in (-2.2, 0.0, 2.2):
        drops += Path.line([centre + Point((x + 0.35) * u, 0.9 * u), centre + Point((x - 0.35) * u, 2.5 * u)])
    canvas.path(drops, Style(stroke=theme.weather_snow, width=0.6 * u, cap="round"))
    cloud = _cloud(centre + Point(0.15 * u, -1.5 * u), u)
    canvas.path(
        cloud,
        Style(
            fill=mix_colours(theme.weather_snow, WHITE, 0.6),
            stroke=mix_colours(theme.weather_snow, INK, 0.5),
            width=0.4 * u,
            join="round",
        ),
    )
    for y in (3.5, 4.6):
        ruts = [
            centre + Point(x * u, (y + (0.28 if n % 2 else -0.28)) * u)
            for n, x in enumerate((-4, -2, 0, 2, 4))
        ]
        canvas.path(Path.smooth(ruts), Style(stroke=theme.weather_mud, width=0.62 * u, cap="round"))


def _frost(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a thermometer with a low reading beside a minus sign."""
    rim = mix_colours(theme.weather_snow, INK, 0.5)
    x, bulb = centre.x - 1.3 * u, Point(centre.x - 1.3 * u, centre.y + 2.9 * u)
    tube = Path.rectangle(Box(x - 1.0 * u, centre.y - 4.5 * u, 2.0 * u, 6.6 * u), 1.0 * u)
    glass = Style(fill=WHITE, stroke=rim, width=0.45 * u)
    canvas.path(Path.ellipse(bulb, 1.8 * u), glass)
    canvas.path(tube, glass)
    canvas.path(Path.ellipse(bulb, 1.35 * u), Style(fill=theme.weather_snow))
    column = Path.line([bulb, Point(x, centre.y + 0.4 * u)])
    canvas.path(column, Style(stroke=theme.weather_snow, width=1.0 * u))
    marks = Path(())
    for y in (-3.2, -1.7, -0.2):
        marks += Path.line([Point(x + 1.0 * u, centre.y + y * u), Point(x + 1.9 * u, centre.y + y * u)])
    canvas.path(marks, Style(stroke=rim, width=0.4 * u))
    minus = Path.line([centre + Point(1.9 * u, -2.4 * u), centre + Point(4.4 * u, -2.4 * u)])
    canvas.path(minus, Style(stroke=theme.weather_snow, width=0.9 * u))


def _snow(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a six-armed snow crystal."""
    arms = Path(())
    for n in range(6):
        angle = math.radians(60 * n)
        way, across = Point(math.sin(angle), -math.cos(angle)), Point(math.cos(angle), math.sin(angle))
        arms += Path.line([centre, centre + way.scaled(4.6 * u)])
        for reach, twig in ((2.0, 1.1), (3.3, 1.0)):
            tips = [
                centre + way.scaled((reach + twig * 0.8) * u) + across.scaled(sign * twig * u)
                for sign in (-1, 1)
            ]
            arms += Path.line([tips[0], centre + way.scaled(reach * u), tips[1]])
    canvas.path(arms, Style(stroke=theme.weather_snow, width=0.6 * u, cap="round", join="round"))
