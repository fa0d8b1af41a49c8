"""Make all pictures of a game, each cached by the digest of its inputs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from functools import cache as once
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from hexwright.load.check_scan import CHECK_PICTURE
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.picture_references import pictures_named
from hexwright.model.scenario import Scenario
from hexwright.render.chart_image import ChartPicture, raster_chart
from hexwright.render.counters.counter_batch import counter_faces, counter_svgs, raster_faces
from hexwright.render.counters.layout_memory import memory_of
from hexwright.render.counters.layout_text import shared_sizes
from hexwright.render.map.board.board_form import BoardForm, board_file, board_form
from hexwright.render.map.network_marks.changing_lines import (
    changing_line_ids,
    stretches_as_json,
    stretches_from_json,
)
from hexwright.render.map.sheet.board_resolution import COUNTER_PICTURE, resolution_for
from hexwright.render.map.sheet.sheet_plan import LineStretch, SheetPlan, plan_sheet
from hexwright.render.theme import Theme, styled_theme
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.progress_stages import StageTimer
from hexwright.support.result_cache import ResultCache, code_digest, digest_of

if TYPE_CHECKING:
    from hexwright.render.map.map_layers import MapLayers

_BATCH = 16
"""Number of counters whose faces are cached together: few files to read, few faces to redraw."""


PictureKind = Literal["map", "counters", "charts"]
PICTURE_KINDS: Final[tuple[PictureKind, ...]] = ("map", "counters", "charts")


@dataclass(frozen=True, slots=True)
class GamePictures:
    """All pictures of a game in one theme; empty for kinds that weren't asked for."""

    plan: SheetPlan
    map_svg: str
    map_picture: bytes
    """The board's picture, PNG or JPEG."""
    counter_svgs: Mapping[str, str]
    counters: Mapping[str, bytes]
    chart_titles: Mapping[str, str]
    chart_svgs: Mapping[str, str]
    charts: Mapping[str, bytes]
    chart_scales: Mapping[str, float]
    """Chart → initial scale in its window, as a share of full size."""
    chart_pages: Mapping[str, str]


def draw_pictures(
    game: Game,
    theme: Theme,
    art: Mapping[str, bytes],
    cache: ResultCache,
    stages: StageTimer,
    kinds: Collection[PictureKind] = PICTURE_KINDS,
) -> GamePictures:
    """Draw a game's map, counters and charts; `art` contains the bytes of the pictures that the game's data
    name.
    """
    # Map and charts can't depend on counters, which they don't receive. The layout of the sheet may: the
    # module and its saved games use the plan of the whole game.
    plan, theme = plan_sheet(game), styled_theme(theme, game)
    bare = replace(game, counters=replace(game.counters, units=(), markers=()))
    drawn = [name for _, name in pictures_named(bare) if name in art]
    laid = [part for name in drawn for part in (name.encode(), art[name])]
    key = digest_of(["pictures", code_digest(), repr(bare), repr(plan), theme.name, *laid])
    made = GamePictures(plan, "", b"", {}, {}, {}, {}, {}, {}, {})
    if "map" in kinds:
        with stages.stage("draw the map"):
            made = _with_map(made, bare, theme, art, cache, key)
    if "counters" in kinds:
        with stages.stage("draw the counters"):
            faces = _faces(game, bare, theme, art, cache)
            made = replace(made, counter_svgs=faces, counters=_rastered(faces, cache, game))
    if "charts" in kinds:
        with stages.stage("draw the charts"):
            made = _with_charts(made, bare, theme, art, cache, key)
    return made


def _with_map(
    made: GamePictures, bare: Game, theme: Theme, art: Mapping[str, bytes], cache: ResultCache, key: str
) -> GamePictures:
    plan = made.plan
    board = once(lambda: _board(bare, theme, plan, art, cache))
    map_svg = cache.get_or_make(
        digest_of(["map", key]), lambda: _sheet(bare, theme, plan, art, board()).encode()
    ).decode()
    width, form = (
        resolution_for(bare, plan).pixels(plan.width),
        board_form(bare, art, painted=theme.look.painted_land or theme.look.aged_paper),
    )
    map_picture = cache.get_or_make(
        digest_of(["board", code_digest(), str(width), form.value, map_svg]),
        lambda: _board_picture(map_svg, width, form, cache),
    )
    made = replace(made, map_svg=map_svg, map_picture=map_picture)
    if not changing_line_ids(bare):
        return made
    laid_out = cache.get_or_make(
        digest_of(["stretches", key]), lambda: stretches_as_json(_stretches(bare, plan, board()))
    )
    return replace(made, plan=replace(plan, stretches=stretches_from_json(laid_out)))


