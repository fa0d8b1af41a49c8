"""Draw the counter sheets of a game of ours, and their index."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Sheet, Unit
from hexwright.model.game import Game
from hexwright.paper.counters.counter_copies import STAND_TAB, CounterCopy, counter_copies, impose_counters
from hexwright.paper.counters.counter_imposition import CounterPage, CounterSlot
from hexwright.paper.counters.counter_sheet_index import draw_index, index_items
from hexwright.paper.counters.counter_sheets import draw_counter_sheets
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_background import CounterCard
from hexwright.render.counters.counter_face import layout_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_back, draw_unit_face
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.turned_canvas import TurnedCanvas

_HAIRLINE = 0.01
"""The bleed in mm of counters that have none: just enough to omit border and round corners."""


def draw_counters(document: PdfDocument, game: Game, settings: PrintSettings) -> None:
    """Draw all counter pages into a document; raise `InputError` (P102) if counters don't fit the paper."""
    draw_counter_sheets(document, GameCounters(game, settings), settings, settings.counter_bleed(game))
    pieces = counter_copies(game)
    draw_index(document, game.info.title, settings, index_items(game, pieces), len(pieces))


@dataclass(frozen=True, slots=True)
class GameCounters:
    """The counters of a game, as a `CounterSource`."""

    game: Game
    settings: PrintSettings
    part: str = "Counters"

    @property
    def title(self) -> str:
        """Return the game's title."""
        return self.game.info.title

    @property
    def sheet(self) -> Sheet:
        """Return the layout of the sheets, from counters.yaml."""
        return self.game.counters.sheet

    def pages(self, paper: Paper, area: Box, bleed: float) -> tuple[CounterPage[CounterCopy], ...]:
        """Arrange all counters within an area of a page; raise `InputError` (P102) if some don't fit."""
        return impose_counters(self.game, paper, area, bleed)

    def draw(self, canvas: Canvas, piece: CounterCopy, box: Box, bleed: float, *, back: bool) -> None:
        """Draw the front or the back of a counter. Blocks and stand-up counters have no back on the sheet."""
        shape = layout_of(self.game, piece.counter, piece.front).shape
        if back and shape in ("block", "stand-up"):
            return
        if shape == "stand-up":
            _draw_stand_up(canvas, self.game, self.settings, piece, box, bleed or _HAIRLINE)
            return
        face = piece.back if back else piece.front
        draw_face(canvas, self.game, self.settings, piece, face, box, bleed or _HAIRLINE)

    def outline(self, slot: CounterSlot[CounterCopy]) -> Path | None:
        """Return the line along which a counter is cut or punched; None if straight cuts make it."""
        layout = layout_of(self.game, slot.piece.counter, slot.piece.front)
        if layout.shape not in ("round", "hexagon"):
            return None
        return CounterCard(slot.box, layout.grid, layout.corner, layout.shape).outline()


def draw_face(
    canvas: Canvas,
    game: Game,
    settings: PrintSettings,
    piece: CounterCopy,
    face: int | None,
    box: Box,
    bleed: float,
) -> None:
    """Draw one face of a counter; if `face` is None, draw the back of a unit with one face."""
    theme, counter = settings.theme, piece.counter
    if not isinstance(counter, Unit):
        draw_marker_face(canvas, game, counter, face or 0, theme, box, art=settings.art, bleed=bleed)
        return
    if face is not None:
        draw_unit_face(canvas, game, counter, face, theme, box, art=settings.art, bleed=bleed)
        return
    draw_unit_back(canvas, game, counter, theme, box, art=settings.art, bleed=bleed)


def _draw_stand_up(
    canvas: Canvas, game: Game, settings: PrintSettings, piece: CounterCopy, net: Box, bleed: float
) -> None:
    """Draw a stand-up counter to be folded: its front, its back upside down above it, and two tabs."""
    high = net.height / 2 - STAND_TAB
    front = Box(net.x, net.centre.y, net.width, high)
    back = Box(net.x, net.centre.y - high, net.width, high)
    turned = TurnedCanvas(canvas, back.centre, 2)
    ground = Colour(settings.theme.panel)
    canvas.path(Path.rectangle(net.inset(-bleed)), Style(fill=ground))
    draw_face(
        turned, game, settings, piece, piece.front if piece.back is None else piece.back, back, _HAIRLINE
    )
    draw_face(canvas, game, settings, piece, piece.front, front, _HAIRLINE)
    ink = settings.theme.ink_quiet
    for y, dash in ((back.y, ()), (net.centre.y, (1.0, 0.7)), (front.bottom, ())):
        line = Path.line([Point(net.x, y), Point(net.right, y)])
        canvas.path(line, Style(stroke=ink, width=0.1, dash=dash))
    for y in (net.y + STAND_TAB / 2, net.bottom - STAND_TAB / 2):
        canvas.text(Point(net.centre.x, y + 0.7), "tab", FontFace.SANS_ITALIC, 2.2, ink)
