"""Lay out the player aids: folded cards, charts on few pages, and the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK, marked_title, reconstructions
from hexwright.paper.chart_grid import arrange_charts
from hexwright.paper.folded_card import draw_cards, folded_cards
from hexwright.paper.map_sheets import MapDrawing
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_foot, draw_head
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.setup_sheets import draw_setup
from hexwright.render.canvas import Box
from hexwright.render.charts import charts_of
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.pdf_document import PdfDocument


def draw_player_aids(document: PdfDocument, game: Game, settings: PrintSettings, drawing: MapDrawing) -> None:
    """Draw all player aids: the folded cards, the charts that they lack, and the set-up."""
    paper = settings.desk_paper
    if paper.width > paper.height:
        paper = paper.turned
    room = Box(SIDE, HEAD, paper.width - 2 * SIDE, paper.height - HEAD - FOOT)
    repeated = {f"overview-{table.id}" for table in game.charts.text_tables if not table.aids}
    charts = {name: one for name, one in paper_charts(game, settings).items() if name not in repeated}
    cards = folded_cards(game, settings, charts, paper)
    titles = {name: chart.title for name, chart in charts.items()}
    draw_cards(document, game, settings, paper, cards, drawing, titles)
    folded = frozenset[str]().union(*(card.charts for card in cards))
    pages = arrange_charts([chart for name, chart in charts.items() if name not in folded], room)
    for n, page in enumerate(pages, start=1):
        label = f"Charts, page {n} of {len(pages)}"
        anchors = [(f"chart-{n}-{m}", placed.x, placed.y) for m, placed in enumerate(page)]
        with open_page(document, settings, paper, label, bookmark=label, anchors=anchors) as canvas:
            note = f"Charts, {n} of {len(pages)}"
            draw_head(canvas, game.info.title, settings.theme, paper, "Player aid", note)
            for placed in page:
                placed.chart.draw(canvas, settings.theme, Point(placed.x, placed.y))
            if not settings.shop:
                draw_foot(canvas, settings.theme, paper, _foot(game), paper.name)
        for (key, _, _), placed in zip(anchors, page, strict=True):
            document.outline(placed.chart.chart.title, key, 1)
    draw_setup(document, game, settings, paper, drawing)


def paper_charts(game: Game, settings: PrintSettings) -> Mapping[str, Chart]:
    """Return the charts to print, keyed by id, without a weather table that the sequence of play includes."""
    charts = dict(charts_of(game, settings.theme, art=settings.art))
    if "sequence" in charts:
        charts.pop("weather", None)
    for name in {one.chart for one in reconstructions(game)} & {*charts}:
        charts[name] = replace(charts[name], title=marked_title(charts[name].title))
    return charts


def _foot(game: Game) -> str:
    marked = f" · {MARK} reconstructed: see the rules, Designer's notes"
    more = marked if any(one.chart for one in reconstructions(game)) else ""
    return f"{game.info.title}, version {game.info.version}{more}"
