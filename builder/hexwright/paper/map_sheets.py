"""Print the map at full size: as one sheet, or as tiles with an assembly diagram."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.paper.cut_marks import check_bar, cut_marks
from hexwright.paper.map_tiling import Tile, Tiling, plan_tiles
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_foot, draw_head, draw_text
from hexwright.paper.page_margins import (
    FOOT,
    HOME_BLEED,
    MARGIN,
    OVERLAP,
    SHOP_BLEED,
    SIDE,
    UNPRINTABLE,
)
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.fonts import SMALLEST_PRINT, FontFace
from hexwright.render.map.canvas_clipping import FramedCanvas, WindowCanvas
from hexwright.render.map.drawing_tape import CanvasFan, DrawingTape
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM
from hexwright.render.map.map_layers import MapLayers, draw_map_layers
from hexwright.render.map.map_sheet_drawing import draw_sheet, sheet_layers
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.pdf_pen import PLACES, PdfRecording
from hexwright.render.theme import HAIR, MEDIUM, SMALLEST_TEXT, STRONG, quiet_theme
from hexwright.support.message_wording import count_noun

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
    """A game's map, laid out once and drawn once; further documents get a copy of the drawing."""

    plan: SheetPlan
    board: MapLayers
    recording: PdfRecording = field(default_factory=PdfRecording)
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
        draw_map_layers(CanvasFan(tuple(windows)), board)
        for name, box in pieces.items():
            with document.store(name, box, None, _places(least)) as canvas:
                tapes.pop(name).show(canvas)

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
        if self.recording.operations:
            document.store_again(DRAWING_NAME, sheet, self.recording)
            return
        with document.store(DRAWING_NAME, sheet, self.recording) as canvas:
            draw_sheet(game, settings.theme, canvas, self.plan, self.board, bleed=SHOP_BLEED)


def draw_map(document: PdfDocument, game: Game, settings: PrintSettings, drawing: MapDrawing) -> None:
    """Draw the map on one page if the sheet fits the paper, else on tiles; raise `InputError` (P105) if the
    paper is too small.
    """
    drawing.store(document, game, settings)
    plan = drawing.plan
    paper = settings.map_paper or (None if settings.shop else settings.paper)
    if paper is None:
        whole = Paper("Map sheet", round(plan.width, 3), round(plan.height, 3))
        with open_page(
            document, settings, whole, "Map", bookmark="Map", ground=settings.theme.sheet
        ) as canvas:
            canvas.drawing(DRAWING_NAME)
        return
    # With marks around it if there is room, else up to the printable area.
    for edge in (MARGIN, UNPRINTABLE):
        for lying in (paper, paper.turned):
            if plan.width <= lying.width - 2 * edge and plan.height <= lying.height - 2 * edge:
                _draw_whole(document, settings, plan, lying, marks=edge == MARGIN)
                return
    tiling = plan_tiles(plan, paper)
    _draw_assembly(document, game, settings, plan, tiling)
    for tile in tiling.tiles:
        _draw_tile(document, game, settings, tiling, tile)


def _draw_whole(
    document: PdfDocument, settings: PrintSettings, plan: SheetPlan, paper: Paper, *, marks: bool
) -> None:
    box = Box((paper.width - plan.width) / 2, (paper.height - plan.height) / 2, plan.width, plan.height)
    with open_page(document, settings, paper, "Map", bookmark="Map") as canvas:
        printable = Box(0, 0, paper.width, paper.height).inset(UNPRINTABLE)
        with canvas.group("sheet", clip=Path.rectangle(_within(box.inset(-HOME_BLEED), printable))):
            canvas.drawing(DRAWING_NAME, Placement(box.x, box.y))
        if marks and settings.marks:
            cut_marks(canvas, box, (box.x, box.right), (box.y, box.bottom), HOME_BLEED)


def _within(box: Box, limits: Box) -> Box:
    """Return the part of a box within limits."""
    x, y = max(box.x, limits.x), max(box.y, limits.y)
    return Box(x, y, min(box.right, limits.right) - x, min(box.bottom, limits.bottom) - y)


def _with_bleed(tiling: Tiling, tile: Tile, shown: Box) -> Box:
    """Return what a tile shows, with bleed along the edges of the sheet."""
    left, top = (HOME_BLEED if number == 1 else 0.0 for number in (tile.column, tile.row))
    right = HOME_BLEED if tile.column == tiling.columns else 0.0
    bottom = HOME_BLEED if tile.row == tiling.rows else 0.0
    return Box(shown.x - left, shown.y - top, shown.width + left + right, shown.height + top + bottom)


