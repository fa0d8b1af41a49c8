"""Lay out the terrain effects chart."""

from __future__ import annotations

from builder.model.charts import TerrainEffect
from builder.model.game import Game
from builder.render.charts.blocks import Chart
from builder.render.charts.samples import sample
from builder.render.charts.tables import Cell, Table, head
from builder.render.fonts import Face
from builder.render.theme import Theme

SAMPLE = (16.0, 13.4)


def tec_chart(game: Game, theme: Theme) -> Chart:
    """Return the chart: a sample of each feature as the map shows it, and what it does."""
    effects = game.charts.terrain_effects
    other = any(effect.other for effect in effects)
    titles = ["", "Terrain", "Movement", "Combat", *(["Notes"] if other else [])]
    rows = tuple(_row(game, effect, other) for effect in effects)
    shares = (19.5, 28.0, 29.0, 35.0, *([34.0] if other else []))
    table = Table(shares, rows, tuple(head(title) for title in titles))
    return Chart("Terrain effects", "", 158.0 if other else 120.0, (table,))


def _row(game: Game, effect: TerrainEffect, other: bool) -> tuple[Cell, ...]:
    texts = [effect.movement, effect.combat, *([effect.other] if other else [])]
    return (
        Cell(drawing=sample(game, effect.of), drawing_size=SAMPLE),
        Cell(effect.name, Face.SERIF_SEMIBOLD, 3.4),
        *(Cell(text) for text in texts),
    )
