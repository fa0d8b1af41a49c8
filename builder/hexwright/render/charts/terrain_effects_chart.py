"""Lay out the terrain effects chart."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model import module_window_names
from hexwright.model.charts import TerrainEffect
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas
from hexwright.render.charts.chart_layout import Chart
from hexwright.render.charts.chart_tables import Cell, Drawing, Table, head_cell
from hexwright.render.charts.roll_table_chart import NOTHING
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.theme import Theme

SAMPLE = (20.0, 12.0)
"""Width and height in mm of a sample of the map."""


def tec_chart(game: Game, theme: Theme, art: Art = NO_ART) -> Chart:
    """Return the terrain effects chart: for each feature, a sample in the map's style, and its effects."""
    effects = shown_effects(game)
    other = any(effect.other for effect in effects)
    titles = ["", "Terrain", "Movement", "Combat", *(["Notes"] if other else [])]
    rows = tuple(_row(game, theme, effect, other, art) for effect in effects)
    shares = (24.0, 29.0, 35.0, 38.0, *([37.0] if other else []))
    table = Table(shares, rows, tuple(head_cell(title) for title in titles))
    return Chart(module_window_names.TERRAIN_EFFECTS, "", 168.0 if other else 124.0, (table,))


def shown_effects(game: Game) -> tuple[TerrainEffect, ...]:
    """Return the rows as charts show them: without a column of notes where fewer than half would have one."""
    effects = game.charts.terrain_effects
    if 2 * sum(bool(effect.other) for effect in effects) >= len(effects):
        return effects
    return tuple(_with_note_in_movement(game, effect) for effect in effects)


def _with_note_in_movement(game: Game, effect: TerrainEffect) -> TerrainEffect:
    """Return a row whose note stands with its effect on movement."""
    if not effect.other:
        return effect
    if effect.movement.lower() in NOTHING:
        return replace(effect, movement=effect.other, other="")
    sides = {word for side in game.info.sides for word in (side.name, side.plural)}
    proper = effect.other.split()[0] in sides
    note = effect.other if proper else f"{effect.other[:1].lower()}{effect.other[1:]}"
    return replace(effect, movement=f"{effect.movement}; {note}", other="")


def _row(game: Game, theme: Theme, effect: TerrainEffect, other: bool, art: Art) -> tuple[Cell, ...]:
    texts = [effect.movement, effect.combat, *([effect.other] if other else [])]
    return (
        Cell(drawing=_sample(game, effect.subject, art), drawing_size=SAMPLE),
        Cell(effect.name, FontFace.SERIF_SEMIBOLD, 3.4),
        *(Cell(text, ink=theme.ink_quiet if text.lower() in NOTHING else None) for text in texts),
    )


def _sample(game: Game, of: str, art: Art) -> Drawing:
    """Return a sample of a feature, drawn by the same code as the map."""

    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        draw_sample(canvas, game, theme, of, box, art)

    return draw
