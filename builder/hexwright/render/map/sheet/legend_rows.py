"""Lay out the legend: the rows of the terrain effects chart, and the heights of the chart and the map key."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.model.charts import TerrainEffect
from hexwright.model.game import Game
from hexwright.render.fonts import FontFace, face_with_glyphs, wrap, wrap_without_orphans

SAMPLE = Point(15.0, 8.6)
"""Width and height in mm of a sample."""
TEXT = 2.35
"""Text size of the chart."""
NAME = 2.7
"""Text size of the names in the chart's first column."""
LEADING = 1.16
COLUMNS = (18.0, 22.0, 27.0)
"""Widths of the columns for sample, name and movement; the combat column takes the remaining width."""
PAD = 1.2


@dataclass(frozen=True, slots=True)
class LegendRow:
    """One row of the chart, with its text broken into lines."""

    effect: TerrainEffect
    name: tuple[str, ...]
    movement: tuple[str, ...]
    combat: tuple[str, ...]
    other: tuple[str, ...]
    height: float


def legend_rows(game: Game, width: float) -> tuple[LegendRow, ...]:
    """Return the rows of the chart for a panel of the given width."""
    rows = []
    rest = width - sum(COLUMNS) - PAD
    for effect in game.charts.terrain_effects:
        name = wrap(effect.name, FontFace.SANS_SEMIBOLD, NAME, COLUMNS[1] - PAD)
        movement = wrap_without_orphans(effect.movement, FontFace.SANS, TEXT, COLUMNS[2] - PAD)
        combat = wrap_without_orphans(effect.combat, FontFace.SANS, TEXT, rest)
        other = (
            wrap_without_orphans(
                effect.other, face_with_glyphs(FontFace.SANS_ITALIC, effect.other), TEXT, COLUMNS[2] + rest
            )
            if effect.other
            else ()
        )
        lines = max(len(movement), len(combat)) + len(other)
        tall = max(SAMPLE.y + 1.4, lines * TEXT * LEADING + 2.2, len(name) * NAME * LEADING + 2.2)
        rows.append(LegendRow(effect, name, movement, combat, other, tall))
    return tuple(rows)


KEY_SAMPLE = Point(9.0, 6.6)
"""Width and height in mm of a sample in the map key."""
_KEY_COLUMN = 21.0
"""Minimum width of a column of the map key: a sample, and a name in two lines."""
KEY_ROW = 8.2


def key_columns(width: float) -> int:
    """Return the number of columns in the map key for a given width."""
    return max(1, int(width // _KEY_COLUMN))


def key_height(game: Game, width: float) -> float:
    """Return the height of the map key without its heading."""
    rows = -(-len(game.charts.terrain_effects) // key_columns(width))
    return rows * KEY_ROW + 1.2