def _rastered(faces: Mapping[str, str], cache: ResultCache, game: Game) -> dict[str, bytes]:
    """Return the pictures of faces; only those that aren't in the cache are made."""
    edge = game.counters.sheet.counter_mm
    pixels = f"{COUNTER_PICTURE}/{edge}"
    keys = {name: digest_of(["face", code_digest(), pixels, svg]) for name, svg in faces.items()}
    kept = {name: data for name in faces if (data := cache.get(keys[name])) is not None}
    fresh = raster_faces(
        {name: svg for name, svg in faces.items() if name not in kept}, COUNTER_PICTURE, edge
    )
    for name, data in fresh.items():
        cache.put(keys[name], data)
    return {name: kept[name] if name in kept else fresh[name] for name in faces}


def _with_charts(
    made: GamePictures, bare: Game, theme: Theme, art: Mapping[str, bytes], cache: ResultCache, key: str
) -> GamePictures:
    pages, charts = read_charts(
        cache.get_or_make(digest_of(["charts", key]), lambda: drawn_charts(bare, theme, art))
    )
    images = {
        name: cache.get_or_make(digest_of(["chart", code_digest(), chart.svg]), partial(raster_chart, chart))
        for name, chart in charts.items()
    }
    return replace(
        made,
        chart_titles={name: chart.title for name, chart in charts.items()},
        chart_svgs={name: chart.svg for name, chart in charts.items()},
        charts=images,
        chart_scales={name: chart.window_scale for name, chart in charts.items()},
        chart_pages=pages,
    )


# The code that draws map and charts is imported late: usually they are cached.


def _board(
    game: Game,
    theme: Theme,
    plan: SheetPlan,
    art: Mapping[str, bytes],
    cache: ResultCache | None = None,
) -> MapLayers:
    from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers

    return sheet_layers(game, theme, plan, art=art, cache=cache)


def _sheet(game: Game, theme: Theme, plan: SheetPlan, art: Mapping[str, bytes], board: MapLayers) -> str:
    from hexwright.render.map.sheet.map_sheet_drawing import sheet_svg

    return sheet_svg(game, theme, art=art, board=board, plan=plan)


def _stretches(game: Game, plan: SheetPlan, board: MapLayers) -> Mapping[HexId, LineStretch]:
    from hexwright.render.map.network_marks.line_stretches import line_stretches

    return line_stretches(game, plan, board)


def _board_picture(svg: str, width: int, form: BoardForm, cache: ResultCache | None = None) -> bytes:
    from hexwright.render.map.board.board_picture import board_picture

    return board_picture(svg, width, form, cache)


def _faces(
    game: Game, bare: Game, theme: Theme, art: Mapping[str, bytes], cache: ResultCache
) -> dict[str, str]:
    """Return the faces of all counters as SVG, drawn in batches, so that only a few are drawn again after a
    change.

    A batch can't depend on other counters: it is drawn from the `bare` game, to which only the counters of
    the batch are added.
    """
    sizes = shared_sizes(game, theme, art)
    fonts = [art[font.file] for font in game.counters.fonts if font.file in art]
    common = digest_of(["faces", code_digest(), repr(bare), theme.name, repr(sizes), *fonts])
    counters = [*game.counters.units, *game.counters.markers]
    found: dict[str, str] = {}
    for start in range(0, len(counters), _BATCH):
        batch = counters[start : start + _BATCH]
        units = tuple(counter for counter in batch if isinstance(counter, Unit))
        markers = tuple(counter for counter in batch if isinstance(counter, Marker))
        some = replace(bare, counters=replace(bare.counters, units=units, markers=markers))
        memory_of(some.counters).sizes.update(sizes)
        named = dict.fromkeys(name for _, name in pictures_named(some) if name in art)
        laid = [part for name in named for part in (name.encode(), art[name])]
        key = digest_of([common, repr(batch), *laid])
        kept = cache.get(key)
        drawn = None if kept is None else _known(kept, [face.file for face in counter_faces(some)])
        if drawn is None:
            drawn = counter_svgs(some, theme, art)
            cache.put(key, json.dumps(drawn).encode())
        found |= drawn
    return found


