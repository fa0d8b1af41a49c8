"""The pictures of the page: the map in its frame, all counters, and the charts, as SVG."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.load.game_loading import LoadedGame, Project
from hexwright.load.partial_game import grid_only_game, keep_valid_entries
from hexwright.model.game import Game
from hexwright.render.canvas import Box
from hexwright.render.charts import chart_pictures
from hexwright.render.counters.counter_batch import counter_svgs
from hexwright.render.designer_pictures import Art
from hexwright.render.map.map_layers import draw_map_layers
from hexwright.render.map.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet_panels import draw_frame
from hexwright.render.map.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import Theme

BITMAP_WIDTH = 2600
"""The width in pixels of the map's bitmap, which is shown while the map moves."""
_SIZE = re.compile(r'^<svg [^>]*?viewBox="[^"]*"[^>]*>')


def short_digest(text: str | bytes) -> str:
    """Return a short digest, by which a page sees whether a picture changed."""
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:12]


@dataclass(frozen=True)
class BoardPictures:
    """The pictures of a game, or of the valid parts of a game with errors."""

    game: Game
    plan: SheetPlan
    board: str
    """The map in its frame, as an SVG document."""
    counters: Mapping[str, str]
    """Each face's SVG document, by name: "german-xxiv-1"."""
    charts: Mapping[str, tuple[str, str]]
    """Each chart's title and SVG document."""

    @cached_property
    def board_digest(self) -> str:
        """Return the digest of the map."""
        return short_digest(self.board)

    @cached_property
    def counter_digests(self) -> Mapping[str, str]:
        """Return the digest of each counter face."""
        return {name: short_digest(svg) for name, svg in self.counters.items()}

    @cached_property
    def chart_digests(self) -> Mapping[str, str]:
        """Return the digest of each chart."""
        return {name: short_digest(svg) for name, (_, svg) in self.charts.items()}

    def bitmap(self) -> bytes:
        """Return the map as PNG."""
        return rasterise(self.board, BITMAP_WIDTH)


def draw_board_pictures(project: Project, loaded: LoadedGame, theme: Theme, art: Art) -> BoardPictures:
    """Draw a game's pictures; of a game with errors, what is valid, or at least its grid."""
    if not loaded.failed:
        return _drawn(loaded.game, theme, art)
    kept = keep_valid_entries(project, loaded)
    try:
        return _drawn(kept, theme, art)
    except Exception:
        # The errors are among the findings; failures to draw them don't matter.
        return _drawn(grid_only_game(kept), theme, art)


def _drawn(game: Game, theme: Theme, art: Art) -> BoardPictures:
    plan = plan_sheet(game)
    counters = {
        name.removesuffix(".png").removeprefix("unit-"): svg
        for name, svg in counter_svgs(game, theme, art).items()
    }
    charts = {name: (chart.title, chart.svg) for name, chart in chart_pictures(game, theme, art).items()}
    return BoardPictures(game, plan, _board(game, theme, plan, art), counters, charts)


def _board(game: Game, theme: Theme, plan: SheetPlan, art: Art) -> str:
    """Return the map in its frame, without the tracks and panels of the sheet."""
    canvas = SvgCanvas(plan.width, plan.height, f"{game.info.title}: map")
    draw_map_layers(canvas, sheet_layers(game, theme, plan, art=art))
    draw_frame(canvas, game, theme, plan)
    return cropped(canvas.to_svg(), plan.frame)


def cropped(svg: str, box: Box) -> str:
    """Return an SVG document that shows one part of another; the box is in the document's own units."""
    found = _SIZE.match(svg)
    if found is None:
        raise ValueError("the document has no size")
    sides = " ".join(
        f"{value:.3f}".rstrip("0").rstrip(".") for value in (box.x, box.y, box.width, box.height)
    )
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{sides}" width="{box.width:.3f}mm" height="{box.height:.3f}mm">'
    )
    return head + svg[found.end() :]
