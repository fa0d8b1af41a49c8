"""The pictures of the page: the map in its frame, all counters, and the charts, as SVG.

The map is drawn anew only if something changed that it may show; a counter that was changed alone leaves it
as it is. Charts are drawn when they are asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO

from PIL import Image

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
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

PX_PER_MM = 6.0
"""The resolution of the map's bitmap, which is shown while the map moves: 1.5 pixels for each of the page."""
_LEAST_WIDTH, _MOST_WIDTH = 2000, 5600
_QUALITY = 88


def short_digest(text: str | bytes) -> str:
    """Return a short digest, by which a page sees whether a picture changed."""
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:12]


@dataclass(frozen=True)
class BoardPictures:
    """The pictures of a game, or of the valid parts of a game with errors."""

    game: Game
    plan: SheetPlan
    theme: Theme
    art: Art
    board: str
    """The map in its frame, as an SVG document."""
    board_key: str
    """The digest of the data that the map and the charts may show."""
    counters: Mapping[str, str]
    """Each face's SVG document, by name: "german-xxiv-1"."""

    @cached_property
    def board_digest(self) -> str:
        """Return the digest of the map."""
        return short_digest(self.board)

    @cached_property
    def counter_digests(self) -> Mapping[str, str]:
        """Return the digest of each counter face."""
        return {name: short_digest(svg) for name, svg in self.counters.items()}

    @cached_property
    def charts(self) -> Mapping[str, tuple[str, str]]:
        """Return each chart's title and SVG document, by name."""
        drawn = chart_pictures(self.game, self.theme, self.art)
        return {name: (chart.title, chart.svg) for name, chart in drawn.items()}

    @property
    def bitmap_width(self) -> int:
        """Return the width of the map's bitmap in pixels."""
        return round(min(_MOST_WIDTH, max(_LEAST_WIDTH, self.plan.frame.width * PX_PER_MM)))

    def bitmap(self, cache: ResultCache | None = None) -> bytes:
        """Return the map as JPEG."""
        if cache is None:
            return self._bitmap()
        key = digest_of(["page-bitmap", code_digest(), self.board, str(self.bitmap_width)])
        return cache.get_or_make(key, self._bitmap)

    def _bitmap(self) -> bytes:
        out = BytesIO()
        with Image.open(BytesIO(rasterise(self.board, self.bitmap_width))) as picture:
            picture.convert("RGB").save(out, "JPEG", quality=_QUALITY)
        return out.getvalue()


def draw_board_pictures(
    project: Project,
    loaded: LoadedGame,
    theme: Theme,
    art: Art,
    before: BoardPictures | None = None,
    cache: ResultCache | None = None,
) -> BoardPictures:
    """Draw a game's pictures; of a game with errors, what is valid, or at least its grid.

    The map of `before`, or of the cache, is used if nothing changed that it may show.
    """
    if not loaded.failed:
        return _drawn(loaded.game, theme, art, before, cache)
    kept = keep_valid_entries(project, loaded)
    try:
        return _drawn(kept, theme, art, before, None)
    except Exception:
        # The errors are among the findings; failures to draw them don't matter.
        return _drawn(grid_only_game(kept), theme, art, before, None)


def _drawn(
    game: Game, theme: Theme, art: Art, before: BoardPictures | None, cache: ResultCache | None
) -> BoardPictures:
    plan = plan_sheet(game)
    bare = replace(game, counters=replace(game.counters, units=(), markers=()))
    pictures = [part for name in sorted(art) for part in (name, art[name])]
    key = digest_of(["page-board", code_digest(), repr(bare), repr(plan), theme.name, *pictures])
    if before is not None and before.board_key == key:
        board = before.board
    elif cache is not None:
        board = cache.get_or_make(key, lambda: _board(game, theme, plan, art).encode()).decode()
    else:
        board = _board(game, theme, plan, art)
    counters = {
        name.removesuffix(".png").removeprefix("unit-"): svg
        for name, svg in counter_svgs(game, theme, art).items()
    }
    return BoardPictures(game, plan, theme, art, board, key, counters)


def _board(game: Game, theme: Theme, plan: SheetPlan, art: Art) -> str:
    """Return the map in its frame, without the tracks and panels of the sheet."""
    canvas = SvgCanvas(plan.width, plan.height, f"{game.info.title}: map")
    draw_map_layers(canvas, sheet_layers(game, theme, plan, art=art))
    draw_frame(canvas, game, theme, plan)
    return cropped(canvas.to_svg(), plan.frame)


def cropped(svg: str, box: Box) -> str:
    """Return an SVG document that shows one part of another; the box is in the document's own units."""
    start, _, rest = svg.partition(">")
    if not start.startswith("<svg "):
        raise ValueError("the text isn't an SVG document")
    sides = " ".join(
        f"{value:.3f}".rstrip("0").rstrip(".") for value in (box.x, box.y, box.width, box.height)
    )
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{sides}" width="{box.width:.3f}mm" height="{box.height:.3f}mm">'
    )
    return head + rest
