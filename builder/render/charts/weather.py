"""Lay out the weather table."""

from __future__ import annotations

from builder.model.charts import Weather
from builder.render.canvas import Box, Canvas, Colour
from builder.render.charts.blocks import Chart
from builder.render.charts.tables import Cell, Drawing, Table, head
from builder.render.counters.palette import mixed
from builder.render.counters.weather_art import WeatherArt, draw_weather
from builder.render.fonts import Face
from builder.render.theme import Theme


def weather_sign(art: WeatherArt) -> Drawing:
    """Return a drawing of a kind of weather."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        draw_weather(canvas, art, theme, box)

    return draw


def weather_ground(art: WeatherArt, theme: Theme) -> Colour:
    """Return the pale ground of a turn with this weather."""
    match art:
        case "sun":
            return theme.panel
        case "mud":
            return mixed(theme.panel, theme.weather_mud, 0.22)
        case "frost":
            return mixed(theme.panel, theme.weather_snow, 0.1)
        case "snow":
            return mixed(theme.panel, theme.weather_snow, 0.22)


def weather_chart(weather: tuple[Weather, ...], theme: Theme) -> Chart:
    """Return the chart: a kind of weather a row."""
    other = any(kind.other for kind in weather)
    titles = ["Weather", "Movement", "Combat", *(["Notes"] if other else [])]
    rows = []
    for kind in weather:
        ground = weather_ground(kind.art, theme)
        texts = [kind.movement, kind.combat, *([kind.other] if other else [])]
        name = Cell(
            kind.name,
            Face.SERIF_SEMIBOLD,
            3.8,
            fill=ground,
            drawing=weather_sign(kind.art),
            drawing_size=(9.5, 9.5),
        )
        rows.append((name, *(Cell(text, fill=ground) for text in texts)))
    shares = (30.0, 42.0, 34.0, *([36.0] if other else []))
    return Chart("Weather", "", 134.0, (Table(shares, tuple(rows), tuple(head(t) for t in titles)),))
