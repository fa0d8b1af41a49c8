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
from hexwright.render.fonts import FontFace, text_width
from hexwright.render.text_fitting import letter_in_box
from hexwright.render.theme import FINE, MEDIUM, Theme
from hexwright.render.weather_outcomes import weather_outcomes
from hexwright.render.weather_pictures import draw_weather

COLUMNS = 7
CELL, GAP = 22.0, 1.8
HEAD, DATE, POINTS = 10.0, 4.6, 4.6
NOTE = 2.35
_NUMBER, _BESIDE_SIGN = 7.8, 1.6
CROWDED = 5.6
"""Height in mm of the row of signs where a turn may have several kinds of weather."""
LEAST_CELL = 19.5
"""The least width in mm of a box."""


@dataclass(frozen=True, slots=True)
class TurnBoxes:
    """The boxes of a turn track, up to seven in a row."""

    game: Game
    timetable: TurnTrack
    scenario: Scenario | None

    def _notes(self, turn: Turn, cell: float) -> list[str]:
        outcomes = weather_outcomes(self.game.charts.weather, turn)
        under = self._under_sign(turn, cell)
        words = [f"{kind.name}: {when}" if when else kind.name for kind, when in outcomes if not under]
        return [
            line
            for note in (*words, *turn.notes)
            for line in break_lines(note, FontFace.SANS_ITALIC, NOTE, cell - 3)
        ]

    def _under_sign(self, turn: Turn, cell: float) -> str:
        """Return the name of a turn's only weather if it fits under its sign, beside the number; else ""."""
        outcomes = weather_outcomes(self.game.charts.weather, turn)
        if len(outcomes) != 1 or outcomes[0][1]:
            return ""
        name = outcomes[0][0].name
        number = text_width(str(turn.turn), FontFace.SERIF_BOLD, _NUMBER)
        wide = text_width(name, FontFace.SANS_ITALIC, NOTE)
        return name if wide <= cell - 1.6 - number - 1.0 - _BESIDE_SIGN else ""

    @property
    def _most_signs(self) -> int:
        """Return the largest number of kinds of weather that a turn may have."""
        return max(
            (len(weather_outcomes(self.game.charts.weather, t)) for t in self.timetable.turns), default=1
        )

    @property
    def _head(self) -> float:
        """Return the height in mm of the number, with a row of its own below for many signs of weather."""
        return HEAD + (CROWDED if self._most_signs > 1 else 0.0)

    def _cell(self, width: float) -> float:
        """Return the width in mm of a box, as wide as the row allows."""
        columns = self.columns_in(width)
        return (width - (columns - 1) * GAP) / columns

    def _cell_height(self, width: float) -> float:
        cell = self._cell(width)
        lines = max((len(self._notes(turn, cell)) for turn in self.timetable.turns), default=0)
        return self._head + DATE + (POINTS if self.scenario else 0) + lines * NOTE * LEADING + 2.4

    @property
    def columns(self) -> int:
        """Return the number of boxes in a row of the natural width.

        It is chosen so that there are few rows and no row has a single box.
        """
        return self._columns(COLUMNS)

    def _columns(self, most: int) -> int:
        count = len(self.timetable.turns)
        return max(1, -(-count // max(1, -(-count // most))))

    def columns_in(self, width: float) -> int:
        """Return the number of boxes in a row of a width in mm."""
        return self._columns(max(1, int((width + GAP + 0.01) // (LEAST_CELL + GAP))))

    def height(self, width: float) -> float:
        """Return the total height of all rows of boxes."""
        rows = -(-len(self.timetable.turns) // self.columns_in(width))
        return rows * self._cell_height(width) + (rows - 1) * GAP

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the boxes row by row, from left to right."""
        columns, cell, high = self.columns_in(box.width), self._cell(box.width), self._cell_height(box.width)
        for place, turn in enumerate(self.timetable.turns):
            x = box.x + place % columns * (cell + GAP)
            y = box.y + place // columns * (high + GAP)
            self._turn(canvas, theme, Box(x, y, cell, high), turn)

    def _turn(self, canvas: Canvas, theme: Theme, box: Box, turn: Turn) -> None:
        arts = [kind.art for kind, _ in weather_outcomes(self.game.charts.weather, turn)]
        ground = weather_ground(arts[0], theme) if len(arts) == 1 else theme.panel
        canvas.path(Path.rectangle(box, 1.2), Style(fill=ground, stroke=theme.ink, width=MEDIUM))
        number = Box(box.x + 1.6, box.y + 1.4, box.width - 12.2, HEAD - 2.4)
        letter_in_box(canvas, number, str(turn.turn), FontFace.SERIF_BOLD, _NUMBER, theme.ink, "start")
        under = self._under_sign(turn, box.width)
        for place, art in zip(self._sign_boxes(box, len(arts)), arts, strict=True):
            smaller = Box(place.right - 6.0, place.y - 0.4, 6.0, 6.0)
            draw_weather(canvas, art, theme, smaller if under else place)
        if under:
            at = Point(box.right - _BESIDE_SIGN, box.y + self._head - 0.9)
            canvas.text(at, under, FontFace.SANS_ITALIC, NOTE, theme.ink, anchor="end")
        y = box.y + self._head
        rule = Path.line([Point(box.x + 1.5, y), Point(box.right - 1.5, y)])
        canvas.path(rule, Style(stroke=theme.rule, width=FINE))
        date = Box(box.x + 1.5, y + 0.4, box.width - 3, DATE - 0.4)
        letter_in_box(canvas, date, turn.date, FontFace.SANS_SEMIBOLD, 3.0, theme.ink)
        y += DATE
        if self.scenario is not None:
            self._points(canvas, theme, Box(box.x, y, box.width, POINTS), turn, self.scenario, ground)
            y += POINTS
        notes = self._notes(turn, box.width)
        room = Box(box.x + 1.5, y + 0.6, box.width - 3, len(notes) * NOTE * LEADING)
        draw_lines(canvas, room, notes, FontFace.SANS_ITALIC, NOTE, theme.ink, centred=True)

    def _sign_boxes(self, box: Box, count: int) -> list[Box]:
        """Return the places of the weather's signs: beside the number, or below it if there are several.

        They never lie on the number of the turn.
        """
        if count == 1:
            return [Box(box.right - 9.4, box.y + 1.4, 7.8, 7.8)]
        room = box.width - 3.2
        size = min(5.4, (room - 0.8 * (count - 1)) / max(1, count))
        left = box.centre.x - (count * size + 0.8 * (count - 1)) / 2
        y = box.y + HEAD - 0.6 + (CROWDED - size) / 2
        return [Box(left + n * (size + 0.8), y, size, size) for n in range(count)]

    def replacement_points(self, turn: Turn, scenario: Scenario) -> list[tuple[Side, int]]:
        """Return the sides that receive replacement points on a turn, each with the number of points."""
        chosen, points = self.game.options_of(scenario), self.game.oob.points
        sides = (side for side in self.game.info.sides if not self._takes_one_of_each(side))
        parts = ((side, points(side.id, turn.turn, scenario.id, chosen)) for side in sides)
        return [(side, points) for side, points in parts if points]

    def _takes_one_of_each(self, side: Side) -> bool:
        """Whether a side takes back one unit of each kind, so that a number of points would mislead."""
        for rule in self.game.rules.replacements:
            kinds = {kind for kinds in rule.max_one_of for kind in kinds}
            if rule.side == side.id and rule.cost == "one" and rule.classes and kinds >= {*rule.classes}:
                return True
        return False

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
    subtitle = "Weather and replacements of each turn" if points else "Weather of each turn"
    return Chart(module_window_names.turn_record(timetable), subtitle, max(80.0, width), (track,))
