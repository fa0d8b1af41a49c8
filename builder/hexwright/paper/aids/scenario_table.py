"""Draw the list of scenarios: number, title, set-up, turns and choices, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.paper.aids.start_lines import StartLine
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.fonts import FontFace, text_width, wrap
from hexwright.render.theme import MEDIUM, Theme

_SIZE: Final = 2.65
_LINE: Final = 3.4
_PAD: Final = 0.55


def scenario_rows(game: Game, lines: Sequence[StartLine]) -> list[tuple[str, ...]]:
    """Return the table: a header, then a row for each scenario, without empty columns."""
    setup = {one.scenario.id: line.name for line in lines for card in line.cards for one in card}
    ordered = sorted(game.scenarios, key=lambda scenario: (scenario.order, scenario.id))
    columns: list[tuple[str, list[str]]] = [
        ("", [str(n) for n in range(1, len(ordered) + 1)]),
        ("Scenario", [one.title.removeprefix(f"{n}. ") for n, one in enumerate(ordered, start=1)]),
        ("Set-up", [setup[one.id] for one in ordered]),
        ("Turns", [_turns(one) for one in ordered]),
        ("Dates", [_dates(game, one) for one in ordered]),
    ]
    if all(title.startswith(name) for title, name in zip(columns[1][1], columns[2][1], strict=True)):
        # The titles begin with the names of the set-ups.
        del columns[2]
    if len({one.victory for one in ordered}) > 1:
        names = {table.id: table.name for table in game.charts.victory}
        columns.append(("Victory", [names.get(one.victory, "") for one in ordered]))
    for option in game.rules.options:
        chosen = [one.options.get(option.id, option.default) for one in ordered]
        if len(set(chosen)) > 1:
            names = {choice.id: choice.name for choice in option.choices}
            columns.append((option.name, [names[choice] for choice in chosen]))
    kept = [(head, cells) for head, cells in columns if any(cells)]
    return [tuple(head for head, _ in kept), *zip(*(cells for _, cells in kept), strict=True)]


def _turns(scenario: Scenario) -> str:
    first, last = scenario.first_turn, scenario.last_turn
    return str(first) if first == last else f"{first}–{last}"


def _dates(game: Game, scenario: Scenario) -> str:
    dates = {turn.turn: turn.date for turn in game.charts.timetable(scenario.turn_track).turns}
    ends = [dates.get(turn, "") for turn in (scenario.first_turn, scenario.last_turn)]
    return " to ".join(dict.fromkeys(filter(None, ends)))


def _widths(rows: Sequence[Sequence[str]], width: float) -> list[float]:
    """Return the widths of the columns in mm; the titles of the scenarios take what the others leave."""
    natural = [
        max(min(text_width(cell, FontFace.SANS_SEMIBOLD, _SIZE), 42.0) for cell in column) + 3.4
        for column in zip(*rows, strict=True)
    ]
    natural[1] = max(30.0, width - sum(natural) + natural[1])
    return [wide * width / sum(natural) for wide in natural]


def _cells(row: Sequence[str], widths: Sequence[float]) -> list[tuple[str, ...]]:
    return [
        wrap(curly(cell), FontFace.SANS_SEMIBOLD, _SIZE, wide - 3.0)
        for cell, wide in zip(row, widths, strict=True)
    ]


def table_height(rows: Sequence[Sequence[str]], width: float = 186.0) -> float:
    """Return the height in mm of the table."""
    widths = _widths(rows, width)
    return sum(max(len(cell) for cell in _cells(row, widths)) * _LINE + 2 * _PAD for row in rows)


def draw_scenario_table(canvas: Canvas, theme: Theme, box: Box, rows: Sequence[Sequence[str]]) -> None:
    """Draw the table into a box of the height that it needs."""
    widths = _widths(rows, box.width)
    y = box.y
    for n, row in enumerate(rows):
        cells = _cells(row, widths)
        high = max(len(cell) for cell in cells) * _LINE + 2 * _PAD
        line = Box(box.x, y, box.width, high)
        if n % 2 == 0:
            canvas.path(Path.rectangle(line), Style(fill=theme.ink if n == 0 else theme.panel))
        x = box.x
        for column, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
            face = FontFace.SANS_SEMIBOLD if n == 0 or column < 2 else FontFace.SANS
            ink = theme.on_dark if n == 0 else theme.ink
            for m, text in enumerate(cell):
                at = Point(x + 1.5, y + _PAD + (m + 0.76) * _LINE)
                canvas.text(at, text, face, _SIZE, ink, anchor="start")
            x += wide
        y += high
    rule = Path.line([Point(box.x, y), Point(box.right, y)])
    canvas.path(rule, Style(stroke=theme.ink, width=MEDIUM))
