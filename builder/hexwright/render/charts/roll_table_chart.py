"""Lay out tables read by die roll and side, and the victory point schedule."""

from __future__ import annotations

from hexwright.model.charts import RollTable, VictoryTable
from hexwright.model.game import GameInfo
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.charts.chart_layout import Block, Chart, Paragraph
from hexwright.render.charts.chart_tables import Cell, Drawing, Table, head_cell
from hexwright.render.charts.die_faces import die_drawing, emblem_drawing
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import Theme

NOTHING = frozenset({"", "-", "–", "no effect", "none", "ne"})


def roll_chart(table: RollTable, info: GameInfo, theme: Theme) -> Chart:
    """Return a roll table as a chart: a row per die roll, a column per side, harmful results emphasised."""
    sides = [info.side(side) for side in table.columns]
    top = (
        head_cell("Die", centred=True),
        *(head_cell(side.name, drawing=emblem_drawing(side), wide=4.4) for side in sides),
    )
    rows = tuple(
        (
            Cell(drawing=die_drawing(roll, table.die), drawing_size=(6.0, 6.0)),
            *(_effect(result, theme) for result in results),
        )
        for roll, results in table.rows.items()
    )
    shares = (13.0, *[40.0] * len(sides))
    width = 105.0 if len(sides) < 3 else 130.0
    return Chart(
        table.name,
        f"Roll one {table.die}-sided die",
        width,
        (Table(shares, rows, top, upright_rules=True), Paragraph(table.text)),
    )


def _effect(result: str, theme: Theme) -> Cell:
    if result.lower() in NOTHING:
        return Cell(result, FontFace.SANS, 3.2, ink=theme.ink_quiet)
    return Cell(result, FontFace.SANS_BOLD, 3.2, fill=mix_colours(theme.panel, theme.weather_snow, 0.34))


def victory_chart(table: VictoryTable, theme: Theme) -> Chart:
    """Return the victory chart: the way to win the game, and the awards of victory points."""
    blocks: list[Block] = [Paragraph(table.text, size=3.1)]
    if table.awards:
        rows = tuple(
            (Cell(drawing=_medal(award.points), drawing_size=(10.0, 10.0)), Cell(award.text, size=3.0))
            for award in table.awards
        )
        blocks.append(Table((16.0, 92.0), rows, (head_cell("Points", centred=True), head_cell("For"))))
    return Chart(table.name, "How the game is won", 118.0, tuple(blocks))


def _medal(points: int) -> Drawing:
    def draw(canvas: Canvas, theme: Theme, box: Box) -> None:
        r = box.width / 2
        canvas.path(Path.ellipse(box.centre, r), Style(fill=theme.ink))
        canvas.path(Path.ellipse(box.centre, r * 0.86), Style(stroke=theme.on_dark, width=0.25))
        room = box.inset(box.width * 0.2)
        letter_in_box(canvas, room, str(points), FontFace.SERIF_BOLD, 5.0, theme.on_dark)

    return draw
