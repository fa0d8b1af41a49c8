"""Draw the small weather pictures for markers, charts and the turn tracks of map, module and page."""

from __future__ import annotations

import math

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import WeatherArt
from hexwright.render.canvas import Box, Canvas, Colour, Path, Segment, Style
from hexwright.render.counters.counter_palette import INK, WHITE, mix_colours
from hexwright.render.theme import Theme


def draw_weather(canvas: Canvas, art: WeatherArt, theme: Theme, box: Box) -> None:
    """Draw the symbol for a kind of weather into a square box.

    The symbols differ in shape as well as colour.
    """
    u = min(box.width, box.height) / 10
    centre = box.centre
    match art:
        case "sun":
            _sun(canvas, theme, centre, u)
        case "rain":
            _rain(canvas, theme, centre, u)
        case "mud":
            _mud(canvas, theme, centre, u)
        case "frost":
            _frost(canvas, theme, centre, u)
        case "snow":
            _snow(canvas, theme, centre, u)
        case "sandstorm":
            _sandstorm(canvas, theme, centre, u)
        case "night":
            _night(canvas, theme, centre, u)


def weather_colour(art: WeatherArt, theme: Theme) -> Colour:
    """Return the colour that tints turns with a kind of weather."""
    match art:
        case "sun":
            return theme.weather_clear
        case "mud":
            return theme.weather_mud
        case "sandstorm":
            return mix_colours(theme.weather_clear, theme.weather_mud, 0.5)
        case "night":
            return mix_colours(theme.weather_snow, INK, 0.5)
        case "rain" | "frost" | "snow":
            return theme.weather_snow


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


def _draw_cloud(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    fill = mix_colours(theme.weather_snow, WHITE, 0.6)
    rim = mix_colours(theme.weather_snow, INK, 0.5)
    canvas.path(_cloud(centre, u), Style(fill=fill, stroke=rim, width=0.4 * u, join="round"))


def _rain(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a cloud with slanting rain."""
    drops = Path(())
    for x, foot in ((-2.7, 3.4), (-0.9, 4.6), (0.9, 3.4), (2.7, 4.6)):
        drops += Path.line(
            [centre + Point((x + 0.55) * u, 1.3 * u), centre + Point((x - 0.55) * u, foot * u)]
        )
    canvas.path(drops, Style(stroke=theme.weather_snow, width=0.7 * u, cap="round"))
    _draw_cloud(canvas, theme, centre + Point(0.15 * u, -0.9 * u), u)


def _mud(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a rain cloud over a track with ruts."""
    drops = Path(())
    for x in (-2.2, 0.0, 2.2):
        drops += Path.line([centre + Point((x + 0.35) * u, 0.9 * u), centre + Point((x - 0.35) * u, 2.5 * u)])
    canvas.path(drops, Style(stroke=theme.weather_snow, width=0.6 * u, cap="round"))
    _draw_cloud(canvas, theme, centre + Point(0.15 * u, -1.5 * u), u)
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


def _sandstorm(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw gusts that curl at their ends, with sand below them."""
    ink = mix_colours(weather_colour("sandstorm", theme), INK, 0.25)
    gusts = Path.line([centre + Point(-2.8 * u, 0.2 * u), centre + Point(4.4 * u, 0.2 * u)])
    for y, right, curl in ((-1.5, 1.4, 1.45), (1.9, 0.6, -1.25)):
        turn = centre + Point(right * u, (y - curl) * u)
        angles = (0.8 * n for n in range(6))
        arc = [turn + Point(math.sin(a), math.cos(a)).scaled(curl * u) for a in angles]
        if curl < 0:
            arc = [Point(2 * turn.x - p.x, p.y) for p in arc]
        gusts += Path.smooth([centre + Point(-4.4 * u, y * u), centre + Point((right - 2) * u, y * u), *arc])
    canvas.path(gusts, Style(stroke=ink, width=0.75 * u, cap="round"))
    grains = Path(())
    for x, y in ((-3.2, 3.9), (-0.9, 4.5), (3.6, 4.0), (3.4, 2.0), (-3.4, -3.6), (4.2, -2.0)):
        grains += Path.ellipse(centre + Point(x * u, y * u), 0.38 * u)
    canvas.path(grains, Style(fill=ink))


def _night(canvas: Canvas, theme: Theme, centre: Point, u: float) -> None:
    """Draw a crescent moon and two stars."""
    ink = weather_colour("night", theme)
    outer, inner, away = 4.2, 3.55, 2.0
    # Where the circle that is cut out meets the edge of the moon, seen from the middle of each.
    far = (outer**2 - inner**2 + away**2) / (2 * away)
    high = math.sqrt(outer**2 - far**2)
    from_moon, from_cut = math.atan2(high, far), math.atan2(high, far - away)
    tilt, moon = math.radians(-25), centre + Point(-0.5 * u, 0.4 * u)
    cut = moon + Point(math.cos(tilt), math.sin(tilt)).scaled(away * u)

    def arc(middle: Point, radius: float, first: float, last: float) -> list[Point]:
        angles = (tilt + first + (last - first) * n / 24 for n in range(25))
        return [middle + Point(math.cos(a), math.sin(a)).scaled(radius * u) for a in angles]

    edge = arc(moon, outer, from_moon, math.tau - from_moon) + arc(cut, inner, -from_cut, from_cut - math.tau)
    canvas.path(
        Path.line(edge, closed=True),
        Style(fill=mix_colours(theme.weather_clear, WHITE, 0.35), stroke=ink, width=0.45 * u, join="round"),
    )
    for x, y, size in ((2.4, -2.6, 1.5), (3.4, 1.4, 1.0)):
        canvas.path(Path.star(centre + Point(x * u, y * u), size * u), Style(fill=ink))
