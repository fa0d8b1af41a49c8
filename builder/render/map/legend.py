"""Draw the legend, which is the terrain effects chart: each sample is drawn by the map's own code."""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.geometry.hexgrid import HexGrid
from builder.geometry.layout import Layout, Point
from builder.model.charts import TerrainEffect
from builder.model.game import Game
from builder.model.hexmap import FeatureGroup, Grid, HexLine, HexMap, HexsideLine, Place
from builder.model.ids import HexId, Mm
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.fonts import Face, metrics, wrap
from builder.render.map.cities import draw_built_up, draw_place
from builder.render.map.fortifications import draw_fort_ground, draw_works, trace_works
from builder.render.map.ground import draw_land, draw_terrain
from builder.render.map.hexlines import draw_hex_lines
from builder.render.map.rails import draw_rails, draw_roads, trace_lines
from builder.render.map.rivers import draw_rivers, trace_rivers
from builder.render.map.symbols import draw_symbol
from builder.render.map.view import MapView
from builder.render.theme import FINE, MEDIUM, Theme

SAMPLE = Point(15.0, 8.6)
"""Width and height of a sample."""
_TEXT = 2.35
_NAME = 2.7
_LEADING = 1.16
_COLUMNS = (18.0, 22.0, 27.0)
"""Width of the columns for sample, name and movement; combat takes the rest."""
_PAD = 1.2


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One row of the chart with its text broken into lines."""

    effect: TerrainEffect
    name: tuple[str, ...]
    movement: tuple[str, ...]
    combat: tuple[str, ...]
    other: tuple[str, ...]
    height: float


def legend_rows(game: Game, width: float) -> tuple[LegendRow, ...]:
    """Return the chart's rows for a panel of a given width."""
    rows = []
    rest = width - sum(_COLUMNS) - _PAD
    for effect in game.charts.terrain_effects:
        name = wrap(effect.name, Face.SANS_SEMIBOLD, _NAME, _COLUMNS[1] - _PAD)
        movement = wrap(effect.movement, Face.SANS, _TEXT, _COLUMNS[2] - _PAD)
        combat = wrap(effect.combat, Face.SANS, _TEXT, rest)
        other = wrap(effect.other, Face.SANS_ITALIC, _TEXT, _COLUMNS[2] + rest) if effect.other else ()
        lines = max(len(movement), len(combat)) + len(other)
        tall = max(SAMPLE.y + 1.4, lines * _TEXT * _LEADING + 2.2, len(name) * _NAME * _LEADING + 2.2)
        rows.append(LegendRow(effect, name, movement, combat, other, tall))
    return tuple(rows)


def draw_legend(
    canvas: Canvas, game: Game, theme: Theme, rows: tuple[LegendRow, ...], box: Box, top: float
) -> None:
    """Draw the chart's head and rows from `top` down in a panel."""
    x1 = box.x + _COLUMNS[0]
    x2 = x1 + _COLUMNS[1]
    x3 = x2 + _COLUMNS[2]
    y = top + 3.2
    for x, head in ((x1, "Terrain"), (x2, "Movement"), (x3, "Combat")):
        canvas.text(Point(x, y), head, Face.SANS_ITALIC, 2.4, theme.ink_quiet, anchor="start")
    y = top + 4.5
    for row in rows:
        canvas.path(
            Path.line([Point(box.x, y), Point(box.right, y)]), Style(stroke=theme.rule, width=FINE * 0.8)
        )
        sample = Box(box.x + 1.4, y + (row.height - SAMPLE.y) / 2, SAMPLE.x, SAMPLE.y)
        draw_sample(canvas, game, theme, row.effect.of, sample)
        body = max(len(row.movement), len(row.combat)) + len(row.other)
        first = y + (row.height - body * _TEXT * _LEADING) / 2
        cap = metrics(Face.SANS).cap_height
        for lines, x in ((row.movement, x2), (row.combat, x3)):
            for n, line in enumerate(lines):
                base = first + (n + 0.5) * _TEXT * _LEADING + cap * _TEXT / 2
                canvas.text(Point(x, base), line, Face.SANS, _TEXT, theme.ink, anchor="start")
        down = max(len(row.movement), len(row.combat))
        for n, line in enumerate(row.other):
            base = first + (down + n + 0.5) * _TEXT * _LEADING + cap * _TEXT / 2
            canvas.text(Point(x2, base), line, Face.SANS_ITALIC, _TEXT, theme.ink_quiet, anchor="start")
        first = y + (row.height - len(row.name) * _NAME * _LEADING) / 2
        for n, line in enumerate(row.name):
            base = first + (n + 0.5) * _NAME * _LEADING + cap * _NAME / 2
            canvas.text(Point(x1, base), line, Face.SANS_SEMIBOLD, _NAME, theme.ink, anchor="start")
        y += row.height


