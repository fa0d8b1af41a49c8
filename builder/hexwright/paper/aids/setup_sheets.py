"""Draw the set-up: the map of each start line or insets of it, units by army, and the scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.aids.scenario_table import draw_scenario_table, scenario_rows, table_height
from hexwright.paper.aids.setup_card_contents import scenario_length, scenario_numbers
from hexwright.paper.aids.setup_inset_drawing import (
    draw_in_inset,
    draw_inset_title,
    draw_letter,
    draw_overview,
    draw_plain_title,
    draw_reference,
    draw_stack,
    draw_strip,
    inset_box,
    letter_box,
    reference_box,
    stacked_in_hex,
    units_by_hex,
)
from hexwright.paper.aids.setup_inset_groups import INSET_HEAD
from hexwright.paper.aids.setup_map_insets import Inset, InsetPages, arrange_insets
from hexwright.paper.aids.setup_map_windows import (
    READABLE_HEX,
    MapPart,
    page_part,
    page_room,
    unit_window,
)
from hexwright.paper.aids.start_lines import StandingUnit, StartLine, off_map_items, on_map_items, start_lines
from hexwright.paper.figures.example_diagrams import Numbering, hex_number_boxes, number_hexes
from hexwright.paper.figures.place_lettering import PlacedName, draw_names, place_names
from hexwright.paper.map.map_sheets import READABLE, SMALLEST_BOOK_TEXT, MapDrawing, MapWindow
from hexwright.paper.pages.compact_list import (
    COLUMN,
    SMALLER,
    WIDE,
    ListItem,
    PlacedItem,
    draw_placed,
    fitted_pages,
    list_height,
    list_pages,
)
from hexwright.paper.pages.page_drawing import open_page
from hexwright.paper.pages.page_furniture import draw_foot, draw_head
from hexwright.paper.pages.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.pages.paper_sizes import Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box, Path, Style
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.map.sheet.theatre_inset import NOTE
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import MEDIUM

_OVERVIEW: Final = 0.34
"""The width of the map that shows where insets lie, as a share of the page's."""
_USUAL_HEX: Final = 18.0
"""The width in mm of a hex up to which the names in a set-up are the smallest."""
_SEEN: Final = 0.2
"""How far the middle of a hex that is numbered is from the frame at least, in widths of the hex."""
_HUGE_HEX: Final = 28.0
_LARGE_NUMBERS: Final = 1.4
"""How much larger the numbers of hexes are that are wider in mm."""
_SHARED: Final = 0.6
"""A map shares its page with its list if it stays at least at this share of its largest scale."""
_SMALLEST: Final = (0.88, 0.82, 0.76, 0.7)
"""The scales that are tried for a table of scenarios that is higher than a page."""


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A start line with the map of its set-up: insets, or one map with or without its list."""

    line: StartLine
    items: Sequence[ListItem]
    rows: Sequence[tuple[str, ...]] = ()
    """The table of scenarios, if it stands on the map's page."""
    part: MapPart | None = None
    room: Box | None = None
    """The room for a map that shares its page."""
    insets: InsetPages | None = None


