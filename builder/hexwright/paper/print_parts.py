"""Draw the parts of a print job: counters, map, aids, rules."""

from __future__ import annotations

from functools import cached_property

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.model.game import Game
from hexwright.paper.example_diagrams import ExampleSource
from hexwright.paper.game_counter_sheets import draw_counters
from hexwright.paper.map_sheets import MapDrawing, draw_map
from hexwright.paper.page_drawing import new_document
from hexwright.paper.print_settings import PrintPart, PrintSettings
from hexwright.paper.print_shop_checks import check_rasters, draw_specification
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM
from hexwright.render.map.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.pdf_document import PdfDocument


class PartDrawer:
    """A drawer of a game's parts, which computes data that they share only once."""

    def __init__(self, game: Game, settings: PrintSettings, reference: ExampleSource | None = None) -> None:
        self._game, self._settings, self._reference = game, settings, reference
        self.diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def _plan(self) -> SheetPlan:
        return plan_sheet(self._game)

    @cached_property
    def _map(self) -> MapDrawing:
        return MapDrawing(
            self._plan,
            sheet_layers(
                self._game,
                self._settings.theme,
                self._plan,
                art=self._settings.art,
                px_per_mm=PRINTED_PX_PER_MM,
            ),
        )

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
                from hexwright.paper.player_aids import draw_player_aids

                draw_player_aids(document, game, settings, self._map)
            case "rules":
                from hexwright.paper.booklet_pages import draw_booklet

                draw_booklet(document, game, settings, self._map, self._reference)
        self.diagnostics += check_rasters(document, part, settings)
        return document

    def specify(self, part: PrintPart, document: PdfDocument) -> PdfDocument:
        """Return the print shop's specification of a part that was drawn into a document."""
        return draw_specification(document, self._game, self._settings, part, self._plan)
