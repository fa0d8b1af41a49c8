"""Lay out the combat results table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from hexwright.model.charts import CombatTable
from hexwright.render.canvas import Colour
from hexwright.render.charts.chart_layout import Block, Chart, Heading, Paragraph, Stack
from hexwright.render.charts.chart_tables import Cell, Table, head_cell
from hexwright.render.charts.die_faces import die_drawing
from hexwright.render.counters.counter_palette import lettering_colour, mix_colours
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme

Effects = Mapping[str, Collection[str]]
"""Combat result → its effects, as in rules.yaml."""
NO_EFFECTS: Final[Effects] = MappingProxyType({})


def result_kind(result: str, effects: Collection[str] | None = None) -> str:
    """Return the kind of a combat result: by its effects, or by its letters if the rules give none.

    `A` and `D` name the affected side, and `EX` affects both sides. After `A` or `D`, `E` is an elimination,
    `L` or a number is a step loss, and `R` is a retreat.
    """
    if effects is not None:
        return _kind_of_effects(effects)
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


def _kind_of_effects(effects: Collection[str]) -> str:
    attacker = any(effect.startswith("attacker") for effect in effects)
    defender = [effect.removeprefix("defender-") for effect in effects if effect.startswith("defender")]
    if attacker:
        return "exchange" if defender else "attacker"
    if "eliminated" in defender or "to-cadre" in defender:
        return "eliminated"
    if "step-loss" in defender or "disrupted" in defender:
        return "loss"
    return "retreat" if defender else "none"


def result_colour(result: str, theme: Theme, effects: Collection[str] | None = None) -> Colour:
    """Return the background colour of a result's cell; the colours differ in lightness as well as hue."""
    match result_kind(result, effects):
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


def crt_chart(table: CombatTable, theme: Theme, effects: Effects = NO_EFFECTS) -> Chart:
    """Return the CRT as a chart: a row per die roll and a column per odds ratio, with key and notes below.

    `effects` contains the effects of each result, which its colour shows.
    """
    columns = len(table.columns)
    top = (
        head_cell("Die", centred=True),
        *(Cell(odds, FontFace.SANS_BLACK, 4.4, centred=True) for odds in table.columns),
    )
    rows = tuple(
        (
            Cell(drawing=die_drawing(roll, table.die if table.dice == 1 else 0), drawing_size=(6.6, 6.6)),
            *(_result(result, theme, effects) for result in results),
        )
        for roll, results in table.rows.items()
    )
    # The tables of a game share their results; each table explains only those that it uses.
    own = {result for results in table.rows.values() for result in results}
    key = Table(
        (15.0, 34.0, 80.0),
        tuple(
            (
                _result(result.id, theme, effects, 3.2),
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


def _result(result: str, theme: Theme, effects: Effects, size: float = 4.4) -> Cell:
    ground = result_colour(result, theme, effects.get(result))
    return Cell(result, FontFace.SANS_BOLD, size, centred=True, fill=ground, ink=lettering_colour(ground))