class SetupPages:
    """The pages of the set-up: the map and the list of each start line, then scenarios and later units."""

    def __init__(self, game: Game, settings: PrintSettings, paper: Paper, plan: SheetPlan) -> None:
        """Plan the pages, so that the windows of the map are known."""
        self._game, self._settings = game, settings
        self._paper, self._plan = paper, plan
        self._theme = settings.theme
        self._room = Box(SIDE, HEAD, paper.width - 2 * SIDE, paper.height - FOOT - HEAD)
        lines = start_lines(game)
        self._rows = scenario_rows(game, lines)
        self._later = [*off_map_items(game, lines)]
        self._single = len(lines) == 1
        self.lines: Sequence[PlannedLine] = [
            self._planned(
                line,
                [*on_map_items(game, line), *(self._later if self._single else [])],
                self._rows if self._single else (),
            )
            for line in lines
        ]

    def windows(self) -> Iterator[MapWindow]:
        """Yield the windows of the map that the pages show."""
        for one in self.lines:
            if one.part is not None:
                yield self._window(one.line, None, one.part.window, one.part.scale)
            if one.insets is not None:
                for inset in (inset for page in one.insets.pages for inset in page):
                    yield self._window(one.line, inset, inset.window, one.insets.scale)

    def _window(self, line: StartLine, inset: Inset | None, window: Box, scale: float) -> MapWindow:
        layout = self._plan.layout
        if inset is not None:
            # The map's own names would be too small or too large.
            return MapWindow(_name(line, inset), window, 1.0, quiet=True, framed=0.0)
        most = _most(line)
        covered = tuple(
            box
            for hex_id, units in units_by_hex(line).items()
            for box in stacked_in_hex(layout.centre(hex_id), layout.hex_width, len(units), scale, most)
        )
        return MapWindow(_name(line, inset), window, scale * READABLE, framed=scale, covered=covered)

    def draw(self, document: PdfDocument, drawing: MapDrawing) -> None:
        """Draw the pages."""
        self._document, self._drawing = document, drawing
        drawing.store_windows(document, self.windows())
        for line in self.lines:
            self._start_line(line, drawing.board)
        if not self._single:
            self._scenarios(self._later, "Reinforcements")

    def _scenarios(self, items: Sequence[ListItem], later: str) -> None:
        """Draw the table of scenarios, and below it units; further pages are titled `later`."""
        scale, high, pages = self._scenario_pages(items)
        for n, placed in enumerate(pages):
            label = "Scenarios" if n == 0 else later
            with (
                self._page(self._paper, label, "") as canvas,
                canvas.placed(Placement(self._room.x, self._room.y, 0.0, scale)),
            ):
                if n == 0:
                    table = Box(0.0, 0.0, self._room.width / scale, high)
                    draw_scenario_table(canvas, self._theme, table, self._rows)
                draw_placed(canvas, self._theme, placed)

    def _scenario_pages(self, items: Sequence[ListItem]) -> tuple[float, float, list[list[PlacedItem]]]:
        """Return the scale of the scenarios' pages, the height of their table, and the items of each page.

        The type is a little smaller if that saves a page, and smaller still if the table is higher than one.
        """
        found: list[tuple[float, float, list[list[PlacedItem]]]] = []
        for scale in (1.0, *SMALLER, *_SMALLEST):
            wide, tall = self._room.width / scale, self._room.height / scale
            high = table_height(self._rows, wide)
            if high > tall and scale > _SMALLEST[-1]:
                continue
            first, later = Box(0.0, high + 3.0, wide, tall - high - 3.0), Box(0.0, 0.0, wide, tall)
            found.extend(
                (scale, high, [*list_pages(items, first, later, least)] or [[]]) for least in (COLUMN, WIDE)
            )
            if scale <= SMALLER[-1] or len(found[-1][2]) == 1:
                break
        return min(found, key=lambda one: len(one[2]))

    def _planned(
        self, line: StartLine, items: Sequence[ListItem], rows: Sequence[tuple[str, ...]]
    ) -> PlannedLine:
        """Return a start line with the pages that it needs: map and list share one if both are readable."""
        if not line.standing:
            return PlannedLine(line, items)
        room, plan = self._room, self._plan
        shown = rows if len(rows) > 2 else ()
        table = table_height(shown, room.width) + 2.0 if shown else 0.0
        hexes = {one.hex for one in line.standing}
        named = [place.hex for place in self._game.hexmap.places if place.kind != "name"]
        window = unit_window(plan, hexes, named)
        part = page_part(window, self._paper)
        if part.scale * plan.layout.hex_width < READABLE_HEX:
            wide = _OVERVIEW * room.width
            tall = wide * plan.field.height / plan.field.width + INSET_HEAD + NOTE
            counts = {hex_id: len(units) for hex_id, units in units_by_hex(line).items()}
            insets = arrange_insets(plan, counts, self._game.hexmap.places, room, (wide, tall))
            return PlannedLine(line, items, insets=insets)
        low = list_height(items, room.width, room.height) + table
        shared = Box(room.x, room.y - 2.0, room.width, room.height - low - 3.0)
        scale = min(shared.width / window.width, shared.height / window.height, part.scale)
        if scale >= _SHARED * part.scale and low <= room.height:
            return PlannedLine(line, items, shown, MapPart(window, self._paper, scale), shared)
        return PlannedLine(line, items, part=part)

    def _start_line(self, planned: PlannedLine, board: MapLayers) -> None:
        """Draw the pages of a start line: its map, and its units by army."""
        line, items, room = planned.line, planned.items, self._room
        if planned.part is not None and planned.room is not None:
            self._map_page(line, planned.part, planned.room, items, planned.rows)
            return
        if planned.part is not None:
            self._map_page(line, planned.part, page_room(planned.part.paper), (), ())
        if planned.insets is not None:
            self._inset_pages(line, planned.insets, board)
        if self._single and len(self._game.scenarios) > 1:
            self._scenarios(items, f"{line.title}: units")
            return
        scale, pages = fitted_pages(items, room.width, room.height)
        for placed in pages:
            with (
                self._page(self._paper, f"{line.title}: units", _whose(self._game, line)) as canvas,
                canvas.placed(Placement(room.x, room.y, 0.0, scale)),
            ):
                draw_placed(canvas, self._theme, placed)

    def _inset_pages(self, line: StartLine, insets: InsetPages, board: MapLayers) -> None:
        """Draw the insets of a start line, and on the first page the map that shows where they lie."""
        every = [inset for one in insets.pages for inset in one]
        by_hex, art = units_by_hex(line), self._settings.art
        for number, page in enumerate(insets.pages):
            more = f", continued ({number + 1} of {len(insets.pages)})" if number else ""
            with self._page(self._paper, f"{line.title}{more}", _whose_map(self._game, line)) as canvas:
                if number == 0:
                    draw_overview(canvas, self._game, self._theme, line, insets.overview, every, board)
                for inset in page:
                    wide = inset.window.width * insets.scale
                    draw_inset_title(canvas, self._theme, inset.number, inset.name, inset.at, wide)
                    self._inset(canvas, line, inset, insets.scale, every)
                    below = Point(inset.at.x, inset.frame(insets.scale).bottom)
                    draw_strip(canvas, self._game, self._theme, by_hex, inset.strip, below, art)
                if insets.lone is not None and insets.lone.page == number:
                    at = insets.lone.at
                    draw_plain_title(canvas, self._theme, "Elsewhere on the map", at)
                    under = Point(at.x, at.y + INSET_HEAD)
                    draw_strip(canvas, self._game, self._theme, by_hex, insets.lone.strip, under, art)

    def _inset(
        self, canvas: PdfCanvas, line: StartLine, inset: Inset, scale: float, every: Sequence[Inset]
    ) -> None:
        """Draw an inset with its units, and where the units of another stand that other's number."""
        window, plan = inset.window, self._plan
        by_hex = {hex_id: units for hex_id, units in units_by_hex(line).items() if hex_id in inset.hexes}
        frame = inset.frame(scale)
        place = _placed(window, frame)

        def page(hex_id: HexId) -> Point:
            return place.apply(plan.layout.centre(hex_id))

        wide = plan.layout.hex_width * scale
        counters = [inset_box(page(hex_id), wide) for hex_id in by_hex]
        letters = self._letters(inset, by_hex, place)
        counters += letters.values()
        elsewhere = [hex_id for other in every for hex_id in other.hexes - inset.hexes]
        counters += map(reference_box, map(page, elsewhere))
        numbers = [box for _, _, box in hex_number_boxes(plan, window, place, by_hex, _numbering(wide))]
        names = place_names(self._game, page, frame, counters, numbers)
        self._map(canvas, line, inset, window, frame, [name.box for name in names])
        draw_names(canvas, self._theme, names)
        for other in every:
            for hex_id in sorted(other.hexes - inset.hexes):
                draw_reference(canvas, self._theme, other.number, page(hex_id), frame)

    def _map(
        self,
        canvas: PdfCanvas,
        line: StartLine,
        inset: Inset | None,
        window: Box,
        frame: Box,
        named: Sequence[Box] = (),
    ) -> None:
        """Draw a window of the map into a frame, with hex numbers and the units that it shows whole.

        `named` are the boxes of names, which cover numbers.
        """
        plan, theme, place = self._plan, self._theme, _placed(window, frame)
        by_hex = {
            hex_id: units
            for hex_id, units in units_by_hex(line).items()
            if inset is None or hex_id in inset.hexes
        }
        wide = plan.layout.hex_width * place.scale
        names = self._struck_names(line, window, frame, by_hex) if inset is None else []
        with canvas.group("set-up", clip=Path.rectangle(frame)):
            canvas.drawing(_name(line, inset), place)
            covered = [*named, *(name.box for name in names)]
            lettered = self._lettered(line, place) if inset is None else []
            numbering = _numbering(wide)
            number_hexes(
                canvas, plan, theme, window, place, by_hex, covered, numbering, struck=[*lettered, *covered]
            )
            for hex_id, units in sorted(by_hex.items()):
                if inset is not None:
                    box = inset_box(place.apply(plan.layout.centre(hex_id)), wide)
                    draw_in_inset(canvas, self._game, theme, units, box, self._settings.art)
                    continue
                boxes = stacked_in_hex(
                    place.apply(plan.layout.centre(hex_id)), wide, len(units), most=_most(line)
                )
                if all(frame.holds(box) for box in boxes):
                    draw_stack(canvas, self._game, theme, units, boxes, self._settings.art)
            # Above the counters of all hexes, which may touch each other.
            letters = self._letters(inset, by_hex, place) if inset is not None else {}
            for cell in inset.strip.cells if inset is not None else ():
                draw_letter(canvas, theme, cell.label.split()[0], letters[cell.hex].centre)
            draw_names(canvas, theme, names)
        canvas.path(Path.rectangle(frame), Style(stroke=theme.ink, width=MEDIUM))

    def _letters(
        self, inset: Inset, by_hex: Mapping[HexId, Sequence[StandingUnit]], place: Placement
    ) -> Mapping[HexId, Box]:
        """Return where the letters of the stacks of an inset stand: they hide no text of the counters."""
        layout = self._plan.layout
        wide = layout.hex_width * place.scale
        numbers = [
            box for *_, box in hex_number_boxes(self._plan, inset.window, place, by_hex, _numbering(wide))
        ]
        found = {}
        for cell in inset.strip.cells:
            box = inset_box(place.apply(layout.centre(cell.hex)), wide)
            corners = [place.apply(at) for at in layout.corners(cell.hex)]
            seen = RecordingCanvas()
            draw_stack(seen, self._game, self._theme, by_hex[cell.hex][:1], [box], self._settings.art)
            found[cell.hex] = letter_box(corners, box, [*(text.box for text in seen.texts), *numbers])
        return found

    def _lettered(self, line: StartLine, place: Placement) -> list[Box]:
        """Return the boxes of the names on the map of a set-up, on the page."""
        return [
            Box(*_corner(place, box), box.width * place.scale, box.height * place.scale)
            for box in self._drawing.lettered.get(_name(line), ())
        ]

    def _struck_names(
        self, line: StartLine, window: Box, frame: Box, by_hex: Mapping[HexId, Sequence[StandingUnit]]
    ) -> list[PlacedName]:
        """Return the names of places that counters or the frame would strike, clear of them."""
        plan, place, name = self._plan, _placed(window, frame), _name(line)

        def page(hex_id: HexId) -> Point:
            return place.apply(plan.layout.centre(hex_id))

        wide = plan.layout.hex_width * place.scale
        stacks = {
            hex_id: stacked_in_hex(page(hex_id), wide, len(units), most=_most(line))
            for hex_id, units in by_hex.items()
        }
        lettered = self._lettered(line, place)
        return place_names(
            self._game,
            page,
            frame,
            [*lettered, *(box for boxes in stacks.values() for box in boxes)],
            [box for _, _, box in hex_number_boxes(plan, window, place, by_hex, _numbering(wide))],
            self._drawing.names.get(name, ()),
            size=SMALLEST_BOOK_TEXT * min(1.6, max(1.0, wide / _USUAL_HEX)),
            stacks={hex_id: Box.around(_corners(boxes)) for hex_id, boxes in stacks.items()},
        )

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
        window, scale, theme = part.window, part.scale, self._theme
        wide, high = window.width * scale, window.height * scale
        frame = Box(room.x + (room.width - wide) / 2, room.y, wide, high)
        with self._page(part.paper, line.title, _whose_map(self._game, line)) as canvas:
            self._map(canvas, line, None, window, frame)
            y, across = frame.bottom + 2.0, part.paper.width - 2 * SIDE
            if rows:
                draw_scenario_table(canvas, theme, Box(SIDE, y, across, 0.0), rows)
                y += table_height(rows, across) + 2.0
            if items:
                below = Box(SIDE, y, across, part.paper.height - FOOT - y)
                draw_placed(canvas, theme, next(list_pages(items, below, below)))


