"""Draw each part of a print run: counters, map, aids, rules."""

from __future__ import annotations

from functools import cached_property

from builder.diagnostics import Diagnostic
from builder.model.game import Game
from builder.printing.counters import draw_counters
from builder.printing.examples import Reference
from builder.printing.mapsheet import MapDrawing, draw_map
from builder.printing.press import new_document
from builder.printing.settings import Part, Settings
from builder.printing.shop import check_rasters, draw_specification
from builder.render.map.plan import SheetPlan, plan_sheet
from builder.render.map.sheet import sheet_board
from builder.render.pdf import PdfDocument


class Press:
    """Draws a game's parts; what several of them need is worked out once."""

    def __init__(self, game: Game, settings: Settings, reference: Reference | None = None) -> None:
        self._game, self._settings, self._reference = game, settings, reference
        self.diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def _plan(self) -> SheetPlan:
        return plan_sheet(self._game)

    @cached_property
    def _map(self) -> MapDrawing:
        return MapDrawing(
            self._plan, sheet_board(self._game, self._settings.theme, self._plan, art=self._settings.art)
        )

    def draw(self, part: Part) -> PdfDocument:
        """Return a part as a document, ready to be written; raise `Faults` when it doesn't fit."""
        game, settings = self._game, self._settings
        title = {"counters": "Counters", "map": "Map", "aids": "Player aids", "rules": "Rules"}[part]
        document = new_document(game, settings, title)
        match part:
            case "counters":
                draw_counters(document, game, settings)
            case "map":
                draw_map(document, game, settings, self._map)
            case "aids":
                from builder.printing.aids import draw_aids

                draw_aids(document, game, settings, self._map)
            case "rules":
                from builder.printing.booklet_sheets import draw_booklet

                draw_booklet(document, game, settings, self._map, self._reference)
        if settings.shop:
            draw_specification(document, game, settings, part, self._plan)
        self.diagnostics += check_rasters(document, part, settings)
        return document
