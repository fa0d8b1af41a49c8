"""The inset beside a large map shows all of it at a small scale, with who starts where."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexwright.render.canvas import Box
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import HEAD, counter_slots, plan_sheet
from hexwright.render.map.sheet.theatre_inset import Theatre, draw_theatre, situation
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.render.map.boards import game, plan


@pytest.mark.parametrize("case", ["campaign", "letters"])
def test_a_tall_sheet_has_an_inset_and_boxes_for_who_waits(case: str) -> None:
    planned, played = plan(case), game(case)
    assert planned.theatre is not None
    assert planned.theatre.held
    for (one, a), (two, b) in combinations(planned.parts().items(), 2):
        assert not a.inset(0.001).overlaps(b.inset(0.001)), (one, two)
    assert planned.piles
    for box_id, piles in planned.piles.items():
        slots = tuple(counter_slots(planned.boxes[box_id], played.counters.sheet.counter_mm))
        assert len(piles) <= len(slots)


def test_a_small_sheet_keeps_its_room_for_boxes() -> None:
    assert plan("2022").theatre is None


def test_the_inset_shows_each_side_where_it_starts_and_names_apart() -> None:
    played = game("2022")
    theatre = Theatre(Box(5, 5, 105, 110), *situation(played, None))
    board, canvas = sheet_layers(played, CLASSIC, plan_sheet(played)), RecordingCanvas()
    draw_theatre(canvas, played, CLASSIC, theatre, HEAD, board)
    inside = [path for path in canvas.paths if "theatre" in path.groups]
    for side in played.info.sides:
        held = [hex_id for hex_id, holder in theatre.held.items() if holder == side.id]
        (squares,) = (path for path in inside if path.style.fill == CLASSIC.accent(side))
        assert sum(segment.kind == "Z" for segment in squares.path.segments) == len(held) > 0
    names = [text for text in canvas.texts if "theatre" in text.groups]
    assert "Moscow" in {name.text for name in names}
    assert not [(a.text, b.text) for a, b in combinations(names, 2) if a.box.overlaps(b.box)]
    assert all(theatre.box.holds(text.box) for text in canvas.texts)
    assert theatre.start in canvas.texts[-1].text
