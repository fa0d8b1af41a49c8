"""Lay out the player aids: charts on few pages, and set-up cards for each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK, marked_title, reconstructions
from hexwright.paper.map_sheets import MapDrawing
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_foot, draw_head
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.setup_cards import draw_setup_cards
from hexwright.render.canvas import Box, Canvas, Path
from hexwright.render.charts import charts_of
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.fonts import SMALLEST_PRINT
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import SMALLEST_TEXT, Theme

GAP = 4.0
_LEAST_SCALE = SMALLEST_PRINT / SMALLEST_TEXT
"""The smallest scale at which charts share a row, because smaller text would be unreadable."""


@dataclass(frozen=True, slots=True)
class PlacedChart:
    """A chart with its position and scale on a page."""

    chart: Chart
    x: float
    y: float
    scale: float


def draw_player_aids(document: PdfDocument, game: Game, settings: PrintSettings, drawing: MapDrawing) -> None:
    """Draw all player aids: the charts, then a card for each scenario and side."""
    paper = settings.desk_paper
    if paper.width > paper.height:
        paper = paper.turned
    pages = arrange_charts(list(paper_charts(game, settings).values()), paper)
    for n, page in enumerate(pages, start=1):
        label = f"Charts, page {n} of {len(pages)}"
        anchors = [(f"chart-{n}-{m}", placed.x, placed.y) for m, placed in enumerate(page)]
        with open_page(document, settings, paper, label, bookmark=label, anchors=anchors) as canvas:
            note = f"Charts, {n} of {len(pages)}"
            draw_head(canvas, game, settings.theme, paper, "Player aid", note)
            for placed in page:
                with canvas.placed(Placement(placed.x, placed.y, 0.0, placed.scale)):
                    draw_unframed_chart(placed.chart, canvas, settings.theme)
            if not settings.shop:
                draw_foot(canvas, settings.theme, paper, _foot(game), paper.name)
        for (key, _, _), placed in zip(anchors, page, strict=True):
            document.outline(placed.chart.title, key, 1)
    draw_setup_cards(document, game, settings, paper, drawing)


def paper_charts(game: Game, settings: PrintSettings) -> Mapping[str, Chart]:
    """Return the charts to print, keyed by id, without a weather table that the sequence of play includes."""
    charts = dict(charts_of(game, settings.theme, art=settings.art))
    if "sequence" in charts:
        charts.pop("weather", None)
    for name in {one.chart for one in reconstructions(game)} & {*charts}:
        charts[name] = replace(charts[name], title=marked_title(charts[name].title))
    return charts


def draw_unframed_chart(chart: Chart, canvas: Canvas, theme: Theme) -> None:
    """Draw a chart without the background around its frame, so that this part of the paper stays white."""
    frame = Path.rectangle(Box(0, 0, chart.width, chart.height).inset(1.8))
    with canvas.group("chart", clip=frame):
        chart.draw(canvas, theme)


def _foot(game: Game) -> str:
    marked = f" · {MARK} reconstructed: see the rules, Designer's notes"
    more = marked if any(one.chart for one in reconstructions(game)) else ""
    return f"{game.info.title}, version {game.info.version}{more}"


def arrange_charts(charts: Sequence[Chart], paper: Paper) -> list[list[PlacedChart]]:
    """Arrange charts on as few pages as possible, each chart as large as possible there."""
    tries = [_arranged(charts, paper, largest) for largest in (1.3, 1.2, 1.1, 1.0, 0.95)]
    return min(tries, key=len)


def _arranged(charts: Sequence[Chart], paper: Paper, largest: float) -> list[list[PlacedChart]]:
    wide = paper.width - 2 * SIDE + 4.0
    left, top = SIDE - 2.0, HEAD - 3.0
    bottom = paper.height - FOOT
    pages: list[list[PlacedChart]] = [[]]
    y = top
    waiting = list(charts)
    while waiting:
        row = _row(waiting, wide, bottom - top, largest)
        tall = max(chart.height * scale for chart, scale in row)
        if y + tall > bottom and pages[-1]:
            # A shorter chart from later in the list may fill the rest of the page.
            filler = _filler(waiting[len(row) :], wide, bottom - y, largest)
            if filler is None:
                pages.append([])
                y = top
                continue
            row = [filler]
            tall = filler[0].height * filler[1]
        used = sum(chart.width * scale for chart, scale in row) + GAP * (len(row) - 1)
        x = left + (wide - used) / 2
        for chart, scale in row:
            pages[-1].append(PlacedChart(chart, x, y, scale))
            x += chart.width * scale + GAP
            waiting.remove(chart)
        y += tall + GAP
    return pages


def _scale(chart: Chart, wide: float, tall: float, largest: float) -> float:
    return min(largest, wide / chart.width, tall / chart.height)


def _row(waiting: Sequence[Chart], wide: float, tall: float, largest: float) -> list[tuple[Chart, float]]:
    first = waiting[0]
    if len(waiting) > 1:
        pair = (first, waiting[1])
        room = (wide - GAP) / (pair[0].width + pair[1].width)
        if room >= _LEAST_SCALE:
            scale = min(room, 1.1)
            return [(chart, scale) for chart in pair]
    return [(first, _scale(first, wide, tall, largest))]


def _filler(waiting: Sequence[Chart], wide: float, room: float, largest: float) -> tuple[Chart, float] | None:
    for chart in waiting:
        scale = _scale(chart, wide, room, largest)
        if scale >= min(0.95, _scale(chart, wide, 1e9, largest)):
            return chart, scale
    return None
