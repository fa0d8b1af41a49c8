"""Print the map at full size: as one sheet, or as tiles with an assembly diagram."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hexwright.model.game import Game
from hexwright.paper.flat_sheets import FlatSheet, draw_flat_sheet
from hexwright.paper.page_margins import SHOP_BLEED
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas
from hexwright.render.fonts import SMALLEST_PRINT
from hexwright.render.map.canvas_clipping import FramedCanvas, WindowCanvas
from hexwright.render.map.drawing_tape import CanvasFan, DrawingTape
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.map_sheet_drawing import draw_sheet, sheet_layers
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.map.terrain_areas import PAINTED_BEYOND
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_pen import PLACES
from hexwright.render.theme import SMALLEST_TEXT, quiet_theme

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


@dataclass(slots=True)
class MapDrawing:
    """A game's map, laid out once for all documents."""

    plan: SheetPlan
    board: MapLayers
    boards: dict[tuple[float, bool], MapLayers] = field(default_factory=dict)
    """The layouts for small scales, by the minimum size of their text, and whether they are quiet."""

    def store_pieces(
        self,
        document: PdfDocument,
        game: Game,
        settings: PrintSettings,
        scale: float,
        pieces: Mapping[str, Box],
        *,
        quiet: bool = False,
        scales: Mapping[str, float] | None = None,
    ) -> None:
        """Store parts of the map under names; not allowed while a page is open.

        The map is drawn once for all of them, and only what lies in a part is written, text included. Text
        is readable at `scale`. A `quiet` map has few marks for terrain. It lacks hex numbers and text that a
        frame would cut, as do parts with `scales`, which also lack text that can't be read at their scale.
        """
        least = smallest_text(scale)
        full = least <= SMALLEST_TEXT and not quiet
        board = self.board if full else self._board(game, settings, least, quiet=quiet)
        tapes = {name: DrawingTape() for name in pieces}
        ids = frozenset(str(hex_id) for hex_id in self.plan.layout.grid)
        windows: list[Canvas] = [
            FramedCanvas(tapes[name], box, SMALLEST_BOOK_TEXT / (scales or {}).get(name, math.inf), ids)
            if quiet or scales is not None
            else WindowCanvas(tapes[name], box)
            for name, box in pieces.items()
        ]
        # Nothing is drawn far from the parts.
        shown = replace(board, view=replace(board.view, window=self._reach(pieces.values())))
        draw_map_layers(CanvasFan(tuple(windows)), shown)
        for name, box in pieces.items():
            with document.store(name, box, _places(least)) as canvas:
                tapes.pop(name).show(canvas)

    def _reach(self, pieces: Iterable[Box]) -> Box:
        """Return the part of the field with all parts of the map, and with art that reaches into them."""
        far = self.plan.layout.hex_width
        parts = [piece.inset(-far) for piece in pieces]
        field = self.plan.field.inset(-PAINTED_BEYOND)
        left = max(field.x, min(part.x for part in parts))
        top = max(field.y, min(part.y for part in parts))
        right = min(field.right, max(part.right for part in parts))
        bottom = min(field.bottom, max(part.bottom for part in parts))
        return Box(left, top, right - left, bottom - top)

    def _board(self, game: Game, settings: PrintSettings, least: float, *, quiet: bool) -> MapLayers:
        """Return the layout of the map for a minimum text size in mm, computed once."""
        if (least, quiet) in self.boards:
            return self.boards[least, quiet]
        shown = game if least <= _STEPPED else _with_cities_alone(game)
        finest = PRINTED_PX_PER_MM * min(1.0, SMALLEST_TEXT / least)
        theme = quiet_theme(settings.theme) if quiet else settings.theme
        board = self.boards[least, quiet] = sheet_layers(shown, theme, self.plan, least, settings.art, finest)
        return board

    def store(self, document: PdfDocument, game: Game, settings: PrintSettings) -> None:
        """Store the drawing of the whole sheet with its bleed, which can be shown at any size."""
        sheet = self.plan.sheet.inset(-SHOP_BLEED)
        with document.store(DRAWING_NAME, sheet) as canvas:
            draw_sheet(game, settings.theme, canvas, self.plan, self.board, bleed=SHOP_BLEED)


def draw_map(document: PdfDocument, game: Game, settings: PrintSettings, drawing: MapDrawing) -> None:
    """Draw the map on one page if the sheet fits the paper, else on tiles; raise `InputError` (P105) if the
    paper is too small.
    """
    drawing.store(document, game, settings)
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
