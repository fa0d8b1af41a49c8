"""The counter of a diagram is the printed one: the same parts in the same places and colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_face import CounterFace, FaceRecord, printed_figures
from hexwright.render.counters.diagram_face import LEAST_TEXT, draw_diagram_face
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
EDGES = (6.4, 8.4, 9.6)
"""The edges in mm of counters in pairs, and of small and large ones alone in a hex."""
GRID = 15.0


def faces(game: Game) -> Iterator[tuple[Unit, int]]:
    """Yield one unit for each look: side, class, layout and formation, at each of its steps."""
    seen: set[tuple[object, ...]] = set()
    for unit in game.counters.units:
        for index in range(len(unit.steps)):
            look = (unit.side, unit.unit_class, unit.layout, unit.formation, index, len(unit.designation))
            if look not in seen:
                seen.add(look)
                yield unit, index


@cache
def drawn(game_name: str, edge: float) -> list[tuple[Unit, int, RecordingCanvas, RecordingCanvas]]:
    return drawn_of(shipped(game_name).game, edge)


def drawn_of(game: Game, edge: float) -> list[tuple[Unit, int, RecordingCanvas, RecordingCanvas]]:
    """Return the printed face of each look, made so large, and that of a diagram."""
    found = []
    for unit, index in faces(game):
        printed, small, box = RecordingCanvas(), RecordingCanvas(), Box(0, 0, edge, edge)
        draw_unit_face(printed, game, unit, index, CLASSIC, box)
        draw_diagram_face(small, game, unit, index, CLASSIC, box)
        found.append((unit, index, printed, small))
    return found


def shapes(canvas: RecordingCanvas, *, emblem: bool) -> list[tuple[object, ...]]:
    """Return the areas and lines of a face: path, colours and width; the emblem only if asked for."""
    return [
        (
            tuple((round(p.x, 3), round(p.y, 3)) for one in drawn.path.segments for p in one.points),
            drawn.style.fill,
            drawn.style.stroke,
            round(drawn.style.width, 4),
        )
        for drawn in canvas.paths
        if emblem or "emblem" not in drawn.groups
    ]


def check_shapes(told: list[tuple[Unit, int, RecordingCanvas, RecordingCanvas]]) -> None:
    assert told
    for unit, index, printed, small in told:
        assert shapes(small, emblem=False) == shapes(printed, emblem=False), (unit.id, index)
        # An emblem may make way for a long first line.
        assert {*shapes(small, emblem=True)} <= {*shapes(printed, emblem=True)}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", GAMES)
def test_ground_bands_symbol_and_border_are_those_of_the_printed_counter(name: str, edge: float) -> None:
    check_shapes(drawn(name, edge))


@pytest.mark.parametrize("name", GAMES)
def test_first_line_and_values_are_those_of_the_printed_counter(name: str) -> None:
    for unit, index, printed, small in drawn(name, 8.4):
        texts = {(text.text, text.fill) for text in printed.texts}
        assert {(text.text, text.fill) for text in small.texts} <= texts, unit.id
        told = "".join("".join(text.text for text in small.texts).split())
        values = "".join(printed_figures(unit.steps[index]).split())
        assert values in told, unit.id
        heading = min(
            (text for text in printed.texts if not text.rotation), key=lambda text: text.at.y, default=None
        )
        assert heading is not None
        assert heading.text in {text.text for text in small.texts}, unit.id


@pytest.mark.parametrize("name", GAMES)
def test_text_of_a_diagram_is_large_enough_or_left_out(name: str) -> None:
    for unit, _, _, small in drawn(name, 9.6):
        for text in small.texts:
            points = text.size / MM_PER_POINT
            # A long name on a band is smaller, but still there.
            assert points >= LEAST_TEXT - 0.01 or len(text.text) > 6, (unit.id, text.text, points)
            assert points >= 3.4


@pytest.mark.parametrize("name", GAMES)
def test_no_first_line_runs_over_the_edge(name: str) -> None:
    for edge in EDGES:
        for unit, _, _, small in drawn(name, edge):
            for text in small.texts:
                assert text.box.x >= -0.01, (unit.id, edge, text.text)
                assert text.box.right <= edge + 0.01, (unit.id, edge, text.text)


def test_fronts_are_dark_and_units_of_a_new_game_are_as_printed(tmp_path: Path) -> None:
    game = shipped("moscow-embattled").game
    front = next(unit for unit in game.counters.units if unit.id == "russian-western")
    record = FaceRecord()
    draw_unit_face(RecordingCanvas(), game, front, 0, CLASSIC, Box(0, 0, 15, 15), record=record)
    small = RecordingCanvas()
    draw_diagram_face(small, game, front, 0, CLASSIC, Box(0, 0, 8, 8))
    accent = Colour(CounterFace.in_box(game, front, 0, CLASSIC, Box(0, 0, 8, 8)).colours.accent)
    assert small.paths[0].style.fill == record.areas[0][1] == accent
    start_game(Project(tmp_path), "my-game", "My Game")
    new = load_game(Project(tmp_path), "my-game").game
    for edge in EDGES:
        check_shapes(drawn_of(new, edge))
