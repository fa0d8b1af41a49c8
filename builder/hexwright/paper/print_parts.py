"""Draw the parts of a print job: counters, map, aids, rules."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.game import Game
from hexwright.paper.aids.player_aids import PlayerAids
from hexwright.paper.counters.game_counter_sheets import draw_counters
from hexwright.paper.figures.example_diagrams import ExampleSource
from hexwright.paper.map.hex_sizes import crowded_hexes
from hexwright.paper.map.map_sheets import MapDrawing, draw_map
from hexwright.paper.pages.page_drawing import new_document
from hexwright.paper.pages.print_settings import PrintPart, PrintSettings
from hexwright.paper.printers.print_shop_checks import check_rasters, draw_specification
from hexwright.paper.rulebook.booklet_pages import booklet_windows, draw_booklet
from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.pdf_document import PdfDocument
from hexwright.support.process_memory import release_memory
from hexwright.support.result_cache import ResultCache


class PartDrawer:
    """A drawer of a game's parts, which computes data that they share only once."""

    def __init__(
        self,
        game: Game,
        settings: PrintSettings,
        reference: ExampleSource | None = None,
        parts: Collection[PrintPart] = (),
        cache: ResultCache | None = None,
    ) -> None:
        """Plan to draw `parts`: what they show of the map is drawn at once. Others may be drawn too.

        `cache` has the names of maps that other processes laid out.
        """
        self._game, self._settings, self._reference = game, settings, reference
        self._parts, self._cache = parts, cache
        self.diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def _plan(self) -> SheetPlan:
        return plan_sheet(self._game)

    @cached_property
    def _map(self) -> MapDrawing:
        game, settings = self._game, self._settings
        board = sheet_layers(
            game,
            settings.theme,
            self._plan,
            art=settings.art,
            px_per_mm=PRINTED_PX_PER_MM,
            cache=self._cache,
        )
        drawing = MapDrawing(self._plan, board, game, settings, self._cache)
        if "aids" in self._parts:
            drawing.plan_windows(self._aids.windows())
        if "rules" in self._parts:
            drawing.plan_windows(booklet_windows(self._book))
        drawing.lay_out()
        release_memory()
        return drawing

    @cached_property
    def _aids(self) -> PlayerAids:
        return PlayerAids(self._game, self._settings, self._plan)

    @cached_property
    def _book(self) -> Rulebook:
        book = Rulebook(self._game, self._settings, self._plan, self._reference)
        book.compose()
        return book

    def draw(self, part: PrintPart) -> PdfDocument:
        """Return the document of a part; raise `InputError` if the part doesn't fit the paper."""
        game, settings = self._game, self._settings
        title = {"counters": "Counters", "map": "Map", "aids": "Player aids", "rules": "Rules"}[part]
        document = new_document(game, settings, title)
        match part:
            case "counters":
                draw_counters(document, game, settings)
            case "map":
                draw_map(document, game, settings, self._map)
            case "aids":
                self._aids.draw(document, self._map)
            case "rules":
                draw_booklet(document, self._book, self._map)
        self.diagnostics += check_rasters(document, part, settings)
        if part == "map":
            self.diagnostics += crowded_hexes(game)
        return document

    def specify(self, part: PrintPart, document: PdfDocument) -> PdfDocument:
        """Return the print shop's specification of a part that was drawn into a document."""
        return draw_specification(document, self._game, self._settings, part, self._plan)
