"""The counter of a diagram is the printed one: the same parts in the same places and colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby
from pathlib import Path

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_face import CounterFace, FaceRecord, printed_figures
from hexwright.render.counters.diagram_face import (
    LEAST_TEXT,
    abbreviations,
    draw_diagram_counter,
    draw_diagram_face,
    is_legible,
)
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.recording_canvas import DrawnText, RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
EDGES = (5.6, 6.6, 8.4, 9.6)
"""The edges in mm of counters in threes and pairs, and of small and large ones alone in a hex."""
LARGE = 12.5
"""An edge in mm at which nothing needs to be enlarged."""
CAPITALS = 0.66


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


def colours(canvas: RecordingCanvas) -> list[tuple[object, object]]:
    """Return fill and stroke of the areas and lines of a face in order, without emblem, size and hits."""
    return [
        (drawn.style.fill, drawn.style.stroke)
        for drawn in canvas.paths
        if not {"emblem", "size", "pips"} & set(drawn.groups)
    ]


def check_shapes(told: list[tuple[Unit, int, RecordingCanvas, RecordingCanvas]]) -> None:
    assert told
    for unit, index, printed, small in told:
        assert shapes(small, emblem=False) == shapes(printed, emblem=False), (unit.id, index)
        # An emblem may make way for a long first line.
        assert {*shapes(small, emblem=True)} <= {*shapes(printed, emblem=True)}


@pytest.mark.parametrize("name", GAMES)
def test_a_face_that_can_be_read_is_drawn_as_it_is_printed(name: str) -> None:
    check_shapes(drawn(name, LARGE))


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_small_face_has_the_parts_of_the_printed_one_in_their_order_and_colours(
    name: str, edge: float
) -> None:
    for unit, index, printed, small in drawn(name, edge):
        assert colours(small) == colours(printed), (unit.id, index)


def corners_of(text: DrawnText) -> tuple[Point, Point]:
    """Return two corners of the box of a text's capitals."""
    return Point(text.box.x, text.at.y - CAPITALS * text.size), Point(text.box.right, text.at.y)


def heading_of(canvas: RecordingCanvas) -> str:
    return min((one for one in canvas.texts if not one.rotation), key=lambda one: one.at.y).text


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", GAMES)
def test_first_line_and_values_are_those_of_the_printed_counter(name: str, edge: float) -> None:
    game, whole = shipped(name).game, 0
    for unit, index, printed, small in drawn(name, edge):
        heading = heading_of(printed)
        for text in small.texts:
            alike = "".join(one.text for one in printed.texts if one.fill == text.fill)
            assert text.text in alike or text.text in abbreviations(heading), unit.id
        told = "".join("".join(text.text for text in small.texts).split())
        assert "".join(printed_figures(unit.steps[index]).split()) in told, unit.id
        if is_legible(game, unit, index, CLASSIC, edge):
            assert heading_of(small) in {heading, *abbreviations(heading)}, unit.id
            whole += heading_of(small) == heading
    assert whole > len(drawn(name, edge)) / 2


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", GAMES)
def test_lettering_of_a_diagram_can_be_read_and_stays_on_its_counter(name: str, edge: float) -> None:
    game, seen = shipped(name).game, 0
    for unit, index, _, small in drawn(name, edge):
        if not is_legible(game, unit, index, CLASSIC, edge):
            continue
        seen += 1
        for text in small.texts:
            assert text.size / MM_PER_POINT >= LEAST_TEXT - 0.01, (unit.id, text.text)
            assert text.box.x >= -0.01, (unit.id, text.text)
            assert text.box.right <= edge + 0.01, (unit.id, text.text)
        rows = groupby(sorted(small.texts, key=lambda text: text.at.y), key=lambda text: text.at.y)
        lines = [Box.around(corner for text in row for corner in corners_of(text)) for _, row in rows]
        assert not any(one.inset(0.02).overlaps(other) for one, other in combinations(lines, 2)), unit.id
    assert seen


def test_a_face_whose_values_have_no_room_is_not_legible() -> None:
    game = shipped("moscow-campaign").game
    wide = next(unit for unit in game.counters.units if printed_figures(unit.steps[0]) == "[1]–10")
    narrow = next(unit for unit in game.counters.units if printed_figures(unit.steps[0]) == "2–4")
    assert [is_legible(game, one, 0, CLASSIC, 5.6) for one in (wide, narrow)] == [False, True]
    assert is_legible(game, wide, 0, CLASSIC, 8.0)


def test_a_marker_on_a_counter_has_its_picture_and_no_text_that_is_too_small() -> None:
    game, canvas = shipped("moscow-campaign").game, RecordingCanvas()
    unit = next(one for one in game.counters.units if one.side == "soviet")
    box = Box(0, 0, 9.6, 9.6)
    draw_diagram_counter(canvas, game, unit, 0, CLASSIC, box, conditions=("entrained",))
    plain = RecordingCanvas()
    draw_diagram_face(plain, game, unit, 0, CLASSIC, box)
    assert len(canvas.paths) > len(plain.paths)
    assert [text.text for text in canvas.texts] == [text.text for text in plain.texts]


def test_a_name_is_cut_before_a_vowel_and_a_number_is_not_cut() -> None:
    assert [*abbreviations("Mozhaisk")] == ["Mozh."]
    assert [*abbreviations("Leningrad")] == ["Leningr.", "Len."]
    assert [*abbreviations("XLVIII")] == [*abbreviations("Tanks")] == [*abbreviations("258")] == []


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
    for edge in EDGES[1:]:
        check_shapes(drawn_of(new, edge))