_A, _B, _C = HexId("0101"), HexId("0201"), HexId("0301")


def _specimen(game: Game) -> HexMap:
    """Return a map of three hexes in a row with nothing on it."""
    grid = Grid("flat", 3, 2, "even", "{column:02}{row:02}", Mm(24.0))
    return replace(
        game.hexmap, grid=grid, edges=(), terrain=(), features=(), hexsides=(), lines=(), places=(), boxes=()
    )


def draw_sample(canvas: Canvas, game: Game, theme: Theme, of: str, box: Box) -> None:
    """Draw a sample of a terrain, feature, hexside feature, line or `place:<kind>` in a box."""
    blank = _specimen(game)
    layout = Layout(HexGrid.of(blank.grid), 24.0)
    focus = layout.centre(_B)
    hexmap = blank
    for kind in game.hexmap.terrain:
        if kind.id == of and kind.art != "clear":
            hexmap = replace(blank, terrain=(replace(kind, hexes=(_A, _B, _C)),))
            focus = layout.centre(_B) + Point(0.0, -6.0)
    for feature in game.hexmap.features:
        if feature.id == of:
            group = FeatureGroup(feature.id, "", (_B,))
            hexmap = replace(blank, features=(replace(feature, groups=(group,)),))
            if feature.art == "fortification":
                focus = layout.centre(_B) + Point(-7.5, 0.0)
    for border in game.hexmap.hexsides:
        if border.id == of:
            line = HexsideLine(of, ("0102/0201", "0101/0201", "0201/0301"), "")
            hexmap = replace(blank, hexsides=(replace(border, lines=(line,)),))
            focus = layout.centre(_A).towards(layout.centre(_B), 0.5)
    for link in game.hexmap.lines:
        if link.id == of:
            hexmap = replace(blank, lines=(replace(link, lines=(HexLine(of, "", (_A, _B, _C)),)),))
    for place_kind in ("capital", "city", "town", "name"):
        if of == f"place:{place_kind}":
            owners = [p.owner for p in game.hexmap.places if p.kind == place_kind]
            owner = max(owners, key=owners.count, default=None)
            hexmap = replace(blank, places=(Place(of, "", _B, place_kind, owner),))
    moved = Layout(layout.grid, 24.0, box.centre - focus)
    view = MapView(hexmap, moved, box, theme, game.info.sides)
    with canvas.group(f"sample:{of}", clip=Path.rectangle(box)):
        _draw_specimen(canvas, view)
    canvas.path(Path.rectangle(box), Style(stroke=theme.ink_quiet, width=MEDIUM * 0.7))


def _draw_specimen(canvas: Canvas, view: MapView) -> None:
    draw_land(canvas, view)
    draw_terrain(canvas, view, lambda _: True)
    for feature in view.hexmap.features:
        if feature.art == "fortification":
            works = trace_works(view, feature)
            draw_fort_ground(canvas, view, works)
            draw_works(canvas, view, works)
    for place in view.hexmap.places:
        draw_built_up(canvas, view, place)
    draw_hex_lines(canvas, view)
    for border in view.hexmap.hexsides:
        draw_rivers(canvas, view, trace_rivers(view, border))
    for link in view.hexmap.lines:
        strokes = trace_lines(view, link)
        (draw_rails if link.art == "rail" else draw_roads)(canvas, view, strokes)
    for feature in view.hexmap.features:
        if feature.art in ("star", "cross"):
            draw_symbol(canvas, view, feature.art, view.field.centre, view.side(feature.side))
    for place in view.hexmap.places:
        draw_place(canvas, view, place)
