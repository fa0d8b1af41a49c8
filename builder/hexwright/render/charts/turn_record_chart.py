"""Lay out the turn record: a box per turn with its date, weather, replacements and notes."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.geometry.hex_layout import Point
from hexwright.model import module_window_names
from hexwright.model.charts import Turn, TurnTrack
from hexwright.model.game import Game, Side
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts.chart_layout import LEADING, Chart, break_lines, draw_lines
from hexwright.render.charts.die_faces import emblem_drawing
from hexwright.render.charts.weather_chart import weather_ground
from hexwright.render.counters.counter_palette import readable_colour
from hexwright.render.counters.weather_pictures import draw_weather
from hexwright.render.fonts import FontFace, text_width
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import FINE, MEDIUM, SMALLEST_TEXT, Theme
from hexwright.render.weather_outcomes import weather_outcomes

COLUMNS = 7
CELL, GAP = 22.0, 1.8
HEAD, DATE, POINTS = 10.0, 4.6, 4.6
NOTE = SMALLEST_TEXT


@dataclass(frozen=True, slots=True)
class TurnBoxes:
    """The boxes of a turn track, up to seven in a row."""

    game: Game
    timetable: TurnTrack
    scenario: Scenario | None

    def _notes(self, turn: Turn) -> list[str]:
        outcomes = weather_outcomes(self.game.charts.weather, turn)
        words = [f"{kind.name}: {when}" for kind, when in outcomes if when]
        return [
            line
            for note in (*words, *turn.notes)
            for line in break_lines(note, FontFace.SANS_ITALIC, NOTE, CELL - 3)
        ]

    @property
    def _cell_height(self) -> float:
        lines = max((len(self._notes(turn)) for turn in self.timetable.turns), default=0)
        return HEAD + DATE + (POINTS if self.scenario else 0) + lines * NOTE * LEADING + 2.4

    @property
    def columns(self) -> int:
        """Return the number of boxes in a row.

        It is chosen so that there are few rows and no row has a single box.
        """
        count = len(self.timetable.turns)
        return max(1, -(-count // max(1, -(-count // COLUMNS))))

    def height(self, width: float) -> float:
        """Return the total height of all rows of boxes."""
        rows = -(-len(self.timetable.turns) // self.columns)
        return rows * self._cell_height + (rows - 1) * GAP

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the boxes row by row, from left to right."""
        for place, turn in enumerate(self.timetable.turns):
            x = box.x + place % self.columns * (CELL + GAP)
            y = box.y + place // self.columns * (self._cell_height + GAP)
            self._turn(canvas, theme, Box(x, y, CELL, self._cell_height), turn)

    def _turn(self, canvas: Canvas, theme: Theme, box: Box, turn: Turn) -> None:
        arts = [kind.art for kind, _ in weather_outcomes(self.game.charts.weather, turn)]
        ground = weather_ground(arts[0], theme) if len(arts) == 1 else theme.panel
        canvas.path(Path.rectangle(box, 1.2), Style(fill=ground, stroke=theme.ink, width=MEDIUM))
        number = Box(box.x + 1.6, box.y + 1.4, box.width - 12.2, HEAD - 2.4)
        letter_in_box(canvas, number, str(turn.turn), FontFace.SERIF_BOLD, 7.8, theme.ink, "start")
        size = 7.8 if len(arts) == 1 else min(6.4, 14.4 / len(arts))
        for n, art in enumerate(reversed(arts)):
            place = Box(box.right - 1.6 - size - n * (size + 0.6), box.y + 5.3 - size / 2, size, size)
            draw_weather(canvas, art, theme, place)
        y = box.y + HEAD
        rule = Path.line([Point(box.x + 1.5, y), Point(box.right - 1.5, y)])
        canvas.path(rule, Style(stroke=theme.rule, width=FINE))
        date = Box(box.x + 1.5, y + 0.4, box.width - 3, DATE - 0.4)
        letter_in_box(canvas, date, turn.date, FontFace.SANS_SEMIBOLD, 3.0, theme.ink)
        y += DATE
        if self.scenario is not None:
            self._points(canvas, theme, Box(box.x, y, box.width, POINTS), turn, self.scenario, ground)
            y += POINTS
        notes = self._notes(turn)
        room = Box(box.x + 1.5, y + 0.6, box.width - 3, len(notes) * NOTE * LEADING)
        draw_lines(canvas, room, notes, FontFace.SANS_ITALIC, NOTE, theme.ink, centred=True)

    def replacement_points(self, turn: Turn, scenario: Scenario) -> list[tuple[Side, int]]:
        """Return the sides that receive replacement points on a turn, each with the number of points."""
        chosen, points = self.game.options_of(scenario), self.game.oob.points
        parts = ((side, points(side.id, turn.turn, scenario.id, chosen)) for side in self.game.info.sides)
        return [(side, points) for side, points in parts if points]

    def _points(
        self, canvas: Canvas, theme: Theme, box: Box, turn: Turn, scenario: Scenario, ground: Colour
    ) -> None:
        """Draw each side's replacement points: the side's emblem and a number."""
        shown = [(side, f"+{points}") for side, points in self.replacement_points(turn, scenario)]
        widths = [3.0 + 0.6 + text_width(text, FontFace.SANS_BOLD, 2.8) for _, text in shown]
        x = box.centre.x - (sum(widths) + 2.4 * (len(widths) - 1)) / 2
        for (side, text), width in zip(shown, widths, strict=True):
            emblem_drawing(side)(canvas, theme, Box(x, box.centre.y - 1.5, 3.0, 3.0))
            room = Box(x + 3.6, box.y, width - 3.6, box.height)
            letter_in_box(
                canvas,
                room,
                text,
                FontFace.SANS_BOLD,
                2.8,
                readable_colour(theme.accent(side), ground),
                "start",
            )
            x += width + 2.4


def turn_chart(game: Game, timetable: TurnTrack, scenario: Scenario | None) -> Chart:
    """Return the chart of a turn track; if a scenario is given, the chart includes its replacement points."""
    track = TurnBoxes(game, timetable, scenario)
    width = track.columns * CELL + (track.columns - 1) * GAP + 12.0
    points = scenario is not None and any(
        track.replacement_points(turn, scenario) for turn in timetable.turns
    )
    subtitle = "Weather and replacement points of each turn" if points else "Weather of each turn"
    return Chart(module_window_names.turn_record(timetable), subtitle, max(80.0, width), (track,))
