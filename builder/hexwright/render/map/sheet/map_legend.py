"""Draw the legend with the terrain effects chart. The map's own code draws its samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.game_options import holds_under
from hexwright.model.hex_map import (
    CrossingArt,
    Feature,
    FeatureGroup,
    Grid,
    HexLine,
    HexMap,
    HexsideFeature,
    HexsideLine,
    LineFeature,
    Place,
    PlaceKind,
    Terrain,
)
from hexwright.model.ids import HexId, Mm
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, fitting_size, wrap
from hexwright.render.map.canvas_clipping import ClippedCanvas
from hexwright.render.map.ground.street_fabric import draw_street_fabric
from hexwright.render.map.ground_picture import PRINTED_PX_PER_MM, covering, fit_picture
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.hexes.city_symbols import draw_place
from hexwright.render.map.hexes.hex_symbols import SIGNS, draw_letters, draw_symbol, letters_of
from hexwright.render.map.hexes.lakes import draw_lake_casings, draw_lake_depth, draw_lake_water
from hexwright.render.map.hexes.terrain_areas import draw_land, draw_terrain
from hexwright.render.map.lines.fortified_hexes import (
    draw_fort_ground,
    draw_fortified_lines,
    trace_fortified_lines,
)
from hexwright.render.map.lines.fortified_hexside_lines import draw_citadel, trace_fortified_hexsides
from hexwright.render.map.lines.front_lines import draw_front_lines, trace_front_lines
from hexwright.render.map.lines.hex_grid_lines import draw_hex_lines, draw_water_lines
from hexwright.render.map.lines.hexside_marks import (
    draw_hexside_crossings,
    draw_hexside_edges,
    trace_hexside_crossings,
    trace_hexside_edges,
)
from hexwright.render.map.lines.railways_and_roads import draw_rails, draw_roads, trace_transport_lines
from hexwright.render.map.lines.river_lines import draw_rivers, trace_rivers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.sheet.legend_rows import (
    COLUMNS,
    KEY_ROW,
    KEY_SAMPLE,
    LEADING,
    NAME,
    PAD,
    SAMPLE,
    TEXT,
    LegendRow,
    key_columns,
)
from hexwright.render.theme import FINE, MEDIUM, Theme
from hexwright.sanitize import is_raster

_HEADS = 4.5
"""Height of the row of column headers."""


def _samples(rows: Sequence[LegendRow], box: Box, top: float) -> Iterator[tuple[LegendRow, Box, float]]:
    y = top + _HEADS
    for row in rows:
        yield row, Box(box.x + 1.4, y + (row.height - SAMPLE.y) / 2, SAMPLE.x, SAMPLE.y), y
        y += row.height


def draw_legend(
    canvas: Canvas, game: Game, theme: Theme, rows: Sequence[LegendRow], box: Box, top: float, art: Art
) -> None:
    """Draw the chart in a panel: the column headers, then the rows from `top` downward."""
    for row, sample, _ in _samples(rows, box, top):
        with canvas.group(f"sample:{row.effect.subject}"):
            view = _sample_view(game, theme, row.effect.subject, sample, art)
            _draw_clipped(canvas, sample.inset(-0.4), view)
    # The panel's background has a window for each sample, and trims what extends beyond it.
    windows = [Path.rectangle(sample) for _, sample, _ in _samples(rows, box, top)]
    canvas.path(combine_paths([Path.rectangle(box), *windows]), Style(fill=theme.panel, even_odd=True))
    canvas.path(combine_paths(windows), Style(stroke=theme.ink_quiet, width=MEDIUM * 0.7))
    x1 = box.x + COLUMNS[0]
    x2 = x1 + COLUMNS[1]
    x3 = x2 + COLUMNS[2]
    for x, head in ((x1, "Terrain"), (x2, "Movement"), (x3, "Combat")):
        canvas.text(Point(x, top + 3.2), head, FontFace.SANS_ITALIC, 2.4, theme.ink_quiet, anchor="start")
    rest = box.right - x3 - PAD
    for row, _, y in _samples(rows, box, top):
        rule = Path.line([Point(box.x, y), Point(box.right, y)])
        canvas.path(rule, Style(stroke=theme.rule, width=FINE * 0.8))
        body = max(len(row.movement), len(row.combat))
        first = y + (row.height - (body + len(row.other)) * TEXT * LEADING) / 2
        _set(canvas, row.movement, Point(x2, first), FontFace.SANS, TEXT, theme.ink, COLUMNS[2] - PAD)
        _set(canvas, row.combat, Point(x3, first), FontFace.SANS, TEXT, theme.ink, rest)
        under = Point(x2, first + body * TEXT * LEADING)
        _set(canvas, row.other, under, FontFace.SANS_ITALIC, TEXT, theme.ink_quiet, COLUMNS[2] + rest)
        first = y + (row.height - len(row.name) * NAME * LEADING) / 2
        _set(canvas, row.name, Point(x1, first), FontFace.SANS_SEMIBOLD, NAME, theme.ink, COLUMNS[1] - PAD)


def draw_key(canvas: Canvas, game: Game, theme: Theme, box: Box, head: float, art: Art) -> None:
    """Draw the map key below a heading of height `head`: columns of samples with their names."""
    effects = game.charts.terrain_effects
    rows = -(-len(effects) // key_columns(box.width))
    columns = -(-len(effects) // rows)
    wide = (box.width - 1.4) / columns
    cells = []
    for n, effect in enumerate(effects):
        x, y = box.x + 1.4 + n // rows * wide, box.y + head + 1.3 + n % rows * KEY_ROW
        cells.append((effect, Box(x, y, KEY_SAMPLE.x, KEY_SAMPLE.y)))
    for effect, sample in cells:
        with canvas.group(f"sample:{effect.subject}"):
            view = _sample_view(game, theme, effect.subject, sample, art)
            _draw_clipped(canvas, sample.inset(-0.4), view)
    windows = [Path.rectangle(sample) for _, sample in cells]
    canvas.path(combine_paths([Path.rectangle(box), *windows]), Style(fill=theme.panel, even_odd=True))
    canvas.path(combine_paths(windows), Style(stroke=theme.ink_quiet, width=MEDIUM * 0.7))
    room = wide - KEY_SAMPLE.x - 2.2
    for effect, sample in cells:
        lines = wrap(effect.name, FontFace.SANS_SEMIBOLD, TEXT, room)
        at = Point(sample.right + 1.2, sample.centre.y - len(lines) * TEXT * LEADING / 2)
        _set(canvas, lines, at, FontFace.SANS_SEMIBOLD, TEXT, theme.ink, room)


def _set(
    canvas: Canvas, lines: Sequence[str], at: Point, face: FontFace, size: float, fill: Colour, width: float
) -> None:
    """Draw lines of text below a point; a word that is too long for the width is drawn smaller."""
    cap = face_metrics(face).cap_height
    for n, line in enumerate(lines):
        fit = face_with_glyphs(face, line)
        base = at.y + (n + 0.5) * size * LEADING + cap * size / 2
        canvas.text(Point(at.x, base), line, fit, fitting_size(line, fit, size, width), fill, anchor="start")


_CITADEL = 14.0
"""Height of a sample that contains a whole citadel."""
_FRONT = 14.0
"""Width of the hexes in a sample of front lines, small enough that the dash pattern repeats visibly."""
_A, _B, _C, _BELOW, _UNDER = HexId("0101"), HexId("0201"), HexId("0301"), HexId("0102"), HexId("0202")


_PLACE_KINDS: Final[tuple[PlaceKind, ...]] = get_args(PlaceKind)
_WIDE = 24.0
"""Default width of the hexes in a sample."""


@dataclass(frozen=True, slots=True)
class _Sample:
    hexmap: HexMap
    focus: Point
    """The point of the sample map that is drawn in the middle of the box."""
    wide: float = _WIDE


def _specimen(game: Game) -> HexMap:
    """Return an empty map of three hexes in a row."""
    grid = Grid("flat", 3, 2, "even", "{column:02}{row:02}", Mm(_WIDE))
    return replace(
        game.hexmap,
        grid=grid,
        edges=(),
        terrain=(),
        features=(),
        hexsides=(),
        lines=(),
        places=(),
        regions=(),
        boxes=(),
    )


def draw_sample(canvas: Canvas, game: Game, theme: Theme, of: str, box: Box, art: Art = NO_ART) -> None:
    """Draw a sample of a feature in a framed box.

    `of` is the id of a terrain, feature, hexside feature or line, or `place:<kind>`.
    """
    with canvas.group(f"sample:{of}", clip=Path.rectangle(box)):
        _draw_clipped(canvas, box.inset(-2.0), _sample_view(game, theme, of, box, art))
    canvas.path(Path.rectangle(box), Style(stroke=theme.ink_quiet, width=MEDIUM * 0.7))


def _sample_view(game: Game, theme: Theme, of: str, box: Box, art: Art) -> MapView:
    """Return a map of a few hexes that contains only the feature `of`, positioned to be visible in a box."""
    blank = _specimen(game)
    layout = Layout(HexGrid.of(blank.grid), _WIDE)
    hexmap = game.hexmap
    found = (
        *(_terrain_sample(blank, layout, k) for k in hexmap.terrain if k.id == of and k.art != "clear"),
        *(_feature_sample(game, blank, layout, f, box) for f in hexmap.features if f.id == of),
        *(_hexside_sample(blank, layout, border) for border in hexmap.hexsides if border.id == of),
        *(_line_sample(blank, layout, link, theme, box) for link in hexmap.lines if link.id == of),
        *(_place_sample(game, blank, layout, kind) for kind in _PLACE_KINDS if of == f"place:{kind}"),
    )
    sample = found[-1] if found else _Sample(blank, layout.centre(_B))
    moved = Layout(layout.grid, sample.wide, box.centre - sample.focus)
    # A field far larger than the box, so that the ends of lines are out of sight.
    return MapView(
        sample.hexmap, moved, box.inset(-40.0), theme, game.info.sides, window=box.inset(-1.0), art=art
    )


def _terrain_sample(blank: HexMap, layout: Layout, kind: Terrain) -> _Sample:
    hexmap = replace(blank, terrain=(replace(kind, hexes=(_A, _B, _C)),))
    return _Sample(hexmap, layout.centre(_B) + Point(0.0, -6.0))


def _hexside_sample(blank: HexMap, layout: Layout, border: HexsideFeature) -> _Sample:
    line = HexsideLine(border.id, ("0101/0201", "0102/0201", "0102/0202"), "")
    shown: tuple[HexsideFeature, ...] = (replace(border, lines=(line,)),)
    if border.art in get_args(CrossingArt):
        # A crossing in the middle of a river.
        middle = replace(line, hexsides=line.hexsides[1:2])
        shown = (HexsideFeature("river", "", "river", (line,)), replace(border, lines=(middle,)))
    hexmap = replace(blank, hexsides=shown)
    return _Sample(hexmap, layout.centre(_BELOW).towards(layout.centre(_B), 0.5))


def _line_sample(blank: HexMap, layout: Layout, link: LineFeature, theme: Theme, box: Box) -> _Sample:
    hexmap = replace(blank, lines=(replace(link, lines=(HexLine(link.id, "", (_A, _B, _C)),)),))
    [stroke] = trace_transport_lines(MapView(hexmap, layout, box, theme), hexmap.lines[0])
    return _Sample(hexmap, min(stroke.line, key=lambda at: abs(at.x - layout.centre(_B).x)))


def _place_sample(game: Game, blank: HexMap, layout: Layout, kind: PlaceKind) -> _Sample:
    """Return a place of a kind with the owner that most places of this kind have."""
    owners = [place.owner for place in game.hexmap.places if place.kind == kind]
    owner = max(owners, key=owners.count, default=None)
    place = Place(f"place:{kind}", "", _B, kind, owner)
    return _Sample(replace(blank, places=(place,)), layout.centre(_B))


def _feature_sample(game: Game, blank: HexMap, layout: Layout, feature: Feature, box: Box) -> _Sample:
    middle = layout.centre(_B)
    group = FeatureGroup(feature.groups[0].id, "", (_B, _UNDER))
    sample = _Sample(replace(blank, features=(replace(feature, groups=(group,)),)), middle)
    if feature.art == "front":
        # All its lines side by side, the first on the left; each has its own dashes.
        groups = tuple(
            FeatureGroup(line.id, "", (_UNDER, _B))
            for line in feature.groups
            if holds_under(game.options, line.option)
        )
        hexmap = replace(blank, features=(replace(feature, groups=groups),))
        return _Sample(hexmap, middle.towards(layout.centre(_UNDER), 0.5).scaled(_FRONT / _WIDE), _FRONT)
    if feature.art == "fortification":
        return replace(sample, focus=middle + Point(-9.5, 0.0))
    if feature.art == "citadel":
        wide = _WIDE * min(1.0, box.height / _CITADEL)
        return replace(sample, focus=middle.scaled(wide / _WIDE), wide=wide)
    return sample


def _draw_clipped(canvas: Canvas, box: Box, view: MapView) -> None:
    """Draw the part of a sample map inside a box, without text other than the letters of features."""
    _draw_specimen(ClippedCanvas(canvas, box), view)
    for feature in view.hexmap.features:
        if feature.art == "letters":
            draw_letters(canvas, view, view.field.centre, letters_of(feature)[_B])


def _draw_specimen(canvas: Canvas, view: MapView) -> None:
    if view.hexmap.picture in view.art:
        canvas.path(Path.rectangle(view.field.inset(-1)), Style(fill=view.theme.land))
        if view.hexmap.scan is None:
            canvas.image(view.visible_field, _sample_of(view), cover=True)
    else:
        draw_land(canvas, view)
    hexmap = view.hexmap
    # Farms would distract from what a sample shows, unless it shows clear land.
    bare = any((hexmap.terrain, hexmap.features, hexmap.hexsides, hexmap.lines, hexmap.places))
    draw_terrain(canvas, view, lambda _: True, farmed=not bare)
    draw_lake_casings(canvas, view)
    draw_lake_water(canvas, view)
    draw_lake_depth(canvas, view)
    for feature in view.hexmap.features:
        if feature.art == "fortification":
            works = trace_fortified_lines(view, feature)
            draw_fort_ground(canvas, view, works)
            draw_fortified_lines(canvas, view, works)
    for place in view.hexmap.places:
        draw_street_fabric(canvas, view, place)
    draw_hex_lines(canvas, view)
    draw_water_lines(canvas, view)
    _draw_specimen_lines(canvas, view)
    for feature in view.hexmap.features:
        if feature.art in SIGNS:
            draw_symbol(canvas, view, feature, view.field.centre)
        elif feature.art == "citadel":
            draw_citadel(canvas, view, view.field.centre)
    for place in view.hexmap.places:
        draw_place(canvas, view, place)


def _sample_of(view: MapView) -> bytes:
    """Return the picture of the whole map as small as the sample shows it."""
    picture = view.art[view.hexmap.picture]
    if not is_raster(picture):
        return picture
    # The same for all samples of one size, wherever they are.
    box = Box(0, 0, view.visible_field.width, view.visible_field.height)
    transform = covering(picture, box)
    if transform.px_per_mm < PRINTED_PX_PER_MM:
        return picture
    return fit_picture(picture, transform, box, PRINTED_PX_PER_MM, view.theme.land).data


def _draw_specimen_lines(canvas: Canvas, view: MapView) -> None:
    for feature in view.hexmap.features:
        if feature.art == "front":
            draw_front_lines(canvas, view, trace_front_lines(view, feature))
    draw_rivers(canvas, view, trace_rivers(view, view.hexmap.hexsides))
    for border in view.hexmap.hexsides:
        draw_fortified_lines(canvas, view, trace_fortified_hexsides(view, border))
        draw_hexside_edges(canvas, view, trace_hexside_edges(view, [border]))
        draw_hexside_crossings(canvas, view, trace_hexside_crossings(view, [border]))
    for link in view.hexmap.lines:
        strokes = trace_transport_lines(view, link)
        (draw_roads if link.is_road else draw_rails)(canvas, view, strokes)