def _draw_tile(
    document: PdfDocument, game: Game, settings: PrintSettings, tiling: Tiling, tile: Tile
) -> None:
    paper, theme = tiling.paper, settings.theme
    label = f"Map, tile {tile.number} of {len(tiling.tiles)}"
    area = paper.area
    # The tile is centred on the paper.
    x = area.x + (area.width - tile.shown.width) / 2
    y = area.y + (area.height - tile.shown.height) / 2
    shown = Box(x, y, tile.shown.width, tile.shown.height)
    cut = Box(x, y, tile.cut.width, tile.cut.height)
    with open_page(document, settings, paper, label, bookmark=label, level=0) as canvas:
        with canvas.group("tile", clip=Path.rectangle(_with_bleed(tiling, tile, shown))):
            canvas.drawing(DRAWING_NAME, Placement(x - tile.shown.x, y - tile.shown.y))
        if settings.marks:
            cut_marks(canvas, shown, (cut.x, cut.right), (cut.y, cut.bottom), HOME_BLEED)
        _overlap(canvas, settings, shown, cut)
        parts = [f"row {tile.row}, column {tile.column}"]
        if tile.column > 1:
            parts.append(f"trim at the left marks and glue onto tile {tile.number - 1}")
        if tile.row > 1:
            parts.append(f"trim at the upper marks and glue onto tile {tile.number - tiling.columns}")
        base = paper.height - UNPRINTABLE - 1.0
        at = Point(shown.x + 6, base)
        canvas.text(
            at, f"{game.info.title} · tile {tile.number}", FontFace.SANS_BOLD, 2.6, theme.ink, anchor="start"
        )
        text = Point(shown.right - 6, base)
        canvas.text(text, "; ".join(parts), FontFace.SANS, 2.4, theme.ink_quiet, anchor="end")


def _overlap(canvas: Canvas, settings: PrintSettings, shown: Box, cut: Box) -> None:
    """Mark the strips that adjacent tiles will cover, by fine lines at the ends of each cut."""
    for flap, at, turn in (
        (shown.right - cut.right, Point(shown.right + 2.6, shown.centre.y), -90.0),
        (shown.bottom - cut.bottom, Point(shown.centre.x, shown.bottom + 2.6), 0.0),
    ):
        if flap > 0.1 and at.x < shown.right + MARGIN:
            fill = settings.theme.ink_quiet
            canvas.text(
                at, "glue the next tile over this edge", FontFace.SANS_ITALIC, 2.2, fill, rotation=turn
            )


def _draw_assembly(
    document: PdfDocument, game: Game, settings: PrintSettings, plan: SheetPlan, tiling: Tiling
) -> None:
    """Draw the sheet at a small scale with the outlines and numbers of tiles, and instructions."""
    paper = tiling.paper if not tiling.paper.upright else tiling.paper.turned
    theme = settings.theme
    label = "Map, how the tiles go together"
    with open_page(document, settings, paper, label, bookmark=label) as canvas:
        note = f"{count_noun(len(tiling.tiles), 'tile')} on {tiling.paper.name}"
        draw_head(canvas, game, theme, paper, "Map: how the tiles go together", note)
        column = 62.0
        room = Box(SIDE, 19.0, paper.width - 2 * SIDE - column - 8, paper.height - 19.0 - FOOT - 8)
        scale = min(room.width / plan.width, room.height / plan.height)
        x, y = room.x, room.y
        outline = Box(x, y, plan.width * scale, plan.height * scale)
        with canvas.group("sheet", clip=Path.rectangle(outline)):
            canvas.drawing(DRAWING_NAME, Placement(x, y, 0.0, scale))
        canvas.path(Path.rectangle(outline), Style(stroke=theme.ink, width=MEDIUM))
        for tile in tiling.tiles:
            _outline(canvas, settings, tile, x, y, scale)
        _steps(
            canvas,
            game,
            settings,
            tiling,
            Box(outline.right + 8, 20.0, paper.width - SIDE - outline.right - 8, 120),
        )
        check_bar(canvas, theme, Point(SIDE, paper.height - UNPRINTABLE - 5.5))
        draw_foot(canvas, theme, paper, "Print all pages at 100 %, one-sided.", paper.name)


def _outline(
    canvas: PdfCanvas, settings: PrintSettings, tile: Tile, x: float, y: float, scale: float
) -> None:
    theme = settings.theme
    box = Box(x + tile.cut.x * scale, y + tile.cut.y * scale, tile.cut.width * scale, tile.cut.height * scale)
    canvas.path(Path.rectangle(box), Style(stroke=theme.on_dark, width=1.1))
    canvas.path(Path.rectangle(box), Style(stroke=theme.ink, width=STRONG))
    canvas.path(Path.ellipse(box.centre, 8.0), Style(fill=theme.on_dark, stroke=theme.ink, width=STRONG))
    at = Point(box.centre.x, box.centre.y + 3.4)
    canvas.text(at, str(tile.number), FontFace.SERIF_BOLD, 10.0, theme.ink)


def _steps(canvas: Canvas, game: Game, settings: PrintSettings, tiling: Tiling, box: Box) -> None:
    theme = settings.theme
    hex_mm = game.hexmap.grid.hex_mm
    steps = [
        "Print every tile at 100 % on stiff paper.",
        f"Check the scale: a hex is {hex_mm:g} mm wide from side to side.",
        "Trim tiles along the marks at their left and upper edges, but not at the edges of the sheet. "
        "The cuts run through corners of hexes.",
        f"Lay each tile on the {OVERLAP:g} mm that its neighbours to the left and above show beyond their "
        "marks, until rivers and hexsides meet, and glue it down. Begin with tile 1 and go row by row.",
        "Trim the outer edge last.",
    ]
    y = box.y
    for n, text in enumerate(steps, start=1):
        centre = Point(box.x + 3.0, y + 2.2)
        canvas.path(Path.ellipse(centre, 2.9), Style(fill=theme.ink))
        canvas.text(Point(centre.x, centre.y + 1.15), str(n), FontFace.SERIF_BOLD, 3.4, theme.on_dark)
        room = Box(box.x + 8.0, y, box.width - 8.0, 20)
        y = draw_text(canvas, room, text, FontFace.SANS, 3.2, theme.ink) + 3.0
    rule = Path.line([Point(box.x, y), Point(box.right, y)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
