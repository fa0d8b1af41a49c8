"""Make the rules booklet: A5 pages in our own words, with examples, charts, contents and index."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping

from builder.geometry.layout import Point
from builder.model.examples import Example
from builder.model.game import Game
from builder.printing.aids import draw_bare
from builder.printing.booklet_index import find_terms, index_atoms
from builder.printing.cover import cover_scale, draw_cover
from builder.printing.examples import Reference, draw_figure, figure_lines, figure_window
from builder.printing.flow import (
    BODY,
    Atom,
    Page,
    break_page,
    fill,
    heading,
    paragraph,
)
from builder.printing.imposition import pieces_of
from builder.printing.mapsheet import MapDrawing
from builder.printing.paper import Paper
from builder.printing.press import open_page
from builder.printing.settings import Settings
from builder.render.canvas import Box, Path, Style
from builder.render.charts import charts_of
from builder.render.charts.blocks import Chart
from builder.render.fonts import SMALLEST_PRINT, Face, fitted, text_width
from builder.render.map.plan import SheetPlan
from builder.render.pdf import PdfDocument
from builder.render.pdf_canvas import PdfCanvas
from builder.render.templates import render
from builder.render.theme import FINE, HAIR, SMALLEST_TEXT
from builder.render.washes import Turn

A5 = Paper("A5", 148.0, 210.0)
MARGIN = 14.0
TOP, BOTTOM = 15.0, 17.0
WIDTH = A5.width - 2 * MARGIN
HEIGHT = A5.height - TOP - BOTTOM


class _Booklet:
    """The booklet of one game, composed until its page numbers are right."""

    def __init__(self, game: Game, settings: Settings, plan: SheetPlan, reference: Reference | None) -> None:
        self.game, self.settings, self.plan, self.reference = game, settings, plan, reference
        self.theme = settings.theme
        self.charts = charts_of(game, settings.theme)
        self.scales: set[float] = set()
        """The scales at which figures show the map."""
        self.examples = {e.id: e for e in game.rules.examples} if reference is not None else {}
        self.pages: list[Page] = []
        self.where: Mapping[str, int] = {}
        self.headings: list[tuple[str, str, int, str]] = []

    def compose(self) -> list[Page]:
        """Fill pages again until no page number changes."""
        for _ in range(5):
            self.pages = fill(list(self._atoms()), HEIGHT)
            where: dict[str, int] = {}
            for page in self.pages:
                for _, atom in page.items:
                    for mark in atom.marks:
                        where.setdefault(mark, page.number)
            if where == self.where:
                break
            self.where = where
        return self.pages

    def _atoms(self) -> Iterator[Atom]:
        self.headings = []
        shown = [name for name in ("crt", "tec", "weather") if name in self.charts]
        shown += [
            name for name in self.charts if name.startswith(("table-", "hits", "overview-", "victory-"))
        ]
        fire = self.game.rules.fire
        text = html.unescape(
            render(
                "booklet/rules.txt",
                info=self.game.info,
                counters=len(pieces_of(self.game)),
                dice=2 if fire else 1,
                die=fire.die if fire else self.game.charts.combat.die if self.game.charts.combat else 6,
                sides=" and ".join(f"the {side.plural}" for side in self.game.info.sides),
                scenarios=sorted(self.game.scenarios, key=lambda s: (s.order, s.id)),
                sequence=self.game.rules.sequence,
                rules=self.game.rules.summary,
                numbered=any(rule.number for rule in self.game.rules.summary),
                examples=list(self.examples.values()),
                charts=shown,
                provenance=_provenance(self.game),
            )
        )
        for block in text.split("\n\n"):
            yield from self._block(block.strip())

    def _block(self, block: str) -> Iterator[Atom]:
        if not block:
            return
        if block.startswith("!"):
            name, _, rest = block[1:].partition(" ")
            yield from self._special(name, rest.strip())
        elif block.startswith("#"):
            level = len(block) - len(block.lstrip("#"))
            number, bar, title = block.lstrip("# ").partition(" | ")
            if not bar:
                number, title = "", number
            mark = f"rule:{number or title}"
            self.headings.append((number, title, level, mark))
            yield heading(number, title, level, self.theme, mark, WIDTH)
        else:
            yield from paragraph(block, WIDTH, self.theme.ink)

    def _special(self, name: str, rest: str) -> Iterator[Atom]:
        match name:
            case "cover":
                yield Atom(HEIGHT, self._cover, marks=("cover",))
            case "break":
                yield break_page()
            case "contents":
                yield from self._contents()
                yield break_page()
            case "figure":
                if rest in self.examples and self.reference is not None:
                    yield self._figure(self.examples[rest], self.reference)
            case "chart":
                yield self._chart(self.charts[rest])
            case "index":
                terms = find_terms(self.game)
                yield from index_atoms(terms, self.where, WIDTH, self.theme)

    def _cover(self, canvas: PdfCanvas, x: float, y: float) -> None:
        draw_cover(canvas, self.game, self.settings, self.plan, A5)

    def _contents(self) -> Iterator[Atom]:
        yield heading("", "Contents", 1, self.theme, "rule:Contents", WIDTH)
        listed = _listed(self.game)
        for number, title, level, mark in listed:
            yield self._content_line(number, title, level, mark)

    def _content_line(self, number: str, title: str, level: int, mark: str) -> Atom:
        face = Face.SERIF if level > 1 else Face.SERIF_SEMIBOLD
        size = fitted(title, face, BODY if level > 1 else BODY * 1.06, WIDTH - 24.0)
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

        return Atom(size * 1.62, draw, gap=1.4 if level == 1 else 0.0)

    def _figure(self, example: Example, reference: Reference) -> Atom:
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
            canvas.text(Point(x + 0.5, y + 4.3), title, Face.SANS_SEMIBOLD, 3.1, theme.fort, anchor="start")
            draw_figure(
                canvas, game, settings, plan, example, reference, Point(x + (WIDTH - wide) / 2, y + 6.4), wide
            )
            below = y + 6.4 + picture + 1.6
            for atom in caption:
                below += atom.gap
                atom.draw(canvas, x + 2, below)
                below += atom.height

        marks = tuple(f"text:{text}" for text in lines)
        return Atom(6.4 + picture + 2 + low + 3.2, draw, gap=3.0, marks=marks, floats=True)

    def _chart(self, chart: Chart) -> Atom:
        scale = min((WIDTH + 6) / chart.width, 1.0, HEIGHT / chart.height)
        turned = min((WIDTH + 6) / chart.height, 1.0, HEIGHT / chart.width)
        if scale * SMALLEST_TEXT < SMALLEST_PRINT and turned > scale:
            # Too wide to be read upright: it fills the page, turned to the left.
            def draw_turned(canvas: PdfCanvas, x: float, y: float) -> None:
                left = x + (WIDTH - chart.height * turned) / 2
                with canvas.placed(Turn(left, y + chart.width * turned, -90.0, turned)):
                    draw_bare(chart, canvas, self.theme)

            return Atom(chart.width * turned, draw_turned, gap=2.0)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            left = x + (WIDTH - chart.width * scale) / 2
            with canvas.placed(Turn(left, y, 0.0, scale)):
                draw_bare(chart, canvas, self.theme)

        return Atom(chart.height * scale, draw, gap=2.0)


def _listed(game: Game) -> list[tuple[str, str, int, str]]:
    """Return the headings for the contents: number, title, level, mark."""
    before = [("", title, 1, f"rule:{title}") for title in ("Before you play", "Sequence of play")]
    rules = [
        (rule.number, rule.title, 1 + rule.id.count("."), f"rule:{rule.number or rule.title}")
        for rule in game.rules.summary
    ]
    after = [("", title, 1, f"rule:{title}") for title in ("Where this comes from", "Index")]
    return [*before, *rules, *after]


def _provenance(game: Game) -> str:
    source = game.rules.provenance
    note = " ".join(source.note.split())
    return f"Rules: {source.status} from {source.source}. {note}".strip()


def draw_booklet(
    document: PdfDocument,
    game: Game,
    settings: Settings,
    drawing: MapDrawing,
    reference: Reference | None,
) -> None:
    """Draw the booklet: page by page, or imposed two pages to a side, to fold and staple."""
    drawing.store(document, game, settings)
    booklet = _Booklet(game, settings, drawing.plan, reference)
    pages = booklet.compose()
    for scale in sorted({*booklet.scales, cover_scale(drawing.plan, A5)}):
        drawing.store_small(document, game, settings, scale)
    titles = {page: (title, level) for title, level, page in _bookmarks(booklet)}
    if not settings.imposed:
        for page in pages:
            title, level = titles.get(page.number, ("", 0))
            label = f"Page {page.number}"
            with open_page(document, settings, A5, label, bookmark=title, level=level) as canvas:
                _draw_page(canvas, booklet, page)
        return
    for page in pages:
        with document.store(f"page-{page.number}", Box(0, 0, A5.width, A5.height)) as canvas:
            _draw_page(canvas, booklet, page)
    paper = settings.desk_paper
    lying = paper.turned if paper.upright else paper
    half = lying.width / 2
    scale = min(half / A5.width, lying.height / A5.height, 1.0)
    for n, (left, right) in enumerate(spreads(len(pages))):
        side = "front" if n % 2 == 0 else "back"
        label = f"Sheet {n // 2 + 1}, {side}"
        with open_page(document, settings, lying, label, bookmark=label) as canvas:
            top = (lying.height - A5.height * scale) / 2
            if left is not None:
                x = half - A5.width * scale
                canvas.drawing(f"page-{left}", Turn(x, top, 0.0, scale))
            if right is not None:
                canvas.drawing(f"page-{right}", Turn(half, top, 0.0, scale))


def spreads(count: int) -> list[tuple[int | None, int | None]]:
    """Return which pages stand left and right on each side of the sheets, front and back in turn.

    Sheets are printed on both sides, turned on the short edge, laid into each other and stapled.
    """
    total = -(-count // 4) * 4

    def real(number: int) -> int | None:
        return number if number <= count else None

    found = []
    for n in range(total // 4):
        low, high = 2 * n + 1, total - 2 * n
        found.append((real(high), real(low)))
        found.append((real(low + 1), real(high - 1)))
    return found


def _bookmarks(booklet: _Booklet) -> list[tuple[str, int, int]]:
    found = []
    seen = set()
    for number, title, _, mark in [("", "Cover", 1, "cover"), *_listed(booklet.game)]:
        page = booklet.where.get(mark)
        if page is not None and page not in seen:
            seen.add(page)
            found.append((f"{number} {title}".strip(), 0, page))
    return found


def _draw_page(canvas: PdfCanvas, booklet: _Booklet, page: Page) -> None:
    for y, atom in page.items:
        atom.draw(canvas, MARGIN, TOP + y)
    if page.number == 1:
        return
    theme = booklet.theme
    base = A5.height - 9.0
    rule = Path.line([Point(MARGIN, base - 4.6), Point(A5.width - MARGIN, base - 4.6)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
    left = page.number % 2 == 0
    x, other = (MARGIN, A5.width - MARGIN) if left else (A5.width - MARGIN, MARGIN)
    canvas.text(
        Point(x, base),
        str(page.number),
        Face.SERIF_SEMIBOLD,
        3.4,
        theme.ink,
        anchor="start" if left else "end",
    )
    canvas.text(
        Point(other, base),
        booklet.game.info.title,
        Face.SERIF_ITALIC,
        2.8,
        theme.ink_quiet,
        anchor="end" if left else "start",
    )
