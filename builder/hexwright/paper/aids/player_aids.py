"""Lay out the player aids: folded cards, charts and tables on few pages, and the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import TextTable
from hexwright.model.game import Game
from hexwright.model.words.reconstruction_words import MARK, MARK_EXPLAINED, marked_title, reconstructions
from hexwright.model.words.rule_tables import HEX_ENTERED, RuleTable, rows_together
from hexwright.paper.aids.folded_card import (
    card_window,
    draw_cards,
    folded_cards,
    is_of_costs,
    table_sentences,
    tables_if_room,
    tables_without_room,
)
from hexwright.paper.aids.setup_sheets import SetupPages
from hexwright.paper.columns.chart_grid import arrange_charts, fill_pages
from hexwright.paper.map.map_sheets import MapDrawing, MapWindow
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.charts import charts_of
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.charts.hit_table_chart import overview_chart, sentences_chart
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement


class PlayerAids:
    """The player aids of one game: planned first, so that the windows of the map are known."""

    def __init__(self, game: Game, settings: PrintSettings, plan: SheetPlan) -> None:
        """Plan the cards and the set-up."""
        self._game, self._settings = game, settings
        paper = settings.desk_paper
        self._paper = paper.turned if paper.width > paper.height else paper
        repeated = {f"overview-{table.id}" for table in game.charts.text_tables if not table.aids}
        self._charts = {
            name: one for name, one in paper_charts(game, settings).items() if name not in repeated
        }
        self._cards = folded_cards(game, settings, self._charts, self._paper)
        for title, table in tables_without_room(game, self._cards).items():
            self._charts[f"limits-{title}"] = _rule_chart(title, table)
        for title, table in tables_if_room(game).items():
            more = {**self._charts, f"limits-{title}": _rule_chart(title, table)}
            if self._pages(more) <= self._pages(self._charts):
                self._charts = more
        self._cover = card_window(game, plan, self._paper)
        self._setup = SetupPages(game, settings, self._paper, plan)

    def _room(self) -> Box:
        """Return the room for charts on a page."""
        return Box(SIDE, HEAD, self._paper.width - 2 * SIDE, self._paper.height - HEAD - FOOT)

    def _loose(self, charts: Mapping[str, Chart]) -> list[Chart]:
        """Return the charts that no card shows."""
        folded = frozenset[str]().union(*(card.charts for card in self._cards))
        return [chart for name, chart in charts.items() if name not in folded]

    def _pages(self, charts: Mapping[str, Chart]) -> int:
        return len(arrange_charts(self._loose(charts), self._room()))

    def windows(self) -> Iterator[MapWindow]:
        """Yield the windows of the map that the aids show."""
        if self._cards:
            yield self._cover
        yield from self._setup.windows()

    def draw(self, document: PdfDocument, drawing: MapDrawing) -> None:
        """Draw all player aids: the folded cards, the charts that they lack, and the set-up."""
        game, settings, paper, charts = self._game, self._settings, self._paper, self._charts
        titles = {name: chart.title for name, chart in charts.items()}
        if self._cards:
            drawing.store_windows(document, [self._cover])
            draw_cards(document, game, settings, paper, self._cards, self._cover, titles)
        room = self._room()
        usual, pages = fill_pages(self._loose(charts), room)
        for n, page in enumerate(pages, start=1):
            # A chart that is higher than a page is reduced.
            scale = min(usual, room.height / max(placed.bottom for placed in page))
            more = len(pages) > 1
            label = f"Charts, page {n} of {len(pages)}" if more else "Charts"
            anchors = [
                (f"chart-{n}-{m}", room.x + placed.x * scale, room.y + placed.y * scale)
                for m, placed in enumerate(page)
            ]
            with open_page(document, settings, paper, label, bookmark=label, anchors=anchors) as canvas:
                note = f"Charts, {n} of {len(pages)}" if more else "Charts"
                draw_head(canvas, game.info.title, settings.theme, paper, "Player aid", note)
                with canvas.placed(Placement(room.x, room.y, 0.0, scale)):
                    for placed in page:
                        placed.chart.draw(canvas, settings.theme, Point(placed.x, placed.y))
                own = [] if settings.shop else [f"{game.info.title}, version {game.info.version}"]
                marked = any(MARK in placed.chart.chart.title for placed in page)
                if told := [*own, *([MARK_EXPLAINED] if marked else [])]:
                    name = "" if settings.shop else paper.name
                    draw_foot(canvas, settings.theme, paper, " · ".join(told), name)
            for (key, _, _), placed in zip(anchors, page, strict=True):
                document.outline(placed.chart.chart.title, key, 1)
        self._setup.draw(document, drawing)


def paper_charts(game: Game, settings: PrintSettings) -> Mapping[str, Chart]:
    """Return the charts to print, keyed by id, without a weather table that the sequence of play includes."""
    charts = dict(charts_of(game, settings.theme, art=settings.art))
    if "sequence" in charts:
        charts.pop("weather", None)
    for name in {one.chart for one in reconstructions(game)} & {*charts}:
        charts[name] = replace(charts[name], title=marked_title(charts[name].title))
    return charts


def _rule_chart(title: str, table: RuleTable) -> Chart:
    """Return the chart of a table of the rules: its rows, or sentences."""
    told = table_sentences(table)
    if told:
        return sentences_chart(title, told)
    head = (HEX_ENTERED, *table.head[1:]) if is_of_costs(table) else table.head
    return overview_chart(TextTable(f"limits-{title}", title, head, rows_together(table.rows)))
