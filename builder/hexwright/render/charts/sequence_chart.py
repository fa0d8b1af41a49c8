"""Lay out the sequence of play: the phases in order, with each player turn in its side's colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from hexwright.geometry.hex_layout import Point
from hexwright.model import module_window_names
from hexwright.model.game import Game, Side
from hexwright.model.rules.rules_record import Phase
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts.chart_layout import (
    BODY,
    GAP,
    Block,
    Chart,
    Heading,
    Stack,
    break_lines,
    draw_lines,
    lines_height,
)
from hexwright.render.charts.die_faces import emblem_drawing
from hexwright.render.charts.weather_chart import weather_table
from hexwright.render.counters.counter_palette import lettering_colour, mix_colours
from hexwright.render.fonts import FontFace, fitting_size
from hexwright.render.phase_signs import draw_phase_sign
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import MEDIUM, Theme

BAND, PAD, NUMBER, SIGN = 7.6, 2.2, 6.4, 4.6
NAME = 3.5
MAX_PHASES_IN_COLUMN = 14
"""The maximum number of phases in one column; a longer sequence has two columns, one per side."""


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """The consecutive phases of one side, and the number of the first of these phases."""

    side: Side
    first: int
    phases: tuple[Phase, ...]
    continued: bool = False
    """Whether earlier phases of the same player turn stand in another block."""

    @property
    def least_width(self) -> float:
        """Return the width in mm below which the text of the phases would stand in very short lines."""
        return 78.0

    def _text_width(self, width: float) -> float:
        return width - NUMBER - SIGN - 4 * PAD

    def _row(self, phase: Phase, width: float) -> float:
        lines = break_lines(phase.text, FontFace.SANS, BODY, self._text_width(width))
        return NAME * 1.35 + lines_height(lines, BODY) + 2 * PAD

    def height(self, width: float) -> float:
        """Return the height in mm of the title band and the phases."""
        return BAND + sum(self._row(phase, width) for phase in self.phases)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the title band with the side's emblem, then a row for each phase."""
        accent = theme.accent(self.side)
        pale = mix_colours(theme.panel, Colour(theme.side(self.side).reduced), 0.55)
        canvas.path(Path.rectangle(box, 1.2), Style(fill=pale))
        band = Box(box.x, box.y, box.width, BAND)
        lower = Box(box.x, box.y + BAND / 2, box.width, BAND / 2)
        canvas.path(Path.rectangle(band, 1.2) + Path.rectangle(lower), Style(fill=accent))
        on = lettering_colour(accent)
        emblem_drawing(self.side, on)(
            canvas, theme, Box(box.x + PAD + 0.6, box.y + 1.4, BAND - 2.8, BAND - 2.8)
        )
        title = Box(box.x + 2 * PAD + BAND - 1.4, box.y, box.width - 2 * PAD - BAND, BAND)
        name = f"{self.side.name} player turn{', continued' if self.continued else ''}"
        size = fitting_size(name, FontFace.SERIF_BOLD, 4.4, title.width - PAD)
        draw_lines(canvas, title, [name], FontFace.SERIF_BOLD, size, on)
        y = box.y + BAND
        for number, phase in enumerate(self.phases):
            height = self._row(phase, box.width)
            if number:
                rule = Path.line([Point(box.x + PAD, y), Point(box.right - PAD, y)])
                canvas.path(rule, Style(stroke=mix_colours(pale, accent, 0.45), width=0.2))
            self._phase(canvas, theme, Box(box.x, y, box.width, height), number, phase)
            y += height
        canvas.path(Path.rectangle(box, 1.2), Style(stroke=accent, width=MEDIUM))

    def _phase(self, canvas: Canvas, theme: Theme, row: Box, number: int, phase: Phase) -> None:
        accent = theme.accent(self.side)
        disc = Point(row.x + PAD + NUMBER / 2, row.y + PAD + NUMBER / 2 - 0.4)
        canvas.path(Path.ellipse(disc, NUMBER / 2), Style(fill=accent))
        room = Box(disc.x - NUMBER / 2, disc.y - NUMBER / 2, NUMBER, NUMBER).inset(1.1)
        letter_in_box(
            canvas, room, str(self.first + number), FontFace.SERIF_BOLD, 4.4, lettering_colour(accent)
        )
        sign = Box(row.right - PAD - SIGN, row.y + PAD, SIGN, SIGN)
        draw_phase_sign(canvas, phase.kind, sign, theme.ink_quiet)
        x = row.x + 2 * PAD + NUMBER
        name = Box(x, row.y + PAD - 0.5, self._text_width(row.width), NAME * 1.35)
        letter_in_box(canvas, name, phase.name, FontFace.SANS_BOLD, NAME, theme.ink, "start")
        lines = break_lines(phase.text, FontFace.SANS, BODY, self._text_width(row.width))
        text = Box(x, name.bottom, name.width, lines_height(lines, BODY))
        draw_lines(canvas, text, lines, FontFace.SANS, BODY, theme.ink)


@dataclass(frozen=True, slots=True)
class BlocksSideBySide:
    """A block that places other blocks of equal width side by side."""

    blocks: tuple[Block, ...]

    def _width(self, width: float) -> float:
        return (width - GAP * (len(self.blocks) - 1)) / len(self.blocks)

    def height(self, width: float) -> float:
        """Return the height of the tallest block."""
        return max(block.height(self._width(width)) for block in self.blocks)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the blocks from left to right."""
        wide = self._width(box.width)
        for number, block in enumerate(self.blocks):
            place = Box(box.x + number * (wide + GAP), box.y, wide, block.height(wide))
            block.draw(canvas, theme, place)


def sequence_chart(game: Game, theme: Theme, *, brief: bool = False, weather: bool = True) -> Chart:
    """Return the chart of the sequence of play; if `brief` is set, it contains only the names of the phases.

    If `weather` is set, the effects of each kind of weather are appended.
    """
    blocks: list[Block] = []
    number = 1
    for side, run in groupby(game.rules.sequence, key=lambda phase: phase.side):
        phases = tuple(replace(phase, text="") if brief else phase for phase in run)
        blocks.append(PlayerTurn(game.info.side(side), number, phases))
        number += len(phases)
    width = 122.0
    if len(game.rules.sequence) > MAX_PHASES_IN_COLUMN and len(blocks) == 2:
        blocks, width = [BlocksSideBySide(tuple(blocks))], 126.0 if brief else 186.0
    if weather and game.charts.weather:
        table = weather_table(game.charts.weather, theme, small=True)
        blocks.append(Stack((Heading("Weather"), table), gap=1.0))
    return Chart(module_window_names.SEQUENCE, "One turn, phase by phase", width, tuple(blocks))
