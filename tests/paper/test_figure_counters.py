"""Counters of figures: each unit of a stack is seen whole, and no counter hides a hex number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.paper.example_diagrams import (
    MapLettering,
    Numbering,
    draw_figure,
    example_diagram,
    hex_number_boxes,
    placed_counters,
)
from hexwright.paper.figure_counters import (
    MOST_SHOWN,
    NUMBER_HEIGHT,
    NUMBERED_HEX,
    badge_spot,
    counter_boxes,
    lifted,
)
from hexwright.paper.figure_window import diagram_window
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.sheet_plan import plan_sheet
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import calculator, game_of, illustrated

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("wide", [10.0, 11.7, 14.0, 17.0])
@pytest.mark.parametrize("count", range(1, MOST_SHOWN + 1))
def test_counters_of_a_hex_lie_beside_each_other_below_its_number(
    wide: float, count: int, flat: bool
) -> None:
    boxes = counter_boxes(Point(0.0, 0.0), wide, count, flat=flat)
    assert len(boxes) == count
    assert not any(a.inset(0.001).overlaps(b.inset(0.001)) for a, b in combinations(boxes, 2))
    foot = -NUMBER_HEIGHT * wide + 1.83
    assert all(box.y >= foot for box in boxes)
    # The numbers of the next row begin half a hex to either side.
    high = wide if flat else 0.866 * wide
    numbers = [Box(x * wide - 2.3, high - NUMBER_HEIGHT * wide + 0.3, 4.6, 1.5) for x in (-0.5, 0.5)]
    if not flat and count != 2:
        assert not any(box.overlaps(number) for box in boxes for number in numbers)
    spot = badge_spot(boxes)
    assert spot.distance(Point(0.0, 0.0)) <= 0.9 * wide


def test_counters_at_the_foot_of_a_figure_are_moved_up_into_it() -> None:
    boxes = lifted(counter_boxes(Point(0.0, 0.0), 14.0, 3), 2.0)
    assert max(box.bottom for box in boxes) == pytest.approx(2.0)
    assert lifted(boxes, 9.0) == boxes


@pytest.mark.parametrize("name", GAMES)
def test_no_counter_of_a_figure_hides_the_number_of_a_hex(name: str) -> None:
    game, settings = game_of(name), PrintSettings()
    plan, reference = plan_sheet(game), calculator(name)
    numbered = 0
    for example in illustrated(name).examples:
        diagram = example_diagram(game, settings, plan, example, reference)
        window = diagram_window(plan, diagram.hexes)
        place = Placement(0.0, 0.0, 0.0, 70.0 / window.width)
        if plan.layout.hex_width * place.scale < NUMBERED_HEX:
            continue
        counters = [box for _, box in placed_counters(plan, diagram, window, place)]
        ways = Numbering(NUMBER_HEIGHT, NUMBERED_HEX)
        for hex_id, _, box in hex_number_boxes(plan, window, place, diagram.marked, ways):
            numbered += 1
            # The counters of the hex itself, and of those around.
            assert not any(one.inset(0.35).overlaps(box.inset(0.35)) for one in counters), (
                example.id,
                hex_id,
            )
    assert numbered > 50


class FigurePage(RecordingCanvas):
    """A page that records a figure without the map below it."""

    def drawing(self, name: str, place: Placement) -> None:
        """Leave the map away."""

    @contextmanager
    def placed(self, place: Placement) -> Iterator[None]:
        """Record what is drawn inside the `with` block, wherever it is placed."""
        yield


@pytest.mark.parametrize("name", ["battle-for-moscow", "battle-of-moscow"])
def test_a_name_that_a_counter_hides_stands_beside_it(name: str) -> None:
    game, settings = game_of(name), PrintSettings()
    plan, reference = plan_sheet(game), calculator(name)
    places = {place.name for place in game.hexmap.places}
    seen = 0
    for example in illustrated(name).examples:
        diagram = example_diagram(game, settings, plan, example, reference)
        window = diagram_window(plan, diagram.hexes)
        scale, at = 70.0 / window.width, Point(0.0, 0.0)
        place = Placement(-window.x * scale, -window.y * scale, 0.0, scale)
        counters = [box for _, box in placed_counters(plan, diagram, window, place)]
        for shown in (frozenset[str](), frozenset(name.upper() for name in places)):
            page = FigurePage()
            lettering = MapLettering((), shown)
            draw_figure(page, game, settings, plan, diagram, at, window, scale, "", lettering)  # type: ignore[arg-type]
            # Counters may have a place's name too, in another face.
            lettered = [text for text in page.texts if text.face in (FontFace.SERIF, FontFace.SERIF_BOLD)]
            names = [text for text in lettered if text.text in places]
            assert not any(text.box.inset(0.05).overlaps(box) for text in names for box in counters)
            assert not (shown and names)
            seen += len(names)
    assert seen >= 5
