"""The pictures of the page: the map in its frame, all counters, and the charts.

The map is drawn anew only if something changed that it may show; a counter that was changed alone leaves it
as it is. It takes longer than all else, so it is drawn apart, and shown in tiles. Charts are drawn when they
are asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from typing import Final

from PIL import Image

from hexwright.load.game_loading import LoadedGame, Project
from hexwright.load.partial_game import grid_only_game, keep_valid_entries
from hexwright.model.game import Game
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.screen_figures import rule_figures
from hexwright.render.canvas import Box
from hexwright.render.charts import chart_pictures
from hexwright.render.counters.counter_batch import counter_svgs
from hexwright.render.counters.key_pictures import key_rasters
from hexwright.render.designer_pictures import Art
from hexwright.render.map.board.board_regions import BoardRegions
from hexwright.render.map.map_layers import draw_map_layers
from hexwright.render.map.names.map_names import NameMemory
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_panels import draw_frame
from hexwright.render.map.sheet.sheet_plan import SheetPlan, plan_sheet
from hexwright.render.rule_figure import RuleFigure
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.render.theme import Theme, styled_theme
from hexwright.support.result_cache import ResultCache, code_digest, digest_of
from hexwright.web.workbench.tile_store import TileStore

TILE: Final = 512
"""The edge of a tile in pixels."""
LEVELS: Final = tuple(2 << n for n in range(7))
"""The resolutions of tiles, in pixels per mm. The first shows the whole map, the last is for a close view."""
_QUALITY: Final = 90
_CACHED_LEVELS: Final = 2
"""The number of resolutions whose tiles are kept between starts: these show much and are slow to draw."""
_MOST_TILE_BYTES: Final = 96 << 20


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
    board_key: str
    """The digest of the data that the map and the charts may show."""
    counters: Mapping[str, str]
    """Each face's SVG document, by name: "german-xxiv-1"."""

    @property
    def tints(self) -> dict[str, str]:
        """Return the colour of each terrain, for a page that waits for the map."""
        return {kind.id: self.theme.ground(kind.art) for kind in self.game.hexmap.terrain}

    @cached_property
    def counter_digests(self) -> Mapping[str, str]:
        """Return the digest of each counter face."""
        return {name: short_digest(svg) for name, svg in self.counters.items()}

    @cached_property
    def key(self) -> Mapping[str, bytes]:
        """Return the pictures of the key to the counters as PNG, by name, for screens of double density."""
        return key_rasters(self.game, self.theme, self.art, scale=2)

    @cached_property
    def figures(self) -> tuple[RuleFigure, ...]:
        """Return the diagrams of the rules, computed by the rules engine, for screens of double density."""
        settings = PrintSettings(theme=self.theme, art=self.art)
        return rule_figures(self.game, settings, self.plan, density=2)

    @cached_property
    def charts(self) -> Mapping[str, tuple[str, str]]:
        """Return each chart's title and SVG document, by name."""
        drawn = chart_pictures(self.game, self.theme, self.art)
        return {name: (chart.title, chart.svg) for name, chart in drawn.items()}


