"""Print the map at full size: as one sheet, or as tiles with an assembly diagram."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.model.game import Game
from hexwright.paper.map.flat_sheets import FlatSheet, draw_flat_sheet
from hexwright.paper.pages.page_margins import SHOP_BLEED
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.fonts import SMALLEST_PRINT
from hexwright.render.map.canvas_clipping import FramedCanvas, WindowCanvas, WindowFan
from hexwright.render.map.drawing_tape import CanvasFan, DrawingTape
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.sheet.map_sheet_drawing import draw_around_map, sheet_layers
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_pen import PLACES
from hexwright.render.theme import SMALLEST_TEXT, quiet_theme
from hexwright.support.result_cache import ResultCache

DRAWING_NAME = "map"
"""The name under which a document stores the drawing of the map."""

READABLE: Final = 6.0 / 6.6
"""The share of a scale at which text of the smallest print becomes 6.6 points, as in books and on cards."""
SMALLEST_BOOK_TEXT: Final = 6.5 / 72 * 25.4
"""The size in mm of the smallest text in books and on cards: 6.5 points."""
_STEP, _STEPPED = 0.4, 6.4
"""Minimum text sizes of small-scale maps: the step between them in mm, and the size up to which it applies.

With few text sizes, few drawings are needed for all scales.
"""
_TIMES = 1.35
"""The factor from one minimum text size to the next, above the size `_STEPPED`."""
_COARSE = 0.3
"""The scale up to which one decimal fewer is enough: the error is at most 0.05 mm on the map."""


def smallest_text(scale: float) -> float:
    """Return the minimum size in mm of a map's text that is readable at a scale."""
    if scale >= 0.94:
        return SMALLEST_TEXT
    least = math.ceil(SMALLEST_PRINT / scale / _STEP - 1e-9) * _STEP
    if least <= _STEPPED:
        return least
    return round(_STEPPED * _TIMES ** math.ceil(math.log(least / _STEPPED, _TIMES) - 1e-9), 1)


def _places(least: float) -> int:
    """Return the number of decimals at which rounding moves a point by less than a dot at 1,200 dpi."""
    return PLACES - 1 if SMALLEST_PRINT / least <= _COARSE else PLACES


def _with_cities_alone(game: Game) -> Game:
    """Return the game without names on the map except those of cities, because other names would overlap."""
    places = tuple(place for place in game.hexmap.places if place.kind not in ("town", "name"))
    hexsides = tuple(
        replace(feature, lines=tuple(replace(line, name="") for line in feature.lines))
        for feature in game.hexmap.hexsides
    )
    features = tuple(
        replace(feature, groups=tuple(replace(group, name="") for group in feature.groups))
        for feature in game.hexmap.features
    )
    return replace(game, hexmap=replace(game.hexmap, places=places, hexsides=hexsides, features=features))


@dataclass(frozen=True, slots=True)
class MapWindow:
    """A part of the map that a document shows under a name."""

    name: str
    box: Box
    lettered: float
    """The scale at which the map's text is readable."""
    quiet: bool = False
    """Whether the map has plain colours, few marks for terrain and no symbols, since counters stand on it."""
    framed: float | None = None
    """The scale of a part without hex numbers, without text that its frame would cut and without text that
    can't be read at that scale; None to show all text, 0 to show none.
    """
    covered: tuple[Box, ...] = ()
    """Where counters stand. Names below them would be struck, so a framed window lacks them."""
    margins: tuple[float, float] = (0.0, 0.0)
    """How far names stay from the edges of a framed window: at the sides, above and below."""
    at_home: bool = False
    """Whether a framed window lacks names of places that stand in another hex than their place."""