def _numbering(wide: float) -> Numbering:
    """Return how hexes `wide` mm wide are numbered: huge ones with larger and darker numbers."""
    huge = wide >= _HUGE_HEX
    return Numbering(halo=0.75, times=_LARGE_NUMBERS, edge=_SEEN) if huge else Numbering(edge=_SEEN)


def _most(line: StartLine) -> int:
    """Return the largest number of units that start in one hex."""
    return max(map(len, units_by_hex(line).values()))


def _whose(game: Game, line: StartLine) -> str:
    """Return which scenarios a start line belongs to; the turns if there is only one scenario."""
    if len(line.numbers) == 1 and len(game.scenarios) == 1:
        return scenario_length(game, line.cards[0][0].scenario)
    told = scenario_numbers(line.numbers)
    return f"{told[0].upper()}{told[1:]}"


def _whose_map(game: Game, line: StartLine) -> str:
    """Return the same for a map, with the meaning of its stars."""
    starred = any(one.numbers for one in line.standing)
    return _whose(game, line) + ("; starred units in some of them, see the list" if starred else "")


def _placed(window: Box, frame: Box) -> Placement:
    """Return how a window of the map stands in its frame on a page."""
    scale = frame.width / window.width
    return Placement(frame.x - window.x * scale, frame.y - window.y * scale, 0.0, scale)


def _corner(place: Placement, box: Box) -> tuple[float, float]:
    at = place.apply(Point(box.x, box.y))
    return at.x, at.y


def _corners(boxes: Sequence[Box]) -> Iterator[Point]:
    for box in boxes:
        yield Point(box.x, box.y)
        yield Point(box.right, box.bottom)


def _name(line: StartLine, inset: Inset | None = None) -> str:
    return f"setup-{line.letter or 'map'}-{'whole' if inset is None else inset.number}"
