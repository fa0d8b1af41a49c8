"""Make the rules booklet: A5 pages with rule text, examples, charts, contents and index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.example_of_play import Example
from hexwright.model.game import Game
from hexwright.paper.booklet_cover import draw_cover
from hexwright.paper.booklet_index import index_blocks, index_terms
from hexwright.paper.booklet_text import Heading, booklet_text, headings_of
from hexwright.paper.booklet_typesetting import TYPESETTINGS, Typesetting
from hexwright.paper.example_diagrams import ExampleSource, draw_figure, figure_lines, figure_window
from hexwright.paper.page_margins import BOOKLET_BOTTOM, BOOKLET_MARGIN, BOOKLET_TOP
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.player_aids import draw_unframed_chart, paper_charts
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.text_flow import (
    BODY,
    FlowBlock,
    Page,
    break_page,
    fill_pages,
    heading,
    list_item,
    paragraph,
)
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.charts.sequence_chart import sequence_chart
from hexwright.render.charts.weather_chart import weather_chart
from hexwright.render.fonts import SMALLEST_PRINT, FontFace, fitting_size, text_width
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import FINE, HAIR, SMALLEST_TEXT

A5 = Paper("A5", 148.0, 210.0)
WIDTH = A5.width - 2 * BOOKLET_MARGIN
HEIGHT = A5.height - BOOKLET_TOP - BOOKLET_BOTTOM


_RULED: Final = 8.0
"""The distance in mm between the lines of a notes page."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A heading: its text, its level from 0, its page, and its position on the page in mm from the top."""

    title: str
    level: int
    page: int
    y: float