def _known(kept: bytes, names: list[str]) -> dict[str, str] | None:
    """Parse the faces in a cache entry; return None if `_faces` didn't write it in this form."""
    try:
        faces = json.loads(kept)
    except ValueError:
        return None
    sound = isinstance(faces, dict) and list(faces) == names
    return faces if sound and all(isinstance(svg, str) for svg in faces.values()) else None


def drawn_charts(game: Game, theme: Theme, art: Mapping[str, bytes]) -> bytes:
    """Draw the charts; return them, as pages and as SVG, encoded for the cache."""
    from hexwright.render.charts import chart_html, chart_pictures

    charts = {name: astuple(chart) for name, chart in chart_pictures(game, theme, art).items()}
    return json.dumps([dict(chart_html(game, theme)), charts]).encode()


def read_charts(text: bytes) -> tuple[Mapping[str, str], Mapping[str, ChartPicture]]:
    """Decode the output of `drawn_charts`."""
    pages, charts = json.loads(text)
    return pages, {name: ChartPicture(*parts) for name, parts in charts.items()}


def setup_picture(game: Game, theme: Theme, scenario: Scenario, art: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the picture of a scenario's set-up on the map by its file name."""
    from hexwright.render.map.sheet.setup_picture import setup_svg

    plan = plan_sheet(game, scenario)
    svg = setup_svg(game, theme, plan, scenario, art, _board(game, theme, plan, art))
    form = board_form(game, art, painted=theme.look.painted_land or theme.look.aged_paper)
    picture = _board_picture(svg, resolution_for(game, plan).pixels(plan.width), form)
    return {board_file(picture, f"setup-{scenario.id}"): picture}


def scan_check(game: Game, theme: Theme, plan: SheetPlan, art: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the picture of the grid over the scanned map by its file name; empty without a scan."""
    from hexwright.render.map.sheet.scan_check import scan_check_svg

    svg = scan_check_svg(game, theme, plan, art)
    if svg is None:
        return {}
    width = resolution_for(game, plan).pixels(plan.field.width)
    return {CHECK_PICTURE: _board_picture(svg, width, BoardForm.LOSSY)}


def omitted_regions(game: Game, pictures: GamePictures) -> tuple[str, ...]:
    """Return the names of regions that the drawn map omits, since it has no room for them."""
    if not pictures.map_svg:
        return ()
    return tuple(
        region.name
        for region in game.hexmap.regions
        if f'class="label:region:{region.id}"' not in pictures.map_svg
    )


def write_pictures(
    pictures: GamePictures,
    folder: Path,
    more: Mapping[str, bytes] = MappingProxyType({}),
    inputs: Iterable[Path] = (),
) -> tuple[Path, ...]:
    """Write all pictures and the files `more` (name → content) to a folder; return their paths, sorted.

    `inputs` are the folders in which no file may be replaced.
    """
    files = dict(more)
    if board := pictures.map_picture:
        files |= {"map.svg": pictures.map_svg.encode(), board_file(board): board}
    for name, svg in pictures.counter_svgs.items():
        files[f"counters/{Path(name).stem}.svg"] = svg.encode()
        files[f"counters/{name}"] = pictures.counters[name]
    for name, svg in pictures.chart_svgs.items():
        files[f"charts/{name}.svg"] = svg.encode()
        files[f"charts/{name}.png"] = pictures.charts[name]
    for name, page in pictures.chart_pages.items():
        files[f"charts/{name}.html"] = page.encode()
    written = []
    for name, data in sorted(files.items()):
        write_atomically(folder / name, data, durable=False, inputs=inputs)
        written.append(folder / name)
    return tuple(written)


def remove_stale_pictures(folder: Path, written: Collection[Path], kinds: Collection[PictureKind]) -> int:
    """Remove the pictures of charts and counters that an earlier run wrote and the game no longer has.

    Return the number of pictures. A picture is an SVG with a PNG of its name; other files stay.
    """
    gone = [
        svg
        for kind in ("charts", "counters")
        if kind in kinds
        for svg in sorted((folder / kind).glob("*.svg"))
        if svg not in written and svg.with_suffix(".png").is_file()
    ]
    for svg in gone:
        for suffix in (".svg", ".png", ".html"):
            svg.with_suffix(suffix).unlink(missing_ok=True)
    return len(gone)
