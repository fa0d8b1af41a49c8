"""Every text of every picture stands out by a contrast of 4.5, and no counter is lettered too small."""

from __future__ import annotations

from functools import partial

import pytest

from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts import charts_of
from hexwright.render.counters.counter_batch import FaceId, counter_faces
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.fonts import SMALLEST_PRINT, FontFace
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet, sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES, Theme
from tests.render.legibility import faint
from tests.render.map.boards import GAMES, game
from tests.tiers import sampled

themes = pytest.mark.parametrize("theme", sampled(THEMES.values()), ids=lambda theme: theme.name)
every_game = pytest.mark.parametrize("name", sampled([name for name in GAMES if name != "1986"], 0, 3))


def _draw_face(canvas: Canvas, played: Game, face: FaceId, theme: Theme, box: Box) -> None:
    if isinstance(face.counter, Unit):
        draw_unit_face(canvas, played, face.counter, face.index, theme, box)
    else:
        draw_marker_face(canvas, played, face.counter, face.index, theme, box)


def _looks(played: Game) -> list[FaceId]:
    """Return one face of each look: side, class and step of units, and all markers."""
    found: dict[object, FaceId] = {}
    for face in counter_faces(played):
        counter = face.counter
        look = (counter.side, counter.unit_class, face.index) if isinstance(counter, Unit) else face.file
        found.setdefault(look, face)
    return list(found.values())


@themes
@every_game
def test_lettering_of_a_map_stands_out(name: str, theme: Theme) -> None:
    played = game(name)
    plan = plan_sheet(played)
    board = sheet_layers(played, theme, plan)
    assert faint(lambda canvas: draw_sheet(played, theme, canvas, plan, board), plan.width, plan.height) == {}


@themes
@every_game
def test_lettering_of_counters_stands_out(name: str, theme: Theme) -> None:
    played = game(name)
    faces = _looks(played)

    def draw(canvas: Canvas) -> None:
        for n, face in enumerate(faces):
            _draw_face(canvas, played, face, theme, Box(n % 10 * 16, n // 10 * 16, 15, 15))

    assert faint(draw, 160, 16 * -(-len(faces) // 10)) == {}


@themes
@every_game
def test_lettering_of_charts_stands_out(name: str, theme: Theme) -> None:
    for title, chart in charts_of(game(name), theme).items():
        assert faint(partial(chart.draw, theme=theme), chart.width, chart.height) == {}, title


@every_game
@pytest.mark.parametrize("edge", [15.0, 12.7])
def test_no_lettering_on_a_counter_is_below_six_points(name: str, edge: float) -> None:
    played, canvas = game(name), RecordingCanvas()
    # A layout of the game's own is lettered for its own counters, and scaled for smaller ones.
    edge = max(edge, played.counters.sheet.counter_mm) if played.counters.layouts else edge
    for face in counter_faces(played):
        _draw_face(canvas, played, face, THEMES["classic"], Box(0, 0, edge, edge))
    assert min(text.size for text in canvas.texts) >= SMALLEST_PRINT - 1e-9


@every_game
def test_no_counter_of_fifteen_millimetres_is_lettered_short(name: str) -> None:
    played, canvas = game(name), RecordingCanvas()
    for face in counter_faces(played):
        _draw_face(canvas, played, face, THEMES["classic"], Box(0, 0, 15, 15))
    assert [text.text for text in canvas.texts if text.text.endswith("…")] == []


def test_faint_lettering_is_found() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.path(Path.rectangle(Box(0, 0, 20, 10)), Style(fill=Colour("#808080")))
        for n, fill in enumerate(("#a0a0a0", "#000000")):
            canvas.text(Box(0, 0, 20, 5 + 8 * n).centre, f"text {n}", FontFace.SANS, 2.5, Colour(fill))

    assert list(faint(draw, 20, 10)) == ["text 0"]