class RulesBooklet:
    """The rules booklet of one game, laid out repeatedly until its page numbers are right."""

    def __init__(
        self, game: Game, settings: PrintSettings, plan: SheetPlan, reference: ExampleSource | None
    ) -> None:
        self.game, self.settings, self.plan, self.reference = game, settings, plan, reference
        self.theme = settings.theme
        self.charts = dict(paper_charts(game, settings))
        self.last = next(
            (name for name in ("sequence", "crt", "tec", *self.charts) if name in self.charts), ""
        )
        """The chart on the outside back cover."""
        if self.last == "sequence":
            self._shorten_sequence()
        self.setting = Typesetting()
        self.figures: dict[str, FlowBlock] = {}
        self.scales: set[float] = set()
        """The scales at which diagrams show the map."""
        self.examples = {e.id: e for e in game.rules.examples} if reference is not None else {}
        self.pages: list[Page] = []
        self.where: Mapping[str, int] = {}
        self.told: list[Heading] = []
        """The headings of the rule text, for the table of contents."""
        self.headings: list[Heading] = []
        """All headings of the booklet, in order."""

    def compose(self) -> list[Page]:
        """Return the pages of the first typesetting variant whose page count is a multiple of four.

        The last page has the chart that players need most often.
        """
        best, short = Typesetting(), 4
        for setting in TYPESETTINGS:
            wanted = -(len(self._filled(setting)) + 1) % 4
            if wanted < short:
                best, short = setting, wanted
            if wanted == 0:
                break
        pages = self._filled(best)
        for _ in range(short):
            pages += fill_pages([*self._notes()], HEIGHT, len(pages) + 1)
        back = fill_pages([*self._back()], HEIGHT, len(pages) + 1)
        self.pages = [*pages, *back]
        return self.pages

    def _filled(self, setting: Typesetting) -> list[Page]:
        """Return the pages of a variant, laid out again until no page number changes."""
        self.setting = setting
        for _ in range(5):
            self.pages = fill_pages(list(self._atoms()), HEIGHT)
            where: dict[str, int] = {}
            for page in self.pages:
                for _, atom in page.items:
                    for mark in atom.marks:
                        where.setdefault(mark, page.number)
            if where == self.where:
                break
            self.where = where
        return self.pages

    def _atoms(self) -> Iterator[FlowBlock]:
        self.headings = []
        tables = [name for name in self.charts if name.startswith("crt-")]
        first = [name for name in ("crt", *tables, "tec", "weather") if name in self.charts]
        records = [name for name in self.charts if name.startswith("turns-")]
        shown = first + [name for name in self.charts if name not in (*first, *records)]
        if self.setting.records:
            shown += records
        shown = [name for name in shown if name != self.last]
        text = self.source_text(shown)
        blocks = [block.strip() for block in text.split("\n\n")]
        self.told = list(headings_of(blocks))
        told = iter(self.told)
        for block in blocks:
            if block.startswith("#"):
                found = next(told)
                self.headings.append(found)
                yield heading(*found[:3], self.theme, found[3], WIDTH)
            else:
                yield from self._block(block)

    def source_text(self, shown: Sequence[str]) -> str:
        """Return the text of the booklet in blocks, before typesetting; `shown` contains the ids of its
        charts.
        """
        return booklet_text(self.game, shown, list(self.examples.values()))

    def _block(self, block: str) -> Iterator[FlowBlock]:
        if not block:
            return
        if block.startswith("!"):
            name, _, rest = block[1:].partition(" ")
            yield from self._special(name, rest.strip())
        elif block.startswith("- "):
            yield from list_item(block[2:], WIDTH, self.theme.ink, leading=self.setting.leading)
        else:
            yield from paragraph(block, WIDTH, self.theme.ink, leading=self.setting.leading)

    def _special(self, name: str, rest: str) -> Iterator[FlowBlock]:
        match name:
            case "cover":
                yield FlowBlock(HEIGHT, self._cover, marks=("cover",))
            case "break":
                yield break_page()
            case "turn":
                yield from self._turn_page()
            case "contents":
                yield from self._contents()
                yield from self._turn_page()
            case "figure":
                yield from self._figures(rest)
            case "chart":
                if self.setting.spread:
                    yield break_page()
                yield self._chart(self.charts[rest])
            case "index":
                terms = index_terms(self.game)
                yield from index_blocks(terms, self.where, WIDTH, self.theme)

    def _heading(self, title: str) -> FlowBlock:
        self.headings.append(("", title, 1, f"rule:{title}"))
        return heading("", title, 1, self.theme, f"rule:{title}", WIDTH)

    def _notes(self) -> Iterator[FlowBlock]:
        """Yield the lines of a page for notes, which is used if no variant has a multiple of four pages."""
        yield self._heading("Notes")
        rule = Style(stroke=self.theme.rule, width=HAIR)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            canvas.path(Path.line([Point(x, y + _RULED), Point(x + WIDTH, y + _RULED)]), rule)

        yield from [FlowBlock(_RULED, draw)] * int((HEIGHT - 12.0) // _RULED)

    def _back(self) -> Iterator[FlowBlock]:
        """Yield the content of the outside back cover: the chart that players need most often."""
        if not self.last:
            yield from self._notes()
            return
        yield self._chart(self.charts[self.last])

    def _shorten_sequence(self) -> None:
        """Shorten the sequence of play to one page: omit the descriptions of phases, or print the weather
        table elsewhere.
        """
        whole = self.charts["sequence"]
        brief = sequence_chart(self.game, self.theme, brief=True)
        bare = sequence_chart(self.game, self.theme, brief=True, weather=False)
        fitting = (chart for chart in (whole, brief) if _upright(chart) * SMALLEST_TEXT >= SMALLEST_PRINT)
        self.charts["sequence"] = chosen = next(fitting, bare)
        if chosen is bare and self.game.charts.weather:
            self.charts["weather"] = weather_chart(self.game.charts.weather, self.theme)

    def bookmarks(self) -> list[Bookmark]:
        """Return a bookmark for each heading and each chart, in page order."""
        found: list[Bookmark] = []
        headings = iter(self.headings)
        for page in self.pages:
            for y, atom in page.items:
                for mark in atom.marks:
                    kind, _, name = mark.partition(":")
                    if kind == "cover":
                        found.append(Bookmark("Cover", 0, page.number, 0.0))
                    elif kind == "chart":
                        found.append(Bookmark(name, 0, page.number, BOOKLET_TOP + y))
                    elif kind == "rule":
                        number, title, level, _ = next(headings)
                        text = f"{number} {title}".strip()
                        found.append(Bookmark(text, level - 1, page.number, BOOKLET_TOP + y))
        return found

    def _cover(self, canvas: PdfCanvas, x: float, y: float) -> None:
        draw_cover(canvas, self.game, self.settings, self.plan, A5)

    def _contents(self) -> Iterator[FlowBlock]:
        yield self._heading("Contents")
        for number, title, level, mark in self.told:
            yield self._content_line(number, title, level, mark)

    def _content_line(self, number: str, title: str, level: int, mark: str) -> FlowBlock:
        face = FontFace.SERIF if level > 1 else FontFace.SERIF_SEMIBOLD
        size = fitting_size(title, face, BODY if level > 1 else BODY * 1.06, WIDTH - 24.0)
        theme = self.theme

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            base = y + size * 1.1
            if number:
                canvas.text(
                    Point(x + (4.0 if level > 1 else 0.0), base),
                    number,
                    face,
                    size,
                    theme.fort,
                    anchor="start",
                )
            left = x + (13.0 if level > 1 else 9.0 if number else 0.0)
            canvas.text(Point(left, base), title, face, size, theme.ink, anchor="start")
            page = str(self.where.get(mark, ""))
            canvas.text(Point(x + WIDTH, base), page, face, size, theme.ink, anchor="end")
            start = left + text_width(title, face, size) + 2
            end = x + WIDTH - text_width(page, face, size) - 2
            if end > start:
                dots = Path.line([Point(start, base - 0.3), Point(end, base - 0.3)])
                canvas.path(dots, Style(stroke=theme.rule, width=0.3, dash=(0.01, 1.6), cap="round"))

        return FlowBlock(size * 1.62, draw, gap=1.4 if level == 1 else 0.0)

    def _turn_page(self) -> Iterator[FlowBlock]:
        if not self.setting.tight:
            yield break_page()

    def _figures(self, name: str) -> Iterator[FlowBlock]:
        if name in self.examples and self.reference is not None:
            if name not in self.figures:
                self.figures[name] = self._figure(self.examples[name], self.reference)
            yield self.figures[name]

    def _figure(self, example: Example, reference: ExampleSource) -> FlowBlock:
        game, settings, plan, theme = self.game, self.settings, self.plan, self.theme
        window, scale = figure_window(plan, example, reference, WIDTH)
        most = 80.0
        wide = WIDTH * min(1.0, most / (window.height * scale))
        window, scale = figure_window(plan, example, reference, wide)
        self.scales.add(scale)
        picture = window.height * scale
        size = 2.75
        lines = [example.text, *figure_lines(game, example, reference)]
        caption = [
            atom for text in lines for atom in paragraph(text, WIDTH - 4, theme.ink, size=size, gap=0.8)
        ]
        low = sum(atom.height + atom.gap for atom in caption)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            panel = Box(x - 2, y, WIDTH + 4, 6.4 + picture + 2 + low + 1.6)
            canvas.path(Path.rectangle(panel, 1.0), Style(fill=theme.panel, stroke=theme.rule, width=FINE))
            title = f"Example to {example.rule}: {example.title}"
            canvas.text(
                Point(x + 0.5, y + 4.3), title, FontFace.SANS_SEMIBOLD, 3.1, theme.fort, anchor="start"
            )
            draw_figure(
                canvas, game, settings, plan, example, reference, Point(x + (WIDTH - wide) / 2, y + 6.4), wide
            )
            below = y + 6.4 + picture + 1.6
            for atom in caption:
                below += atom.gap
                atom.draw(canvas, x + 2, below)
                below += atom.height

        marks = tuple(f"text:{text}" for text in lines)
        return FlowBlock(6.4 + picture + 2 + low + 3.2, draw, gap=3.0, marks=marks, floats=True)

    def _chart(self, chart: Chart) -> FlowBlock:
        scale = _upright(chart)
        marks = (f"chart:{chart.title}",)
        turned = min((WIDTH + 6) / chart.height, 1.0, HEIGHT / chart.width)
        if scale * SMALLEST_TEXT < SMALLEST_PRINT and turned > scale:
            # Too wide to be readable upright, so it fills the page, rotated to the left.
            def draw_turned(canvas: PdfCanvas, x: float, y: float) -> None:
                left = x + (WIDTH - chart.height * turned) / 2
                with canvas.placed(Placement(left, y + chart.width * turned, -90.0, turned)):
                    draw_unframed_chart(chart, canvas, self.theme)

            return FlowBlock(chart.width * turned, draw_turned, gap=2.0, marks=marks)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            left = x + (WIDTH - chart.width * scale) / 2
            with canvas.placed(Placement(left, y, 0.0, scale)):
                draw_unframed_chart(chart, canvas, self.theme)

        return FlowBlock(chart.height * scale, draw, gap=2.0, marks=marks)


def _upright(chart: Chart) -> float:
    """Return the scale at which a chart fits a page without rotation."""
    return min((WIDTH + 6) / chart.width, 1.0, HEIGHT / chart.height)
