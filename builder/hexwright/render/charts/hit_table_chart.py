"""Lay out hit tables and the plain tables for players.

A hit table replaces the roll of several dice: it gives their hits for one die roll.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwright.model import module_window_names
from hexwright.model.charts import HitTable, TextTable
from hexwright.render.charts.chart_layout import MARGIN, Block, Chart, Heading, Paragraph, Stack
from hexwright.render.charts.chart_tables import Cell, Table, fitted_columns, head_cell
from hexwright.render.charts.die_faces import die_drawing
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme
from hexwright.render.weather_outcomes import roll_ranges

_DIE = 11.0
_LEAST, _MOST = 84.0, 156.0
"""The width in mm of a plain table, at least and at most."""


def hits_chart(tables: tuple[HitTable, ...], theme: Theme) -> Chart:
    """Return the hit tables as a chart: a table per hit rate, with a column per number of dice."""
    widest = max((len(row) for table in tables for row in table.rows.values()), default=1)
    blocks: list[Block] = []
    for table in tables:
        columns = max((len(row) for row in table.rows.values()), default=0)
        top = (
            head_cell("Die", centred=True),
            *(head_cell(str(n), centred=True) for n in range(1, columns + 1)),
        )
        rows = tuple(
            (
                Cell(drawing=die_drawing(roll, table.die), drawing_size=(4.6, 4.6)),
                *(_hits(hits, theme) for hits in results),
            )
            for roll, results in table.rows.items()
        )
        rolls = roll_ranges([str(roll) for roll in range(table.hits_on, table.die + 1)])
        parts: list[Block] = [
            Heading(table.name),
            Paragraph(f"In place of dice that hit on {rolls} each. Columns: number of dice."),
            Table((_DIE, *[6.0] * columns), rows, top, upright_rules=True),
        ]
        if table.text:
            parts.append(Paragraph(table.text))
        blocks.append(Stack(tuple(parts), gap=1.0))
    width = max(90.0, 12.0 + _DIE + 5.8 * widest)
    return Chart(module_window_names.HITS, "One die for all dice of a side", width, tuple(blocks))


def _hits(hits: int, theme: Theme) -> Cell:
    if not hits:
        return Cell("–", FontFace.SANS, 3.0, centred=True, ink=theme.ink_quiet)
    ground = mix_colours(theme.panel, theme.weather_clear, min(0.7, 0.08 * hits))
    return Cell(str(hits), FontFace.SANS_BOLD, 3.0, centred=True, fill=ground)


def overview_chart(overview: TextTable) -> Chart:
    """Return the chart of a plain table, with the first of several columns emphasised."""
    rows = tuple(
        tuple(
            Cell(text, FontFace.SANS_SEMIBOLD if n == 0 and len(row) > 1 else FontFace.SANS)
            for n, text in enumerate(row)
        )
        for row in overview.rows
    )
    top = tuple(head_cell(name) for name in overview.columns)
    every = (top, *rows) if top else rows
    widths = _even_series(overview.columns, fitted_columns(every, _LEAST, _MOST))
    blocks: list[Block] = [Table(widths, rows, top)]
    if overview.notes:
        blocks.append(Stack(tuple(Paragraph(note, bullet=True) for note in overview.notes)))
    return Chart(overview.name, "", round(sum(widths) + 2 * MARGIN, 1), tuple(blocks))


def _even_series(heads: Sequence[str], widths: tuple[float, ...]) -> tuple[float, ...]:
    """Return column widths with one width for all columns that numbers head, such as die rolls.

    They are unchanged if the table would become too wide.
    """
    series = [n for n, name in enumerate(heads) if name.isdecimal()]
    widest = max((widths[n] for n in series), default=0.0)
    even = tuple(widest if n in series else width for n, width in enumerate(widths))
    return even if sum(even) <= _MOST else widths


def sentences_chart(title: str, sentences: Sequence[str]) -> Chart:
    """Return the chart of what is told in sentences."""
    block = Stack(tuple(Paragraph(text, bullet=len(sentences) > 1) for text in sentences), gap=1.0)
    return Chart(title, "", 84.0 + 2 * MARGIN, (block,))
