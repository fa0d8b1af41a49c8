"""Draw the set-up: one map for each start line, its units by army, and the list of scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.compact_list import ListItem, PlacedItem, draw_placed, list_height, list_pages
from hexwright.paper.map_sheets import READABLE, MapDrawing
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_foot, draw_head
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.scenario_table import draw_scenario_table, scenario_rows, table_height
from hexwright.paper.setup_card_contents import scenario_length, scenario_numbers
from hexwright.paper.setup_map_windows import MapPart, edge_hexes, map_parts, page_room, unit_window
from hexwright.paper.start_lines import StandingUnit, StartLine, off_map_items, on_map_items, start_lines
from hexwright.render.canvas import Box, Colour, Halo, Path, Style
from hexwright.render.counters.counter_groups import side_by_side
from hexwright.render.counters.counter_palette import lettering_colour, mix_colours
from hexwright.render.counters.diagram_face import draw_diagram_face
from hexwright.render.fonts import FontFace, text_width
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import FINE, MEDIUM, Theme

_LABEL: Final = 2.35
"""Size in mm of a designation on the map where counters would be too small: 6.7 points."""
_ROW: Final = 2.9
"""Height in mm of a unit's plate on such a map."""
_QUIET: Final = 13.0
"""The width in mm of a hex below which the map has few marks for terrain."""
_LEAST_COUNTER: Final = 8.0
"""The edge in mm of the smallest counter on such a map; smaller units are plates."""
_SHARED: Final = 0.6
"""A map shares its page with its list if it stays at least at this share of its largest scale."""


def draw_setup(
    document: PdfDocument, game: Game, settings: PrintSettings, paper: Paper, drawing: MapDrawing
) -> None:
    """Draw the map and the list of each start line, then the scenarios and the units that come later."""
    lines = start_lines(game)
    rows = scenario_rows(game, lines)
    later = [*off_map_items(game, lines)]
    single = len(lines) == 1
    setup = SetupPages(document, game, settings, paper, drawing)
    planned = [
        setup.planned(line, [*on_map_items(game, line), *(later if single else [])], rows if single else ())
        for line in lines
    ]
    setup.store_maps(planned)
    for line in planned:
        setup.start_line(line)
    if not single or (len(game.scenarios) > 1 and not planned[0].rows):
        setup.scenarios(rows, [] if single else later)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A start line with the pages of its map, and the room for it beside the list."""

    line: StartLine
    items: Sequence[ListItem]
    rows: Sequence[tuple[str, ...]]
    """The table of scenarios, if it stands on the map's page."""
    parts: tuple[MapPart, ...] = ()
    room: Box | None = None
    """The room for a map that shares its page."""


