"""Lay out the weather table."""

from __future__ import annotations

from hexwright.model import module_window_names
from hexwright.model.charts import Weather, WeatherArt
from hexwright.render.canvas import Box, Canvas, Colour
from hexwright.render.charts.chart_layout import BODY, SMALL, Chart
from hexwright.render.charts.chart_tables import Cell, Drawing, Table, head_cell
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme
from hexwright.render.weather_pictures import draw_weather, weather_colour


def weather_sign(art: WeatherArt) -> Drawing:
    """Return a drawing of the symbol for a kind of weather."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        draw_weather(canvas, art, theme, box)

    return draw


def weather_ground(art: WeatherArt, theme: Theme) -> Colour:
    """Return the pale background colour of turns with this kind of weather."""
    strength = {"sun": 0.0, "frost": 0.1}.get(art, 0.22)
    return mix_colours(theme.panel, weather_colour(art, theme), strength)


def weather_table(weather: tuple[Weather, ...], theme: Theme, *, small: bool = False) -> Table:
    """Return the table of weather effects; columns without any text are omitted."""
    columns = {
        "Movement": [kind.movement for kind in weather],
        "Combat": [kind.combat for kind in weather],
        "Notes": [kind.other for kind in weather],
    }
    shown = {title: texts for title, texts in columns.items() if any(texts)}
    sign, name, size = (6.5, 3.2, SMALL) if small else (9.5, 3.8, BODY)
    rows = []
    for n, kind in enumerate(weather):
        ground = weather_ground(kind.art, theme)
        drawing = weather_sign(kind.art)
        face = FontFace.SERIF_SEMIBOLD
        named = Cell(kind.name, face, name, fill=ground, drawing=drawing, drawing_size=(sign, sign))
        rows.append((named, *(Cell(texts[n], size=size, fill=ground) for texts in shown.values())))
    shares = {"Movement": 42.0, "Combat": 34.0, "Notes": 36.0}
    titles = tuple(head_cell(title) for title in ("Weather", *shown))
    return Table((30.0, *(shares[title] for title in shown)), tuple(rows), titles)


def weather_chart(weather: tuple[Weather, ...], theme: Theme) -> Chart:
    """Return the weather table as a chart: a row per kind of weather."""
    return Chart(module_window_names.WEATHER, "", 134.0, (weather_table(weather, theme),))