class DrawnBoard:
    """The map of a game, drawn, and its tiles."""

    def __init__(self, key: str, svg: str, plan: SheetPlan, background: str) -> None:
        """Create a board from its drawing; `key` is the digest of the data that it shows."""
        self.key, self.svg = key, svg
        self.digest = short_digest(svg)
        self._frame, self._background = plan.frame, background
        self.regions = BoardRegions(svg)
        self.tiles = TileStore(_MOST_TILE_BYTES)

    def tile_box(self, level: int, column: int, row: int) -> Box | None:
        """Return the part of the map that a tile shows; None if there is no such tile."""
        if not 0 <= level < len(LEVELS):
            return None
        edge, frame = TILE / LEVELS[level], self._frame
        if not (0 <= column * edge < frame.width and 0 <= row * edge < frame.height):
            return None
        return Box(frame.x + column * edge, frame.y + row * edge, edge, edge)

    def tile(
        self, level: int, column: int, row: int, hidden: frozenset[str], cache: ResultCache | None = None
    ) -> bytes | None:
        """Return a tile of the map without the hidden layers, as JPEG; None if there is no such tile."""
        box = self.tile_box(level, column, row)
        if box is None:
            return None

        def made() -> bytes:
            document = self.regions.document(box, hidden)
            if cache is None or level >= _CACHED_LEVELS:
                return self._painted(document)
            key = digest_of(["page-tile", code_digest(), document, self._background])
            return cache.get_or_make(key, lambda: self._painted(document))

        return self.tiles.get_or_make((level, column, row, hidden), made)

    def picture(self, box: Box, px_width: int) -> bytes:
        """Return a part of the map, `px_width` pixels wide, as JPEG."""
        return self._painted(self.regions.document(box, frozenset()), px_width)

    def _painted(self, document: str, px_width: int = TILE) -> bytes:
        out = BytesIO()
        with Image.open(BytesIO(rasterise(document, px_width))) as picture:
            under = Image.new("RGBA", picture.size, self._background)
            under.alpha_composite(picture.convert("RGBA"))
            under.convert("RGB").save(out, "JPEG", quality=_QUALITY)
        return out.getvalue()

    def changed_from(self, older: DrawnBoard) -> list[Box] | None:
        """Return where this map differs from an older one; None if all of it does.

        Tiles of the older one that show nothing else are taken over.
        """
        if self._frame != older._frame or self._background != older._background:
            return None
        changed = self.regions.changed_from(older.regions)
        kept = []
        for name, made in older.tiles.items():
            box = self.tile_box(*name[:3])
            if box is not None and not any(box.overlaps(one) for one in changed):
                kept.append((name, made))
        self.tiles.update(kept)
        return changed


def draw_pictures(
    project: Project, loaded: LoadedGame, theme: Theme, art: Art, board_of: Callable[[BoardPictures], object]
) -> BoardPictures:
    """Draw a game's counters and plan its sheet; of a game with errors, what is valid, or at least its grid.

    `board_of` draws the map, so that a game with errors is reduced until it can be drawn.
    """
    if not loaded.failed:
        return _pictures(loaded.game, theme, art)
    kept = keep_valid_entries(project, loaded)
    try:
        found = _pictures(kept, theme, art)
        board_of(found)
    except Exception:
        # The errors are among the findings; failures to draw them don't matter.
        found = _pictures(grid_only_game(kept), theme, art)
    return found


def _pictures(game: Game, theme: Theme, art: Art) -> BoardPictures:
    plan, theme = plan_sheet(game), styled_theme(theme, game)
    bare = replace(game, counters=replace(game.counters, units=(), markers=()))
    pictures = [part for name in sorted(art) for part in (name, art[name])]
    key = digest_of(["page-board", code_digest(), repr(bare), repr(plan), theme.name, *pictures])
    counters = {
        name.removesuffix(".png").removeprefix("unit-"): svg
        for name, svg in counter_svgs(game, theme, art).items()
    }
    return BoardPictures(game, plan, theme, art, key, counters)


class BoardDrawer:
    """Draws the map of a game anew whenever its data change."""

    def __init__(self, cache: ResultCache | None = None) -> None:
        """Create a drawer. Maps without changes come from the cache."""
        self._cache = cache
        self._names = NameMemory()
        self._last: DrawnBoard | None = None

    def known(self, pictures: BoardPictures) -> DrawnBoard | None:
        """Return the map if it is drawn already, and None if drawing it takes a while."""
        if self._last is not None and self._last.key == pictures.board_key:
            return self._last
        kept = self._cache.get(pictures.board_key) if self._cache is not None else None
        return self._made(pictures, kept.decode()) if kept is not None else None

    def draw(self, pictures: BoardPictures) -> DrawnBoard:
        """Return the map."""
        found = self.known(pictures)
        if found is None:
            svg = _board(pictures, self._names)
            if self._cache is not None:
                self._cache.put(pictures.board_key, svg.encode())
            found = self._made(pictures, svg)
        return found

    def _made(self, pictures: BoardPictures, svg: str) -> DrawnBoard:
        found = DrawnBoard(pictures.board_key, svg, pictures.plan, pictures.theme.land_off)
        self._last = found
        return found


def _board(pictures: BoardPictures, names: NameMemory) -> str:
    """Return the map in its frame as SVG, without the tracks and panels of the sheet."""
    game, theme, plan = pictures.game, pictures.theme, pictures.plan
    canvas = SvgCanvas(plan.width, plan.height, f"{game.info.title}: map")
    draw_map_layers(canvas, sheet_layers(game, theme, plan, art=pictures.art, names=names))
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
