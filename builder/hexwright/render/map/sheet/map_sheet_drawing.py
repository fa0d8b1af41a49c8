"""Draw the whole sheet: the map in its frame, title, legend, tracks and boxes."""

from __future__ import annotations

from hexwright.geometry.scan_fit import fit_scan
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Box, Canvas
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.map.ground_picture import GroundPicture, covering, fit_picture
from hexwright.render.map.map_layers import MapLayers, draw_map_layers, lay_out_map
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.map_fonts import map_fonts
from hexwright.render.map.names.map_names import NameMemory
from hexwright.render.map.sheet.board_resolution import resolution_for
from hexwright.render.map.sheet.map_legend import draw_key, draw_legend
from hexwright.render.map.sheet.sheet_panels import draw_credits, draw_frame, draw_paper, draw_title
from hexwright.render.map.sheet.sheet_plan import HEAD, TRACK_HEAD, SheetPlan, plan_sheet
from hexwright.render.map.sheet.theatre_inset import draw_theatre
from hexwright.render.map.sheet.turn_and_phase_tracks import (
    draw_border,
    draw_heading,
    draw_holding_box,
    draw_phase_track,
    draw_side_heading,
    draw_turn_track,
)
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import SMALLEST_TEXT, Theme
from hexwright.sanitize import is_raster
from hexwright.support.result_cache import ResultCache


def sheet_layers(
    game: Game,
    theme: Theme,
    plan: SheetPlan,
    least: float = SMALLEST_TEXT,
    art: Art = NO_ART,
    px_per_mm: float | None = None,
    names: NameMemory | None = None,
    cache: ResultCache | None = None,
) -> MapLayers:
    """Compute the positions of all items on the map. No text is smaller than `least` mm.

    `names` remembers the names of the map that was laid out before, and `cache` those of maps of other
    processes.

    A picture of the whole map has at most `px_per_mm`; by default, the resolution of the module's board.
    """
    view = MapView(
        game.hexmap,
        plan.layout,
        plan.field,
        theme,
        game.info.sides,
        options=game.options,
        min_lettering=least,
        counter_mm=game.counters.sheet.counter_mm,
        art=art,
        fonts=map_fonts(game, art),
        ground=_ground(game, theme, plan, art, px_per_mm),
    )
    return lay_out_map(view, names, cache)


def _ground(
    game: Game, theme: Theme, plan: SheetPlan, art: Art, px_per_mm: float | None
) -> GroundPicture | None:
    """Return the picture of the whole map, fitted to the sheet.

    None means that the renderer can draw the file itself: an SVG, or a picture of few pixels.
    """
    picture = art.get(game.hexmap.picture)
    if picture is None or not is_raster(picture):
        return None
    finest = resolution_for(game, plan).px_per_mm if px_per_mm is None else px_per_mm
    scan = game.hexmap.scan
    fit = fit_scan(plan.layout, scan) if scan is not None else None
    transform = covering(picture, plan.field) if fit is None else fit.transform
    if fit is None and transform.px_per_mm < finest:
        return None
    return fit_picture(picture, transform, plan.field, finest, theme.land)


def draw_sheet(
    game: Game,
    theme: Theme,
    canvas: Canvas,
    plan: SheetPlan,
    board: MapLayers | None = None,
    *,
    bleed: float = 0.0,
) -> None:
    """Draw a game's map sheet according to its plan. The canvas has the width and height of the plan.

    If `board`, the result of `sheet_layers`, is passed, the map isn't laid out again. The paper continues
    `bleed` mm beyond the sheet.
    """
    board = board or sheet_layers(game, theme, plan)
    draw_map_layers(canvas, board)
    draw_around_map(game, theme, canvas, plan, board, bleed=bleed)


def draw_around_map(
    game: Game, theme: Theme, canvas: Canvas, plan: SheetPlan, board: MapLayers, *, bleed: float = 0.0
) -> None:
    """Draw what surrounds the map that is drawn: paper, frame, title, legend, tracks and boxes."""
    art = board.view.art
    draw_paper(canvas, theme, plan, bleed)
    draw_frame(canvas, game, theme, plan)
    draw_title(canvas, game, theme, plan)
    if plan.legend is not None:
        draw_legend(canvas, game, theme, plan.legend_rows, plan.legend, plan.legend.y + HEAD, art)
        draw_heading(canvas, theme, plan.legend, "Terrain effects", theme.ink)
        draw_border(canvas, plan.legend, theme.ink)
    if plan.key is not None:
        draw_key(canvas, game, theme, plan.key, HEAD, art)
        draw_heading(canvas, theme, plan.key, "Key", theme.ink)
        draw_border(canvas, plan.key, theme.ink)
    if plan.strip is not None:
        beside = Box(
            plan.strip.x + TRACK_HEAD, plan.strip.y, plan.strip.width - TRACK_HEAD, plan.strip.height
        )
        draw_key(canvas, game, theme, beside, 0.0, art)
        draw_side_heading(canvas, theme, plan.strip, "KEY")
        draw_border(canvas, plan.strip, theme.ink)
    if plan.theatre is not None:
        draw_theatre(canvas, game, theme, plan.theatre, HEAD, board)
        draw_heading(canvas, theme, plan.theatre.box, "The theatre", theme.ink)
        draw_border(canvas, plan.theatre.box, theme.ink)
    draw_phase_track(canvas, game, theme, plan)
    for holding in (box for box in game.hexmap.boxes if box.id not in plan.printed):
        draw_holding_box(canvas, game, theme, holding, plan)
    draw_turn_track(canvas, game, theme, plan)
    draw_credits(canvas, theme, plan)


def sheet_svg(
    game: Game,
    theme: Theme,
    scenario: Scenario | None = None,
    art: Art = NO_ART,
    board: MapLayers | None = None,
    plan: SheetPlan | None = None,
) -> str:
    """Return a game's map sheet as SVG text; `art` contains the pictures that the map names.

    If `board` is passed, the map isn't laid out again; if `plan` is passed, the sheet isn't planned again.
    """
    plan = plan or plan_sheet(game, scenario)
    canvas = SvgCanvas(plan.width, plan.height, f"{game.info.title}: map")
    draw_sheet(game, theme, canvas, plan, board or sheet_layers(game, theme, plan, art=art))
    return canvas.to_svg()
