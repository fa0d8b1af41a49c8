"""Collect the charts of a game and render them as pictures."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.render.chart_image import ChartPicture
from hexwright.render.charts.chart_columns import arranged_for_screen, initial_scale
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.charts.crt_chart import crt_chart
from hexwright.render.charts.hit_table_chart import hits_chart, overview_chart
from hexwright.render.charts.picture_chart import picture_chart
from hexwright.render.charts.roll_table_chart import roll_chart, victory_chart
from hexwright.render.charts.sequence_chart import sequence_chart
from hexwright.render.charts.terrain_effects_chart import tec_chart
from hexwright.render.charts.turn_record_chart import turn_chart
from hexwright.render.charts.weather_chart import weather_chart
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import Theme


def charts_of(
    game: Game, theme: Theme, scenario: Scenario | None = None, art: Art = NO_ART
) -> Mapping[str, Chart]:
    """Return all charts that can be made from a game's data, by id.

    The ids are `crt`, `crt-<id>`, `tec`, `sequence`, `weather`, `turns-<id>`, `table-<id>`, `hits`,
    `overview-<id>`, `victory-<id>` and `picture-<id>`. If a scenario is given, the result contains only that
    scenario's turn record and victory chart.
    """
    charts: dict[str, Chart] = {}
    data = game.charts
    tables = data.combat.all if data.combat is not None else {}
    for name, one in tables.items():
        charts[f"crt-{name}" if name else "crt"] = crt_chart(one, theme, game.rules.odds_combat.effects)
    if data.terrain_effects:
        charts["tec"] = tec_chart(game, theme, art)
    if game.rules.sequence:
        charts["sequence"] = sequence_chart(game, theme)
    if data.weather:
        charts["weather"] = weather_chart(data.weather, theme)
    charts |= _turn_records(game, scenario)
    for table in data.tables:
        charts[f"table-{table.id}"] = roll_chart(table, game.info, theme)
    if data.hit_tables:
        charts["hits"] = hits_chart(data.hit_tables, theme)
    for overview in data.text_tables:
        charts[f"overview-{overview.id}"] = overview_chart(overview)
    for victory in data.victory:
        if scenario is None or scenario.victory == victory.id:
            charts[f"victory-{victory.id}"] = victory_chart(victory, theme)
    for card in data.pictures:
        if card.picture in art:
            charts[f"picture-{card.id}"] = picture_chart(card, art[card.picture])
    return charts


def _turn_records(game: Game, scenario: Scenario | None) -> Mapping[str, Chart]:
    charts: dict[str, Chart] = {}
    for timetable in game.charts.turn_tracks:
        if scenario is None or scenario.turn_track == timetable.id:
            users = [s for s in game.scenarios if s.turn_track == timetable.id]
            user = scenario or max(users, key=lambda s: s.last_turn, default=None)
            charts[f"turns-{timetable.id}"] = turn_chart(game, timetable, user)
    return charts


def chart_pictures(game: Game, theme: Theme, art: Art = NO_ART) -> Mapping[str, ChartPicture]:
    """Return the charts as SVG documents for screens, by id. The same game always gives the same
    documents.
    """
    pictures: dict[str, ChartPicture] = {}
    for name, made in charts_of(game, theme, art=art).items():
        chart = arranged_for_screen(made)
        canvas = SvgCanvas(chart.width, chart.height, chart.title)
        chart.draw(canvas, theme)
        share = initial_scale(chart.width, chart.height)
        pictures[name] = ChartPicture(chart.title, canvas.to_svg(), chart.width, chart.height, share)
    return pictures