class SetupPages:
    """Draws the pages of the set-up into a document."""

    def __init__(
        self,
        document: PdfDocument,
        game: Game,
        settings: PrintSettings,
        paper: Paper,
        drawing: MapDrawing,
    ) -> None:
        """Prepare the pages."""
        self._document, self._game, self._settings = document, game, settings
        self._paper, self._drawing = paper, drawing
        self._theme = settings.theme
        self._quiet = False
        self._room = Box(SIDE, HEAD, paper.width - 2 * SIDE, paper.height - FOOT - HEAD)

    def scenarios(self, rows: Sequence[tuple[str, ...]], items: Sequence[ListItem]) -> None:
        """Draw the table of scenarios, and below it the units that come later."""
        room = self._room
        high = table_height(rows, room.width)
        first = Box(room.x, room.y + high + 3.0, room.width, room.height - high - 3.0)
        pages: list[list[PlacedItem]] = [*list_pages(items, first, room)] or [[]]
        for n, placed in enumerate(pages):
            label = "Scenarios" if n == 0 else "Reinforcements"
            with self._page(self._paper, label, "") as canvas:
                if n == 0:
                    draw_scenario_table(canvas, self._theme, Box(room.x, room.y, room.width, high), rows)
                draw_placed(canvas, self._theme, placed)

    def planned(
        self, line: StartLine, items: Sequence[ListItem], rows: Sequence[tuple[str, ...]]
    ) -> PlannedLine:
        """Return a start line with the pages that it needs: map and list share one if both are readable."""
        if not line.standing:
            return PlannedLine(line, items, ())
        room, plan = self._room, self._drawing.plan
        shown = rows if len(rows) > 2 else ()
        table = table_height(shown, room.width) + 2.0 if shown else 0.0
        window = unit_window(plan, {one.hex for one in line.standing})
        parts = map_parts(plan, window, self._paper)
        low = list_height(items, room.width, room.height) + table
        shared = Box(room.x, room.y - 2.0, room.width, room.height - low - 3.0)
        scale = min(shared.width / window.width, shared.height / window.height, parts[0].scale)
        if len(parts) == 1 and scale >= _SHARED * parts[0].scale and low <= room.height:
            part = replace(parts[0], scale=scale, paper=self._paper)
            return PlannedLine(line, items, shown, (part,), shared)
        return PlannedLine(line, items, (), tuple(parts))

    def store_maps(self, planned: Sequence[PlannedLine]) -> None:
        """Store the pieces of the map of all start lines, lettered for the smallest of them."""
        pieces = {_name(one.line, part): part for one in planned for part in one.parts}
        if pieces:
            least = min(part.scale for part in pieces.values())
            self._quiet = least * self._drawing.plan.layout.hex_width < _QUIET
            windows = {name: part.window for name, part in pieces.items()}
            self._drawing.store_pieces(
                self._document, self._game, self._settings, least * READABLE, windows, quiet=self._quiet
            )

    def start_line(self, planned: PlannedLine) -> None:
        """Draw the pages of a start line: its map, and its units by army."""
        line, items, room = planned.line, planned.items, self._room
        if planned.room is not None:
            self._map_page(line, planned.parts[0], planned.room, items, planned.rows)
            return
        for part in planned.parts:
            self._map_page(line, part, page_room(part.paper), (), ())
        for placed in list_pages(items, room, room):
            with self._page(self._paper, f"{line.title}: units", _whose(self._game, line)) as canvas:
                draw_placed(canvas, self._theme, placed)

    @contextmanager
    def _page(self, paper: Paper, label: str, note: str) -> Iterator[PdfCanvas]:
        """Add a page with its head and foot."""
        with open_page(self._document, self._settings, paper, label, bookmark=label) as canvas:
            draw_head(canvas, self._game.info.title, self._theme, paper, label, note)
            yield canvas
            if not self._settings.shop:
                info = self._game.info
                draw_foot(canvas, self._theme, paper, f"{info.title}, version {info.version}", paper.name)

    def _map_page(
        self,
        line: StartLine,
        part: MapPart,
        room: Box,
        items: Sequence[ListItem],
        rows: Sequence[tuple[str, ...]],
    ) -> None:
        """Draw a page with a part of the map and its counters, and perhaps the list below it."""
        half = f", {part.name} half" if part.name else ""
        window, scale, theme = part.window, part.scale, self._theme
        wide, high = window.width * scale, window.height * scale
        frame = Box(room.x + (room.width - wide) / 2, room.y, wide, high)
        with self._page(part.paper, f"{line.title}{half}", _whose(self._game, line)) as canvas:
            place = Placement(frame.x - window.x * scale, frame.y - window.y * scale, 0.0, scale)
            with canvas.group("set-up", clip=Path.rectangle(frame)):
                canvas.drawing(_name(line, part), place)
                if self._quiet:
                    taken = {one.hex for one in line.standing}
                    for hex_id in sorted(edge_hexes(self._drawing.plan, part.window) - taken):
                        at = place.apply(self._drawing.plan.layout.centre(hex_id))
                        number = Point(at.x, at.y + 0.33 * _LABEL)
                        halo = Halo(theme.halo, 0.35)
                        canvas.text(number, hex_id, FontFace.SANS, _LABEL, theme.ink_quiet, halo=halo)
                self._units(canvas, line, part, place)
            canvas.path(Path.rectangle(frame), Style(stroke=theme.ink, width=MEDIUM))
            y, across = frame.bottom + 2.0, part.paper.width - 2 * SIDE
            if rows:
                draw_scenario_table(canvas, theme, Box(SIDE, y, across, 0.0), rows)
                y += table_height(rows, across) + 2.0
            if items:
                below = Box(SIDE, y, across, part.paper.height - FOOT - y)
                draw_placed(canvas, theme, next(list_pages(items, below, below)))

    def _units(self, canvas: PdfCanvas, line: StartLine, part: MapPart, place: Placement) -> None:
        game, plan = self._game, self._drawing.plan
        by_hex: dict[HexId, list[StandingUnit]] = {}
        for one in line.standing:
            by_hex.setdefault(one.hex, []).append(one)
        edge = min(plan.layout.hex_width * 0.74, game.counters.sheet.counter_mm * 1.1) * part.scale
        room = plan.layout.hex_width * 0.92 * part.scale
        for hex_id, units in sorted(by_hex.items()):
            centre = place.apply(plan.layout.centre(hex_id))
            boxes = side_by_side(centre, edge, room, len(units))
            if boxes[0].width >= _LEAST_COUNTER:
                for one, box in zip(units, boxes, strict=True):
                    index = min(one.step, len(one.unit.steps)) - 1
                    draw_diagram_face(canvas, game, one.unit, index, self._theme, box, art=self._settings.art)
            else:
                _plates(canvas, game, self._theme, [one.unit for one in units], centre, room)