class MapDrawing:
    """A game's map, laid out once and drawn once for all windows of the same lettering and style."""

    def __init__(
        self,
        plan: SheetPlan,
        board: MapLayers,
        game: Game,
        settings: PrintSettings,
        cache: ResultCache | None = None,
    ) -> None:
        """Begin with the sheet's plan and the layout of the map at full size.

        `cache` has the names of maps that other processes laid out.
        """
        self.plan = plan
        self._game, self._settings, self._cache = game, settings, cache
        self._boards = {SMALLEST_TEXT: board}
        self._homes = {f"label:place:{one.id}": one.hex for one in game.hexmap.places}
        self._planned: dict[str, MapWindow] = {}
        self._tapes: dict[str, DrawingTape] = {}
        self.lettered: dict[str, Sequence[Box]] = {}
        """Where text stands in each framed window that was recorded, by the window's name."""
        self.names: dict[str, Sequence[str]] = {}
        """The names in each of these windows."""

    @property
    def board(self) -> MapLayers:
        """Return the layout of the map at full size."""
        return self._boards[SMALLEST_TEXT]

    def plan_windows(self, windows: Iterable[MapWindow]) -> None:
        """Name windows that will be stored, so that they are recorded with the first of their kind."""
        self._planned.update((window.name, window) for window in windows)

    def lay_out(self) -> None:
        """Lay the map out for all planned windows now: a layout needs much memory for a short time, and
        nothing else is kept yet.
        """
        for least in sorted({smallest_text(window.lettered) for window in self._planned.values()}):
            self._board(least, quiet=False)

    def store_windows(self, document: PdfDocument, windows: Iterable[MapWindow]) -> None:
        """Store windows under their names; not allowed while a page is open.

        Only what lies in a window is written, text included. The map is drawn whole for that: a part of it
        must not depend on which other parts a job shows.
        """
        for window, tape in self.record(windows):
            with document.store(window.name, window.box, _places(smallest_text(window.lettered))) as canvas:
                tape.show(canvas)

    def record(self, windows: Iterable[MapWindow]) -> Iterator[tuple[MapWindow, DrawingTape]]:
        """Yield each window with what it shows."""
        windows = tuple(windows)
        self.plan_windows(windows)
        for window in windows:
            least = smallest_text(window.lettered)
            if window.name not in self._tapes:
                fan = self._recording(least, window.quiet)
                draw_map_layers(fan, self._board(least, quiet=window.quiet))
            yield window, self._tapes.pop(window.name)
            del self._planned[window.name]

    def store(self, document: PdfDocument) -> None:
        """Store the drawing of the whole sheet with its bleed, which can be shown at any size."""
        sheet = self.plan.sheet.inset(-SHOP_BLEED)
        theme = self._settings.theme
        with document.store(DRAWING_NAME, sheet) as canvas:
            draw_map_layers(CanvasFan((canvas, self._recording(SMALLEST_TEXT, False))), self.board)
            draw_around_map(self._game, theme, canvas, self.plan, self.board, bleed=SHOP_BLEED)

    def _of_kind(self, least: float, quiet: bool) -> list[MapWindow]:
        """Return the planned windows whose map has this minimum text size in mm, and is quiet or not."""
        return [
            one
            for one in self._planned.values()
            if smallest_text(one.lettered) == least and one.quiet == quiet
        ]

    def _recording(self, least: float, quiet: bool) -> WindowFan:
        """Return a canvas that keeps what the planned windows of one kind show."""
        ids = frozenset(str(hex_id) for hex_id in self.plan.layout.grid)
        windows: list[WindowCanvas] = []
        for one in self._of_kind(least, quiet):
            if one.name in self._tapes:
                continue
            tape = self._tapes[one.name] = DrawingTape()
            if one.framed is None:
                windows.append(WindowCanvas(tape, one.box))
            else:
                misleads = self._is_away if one.at_home else None
                framed = FramedCanvas(
                    tape, one.box, _smallest(one.framed), ids, one.covered, one.margins, misleads
                )
                self.lettered[one.name], self.names[one.name] = framed.lettered, framed.names
                windows.append(framed)
        return WindowFan(windows)

    def _is_away(self, label: str, box: Box) -> bool:
        """Whether the name of a place stands in another hex than its place."""
        home = self._homes.get(label)
        return home is not None and self.plan.layout.hex_at(box.centre) != home

    def _board(self, least: float, *, quiet: bool) -> MapLayers:
        """Return the layout of the map for a minimum text size in mm; each is computed once."""
        theme = self._settings.theme
        if least not in self._boards:
            shown = self._game if least <= _STEPPED else _with_cities_alone(self._game)
            finest = PRINTED_PX_PER_MM * min(1.0, SMALLEST_TEXT / least)
            self._boards[least] = sheet_layers(
                shown, theme, self.plan, least, self._settings.art, finest, cache=self._cache
            )
        board = self._boards[least]
        if not quiet:
            return board
        return replace(board, view=replace(board.view, theme=quiet_theme(theme)), symbols=())


def _smallest(scale: float) -> float:
    return SMALLEST_BOOK_TEXT / scale if scale else math.inf


def draw_map(document: PdfDocument, game: Game, settings: PrintSettings, drawing: MapDrawing) -> None:
    """Draw the map on one page if the sheet fits the paper, else on tiles; raise `InputError` (P105) if the
    paper is too small.
    """
    drawing.store(document)
    plan = drawing.plan
    hex_mm = game.hexmap.grid.hex_mm
    sheet = FlatSheet(
        game.info.title,
        "Map",
        plan.width,
        plan.height,
        *cut_lines(plan),
        lambda canvas, at: canvas.drawing(DRAWING_NAME, at),
        scale_check=f"Check the scale: a hex is {hex_mm:g} mm wide from side to side.",
        joins="rivers and hexsides",
        ground=settings.theme.sheet,
    )
    paper = settings.map_paper or (None if settings.shop else settings.paper)
    draw_flat_sheet(document, sheet, settings, paper)


def cut_lines(plan: SheetPlan) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the x and y coordinates of all corners of hexes, through which tiles are cut best."""
    corners = [corner for hex_id in plan.layout.grid for corner in plan.layout.corners(hex_id)]
    return tuple(corner.x for corner in corners), tuple(corner.y for corner in corners)
