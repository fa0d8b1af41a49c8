"""Lay out the combat results table."""

from __future__ import annotations

from hexwright.model.charts import CombatTable
from hexwright.render.canvas import Colour
from hexwright.render.charts.chart_layout import Block, Chart, Heading, Paragraph, Stack
from hexwright.render.charts.chart_tables import Cell, Table, head_cell
from hexwright.render.charts.die_faces import die_drawing
from hexwright.render.counters.counter_palette import lettering_colour, mix_colours
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme


def result_kind(result: str) -> str:
    """Return the kind of a combat result, derived from its letters.

    `A` and `D` name the affected side, and `EX` affects both sides. After `A` or `D`, `E` is an elimination,
    `L` or a number is a step loss, and `R` is a retreat.
    """
    letters = result.upper()
    if letters.lstrip("½/0123456789 ").startswith("EX") or ("A" in letters and "D" in letters):
        return "exchange"
    if letters.startswith("A"):
        return "attacker"
    if letters.startswith("D"):
        rest = letters[1:]
        if "E" in rest or "X" in rest:
            return "eliminated"
        if "L" in rest or any(char.isdigit() for char in rest):
            return "loss"
        return "retreat"
    return "none"


def result_colour(result: str, theme: Theme) -> Colour:
    """Return the background colour of a result's cell; the colours differ in lightness as well as hue."""
    match result_kind(result):
        case "attacker":
            return mix_colours(theme.panel, theme.road, 0.62)
        case "exchange":
            return mix_colours(theme.panel, theme.weather_clear, 0.62)
        case "retreat":
            return mix_colours(theme.panel, theme.water_edge, 0.22)
        case "loss":
            return mix_colours(theme.panel, theme.water_edge, 0.55)
        case "eliminated":
            return mix_colours(theme.water_edge, theme.ink, 0.45)
        case _:
            return theme.panel


def crt_chart(table: CombatTable, theme: Theme) -> Chart:
    """Return the CRT as a chart: a row per die roll and a column per odds ratio, with key and notes below."""
    columns = len(table.columns)
    top = (
        head_cell("Die", centred=True),
        *(Cell(odds, FontFace.SANS_BLACK, 4.4, centred=True) for odds in table.columns),
    )
    rows = tuple(
        (
            Cell(drawing=die_drawing(roll, table.die if table.dice == 1 else 0), drawing_size=(6.6, 6.6)),
            *(_result(result, theme) for result in results),
        )
        for roll, results in table.rows.items()
    )
    # The tables of a game share their results; each table explains only those that it uses.
    own = {result for results in table.rows.values() for result in results}
    key = Table(
        (15.0, 34.0, 80.0),
        tuple(
            (
                _result(result.id, theme, 3.2),
                Cell(result.name, FontFace.SANS_SEMIBOLD),
                Cell(result.text),
            )
            for result in table.results
            if result.id in own
        ),
    )
    blocks: list[Block] = [
        Table((13.0, *[16.0] * columns), rows, top, upright_rules=True),
        Stack((Heading("Results"), key), gap=1.0),
    ]
    if table.notes:
        blocks.append(Stack(tuple(Paragraph(note, bullet=True) for note in table.notes)))
    return Chart(table.name, table.roll_words, max(128.0, 25 + 13 * columns), tuple(blocks))


def _result(result: str, theme: Theme, size: float = 4.4) -> Cell:
    ground = result_colour(result, theme)
    return Cell(result, FontFace.SANS_BOLD, size, centred=True, fill=ground, ink=lettering_colour(ground))