def _whose(game: Game, line: StartLine) -> str:
    """Return which scenarios a start line belongs to; the turns if there is only one scenario."""
    if len(line.numbers) == 1 and len(game.scenarios) == 1:
        return scenario_length(game, line.cards[0][0].scenario)
    told = scenario_numbers(line.numbers)
    return f"{told[0].upper()}{told[1:]}"


def _name(line: StartLine, part: MapPart) -> str:
    return f"setup-{line.letter or 'map'}-{part.name or 'whole'}"


def _plates(
    canvas: PdfCanvas, game: Game, theme: Theme, units: Sequence[Unit], centre: Point, room: float
) -> None:
    """Draw the units of a hex as plates one below the other: the army's colour, then the designation.

    A hex too low for all of them shows as many as it holds, and how many more there are.
    """
    most = max(1, int((room + 1.2) // _ROW))
    shown = list(units) if len(units) <= most else list(units[: most - 1] or units[:1])
    more = len(units) - len(shown)
    texts = [unit.designation for unit in shown]
    if more and len(shown) == most:
        texts[-1] += f" +{more}"
    elif more:
        texts.append(f"+{more}")
    owners = [*shown, *(units[len(shown) : len(shown) + 1] if len(texts) > len(shown) else [])]
    width = _plate_width(texts, room)
    top = centre.y - len(texts) * _ROW / 2
    for n, (text, unit) in enumerate(zip(texts, owners, strict=True)):
        box = Box(centre.x - width / 2, top + n * _ROW, width, _ROW)
        side = theme.side(game.info.side(unit.side))
        ground = mix_colours(Colour(side.reduced), theme.panel, 0.15)
        canvas.path(Path.rectangle(box, 0.4), Style(fill=ground, stroke=theme.ink, width=FINE))
        formation = game.counters.formation(unit.formation)
        stripe = (
            Colour(formation.colour) if formation is not None else theme.accent(game.info.side(unit.side))
        )
        canvas.path(Path.rectangle(Box(box.x, box.y, 0.95, box.height)), Style(fill=stripe))
        at = Point((box.x + 0.95 + box.right) / 2, box.y + 0.5 * _ROW + 0.33 * _LABEL)
        canvas.text(at, text, FontFace.SANS_SEMIBOLD, _LABEL, lettering_colour(ground))


def _plate_width(texts: Iterable[str], room: float) -> float:
    """Return the width of the plates of a hex: as wide as the hex, or wider if a designation needs it."""
    needed = max(text_width(text, FontFace.SANS_SEMIBOLD, _LABEL) for text in texts) + 0.95 + 1.0
    return max(min(room, 7.0), needed)
