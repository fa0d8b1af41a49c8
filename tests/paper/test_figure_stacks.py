"""Counters of figures can be read: side by side, or on each other with a caption that tells the stack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.example_of_play import ExampleUnit
from hexwright.model.ids import HexId, UnitId
from hexwright.model.turn_account import StandingUnit
from hexwright.paper.figures.example_diagrams import Diagram, placed_counters
from hexwright.paper.figures.figure_arrows import Arrow
from hexwright.paper.figures.figure_counters import counter_boxes, stack_boxes
from hexwright.paper.figures.figure_stacks import with_stacks
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.rulebook import Figure
from hexwright.render.counters.diagram_face import LEAST_TEXT, draw_diagram_counter
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.pdf_flattening import Placement
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC
from tests.paper.sheets import game_of, illustrated

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


def seen_counters(name: str, figure: Figure) -> Iterator[tuple[ExampleUnit, float, list[float]]]:
    """Yield the units of a figure that no counter covers, with edge in mm and sizes of text in points."""
    game, diagram = game_of(name), figure.diagram
    place, covered = Placement(0.0, 0.0, 0.0, figure.scale), diagram.covered_units()
    for one, box in placed_counters(plan_sheet(game), diagram, figure.window, place):
        if one.unit not in covered:
            canvas, conditions = RecordingCanvas(), getattr(one, "conditions", ())
            unit = game.counters.unit(one.unit)
            draw_diagram_counter(canvas, game, unit, one.step - 1, CLASSIC, box, conditions=conditions)
            yield one, box.width, [text.size / MM_PER_POINT for text in canvas.texts]


@pytest.mark.parametrize("name", GAMES)
def test_lettering_on_each_counter_of_a_figure_can_be_read(name: str) -> None:
    seen = 0
    for figure in illustrated(name).figures.values():
        for one, _, sizes in seen_counters(name, figure):
            assert sizes, (figure.diagram.title, one.unit)
            assert min(sizes) >= LEAST_TEXT - 0.01, (figure.diagram.title, one.unit)
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", GAMES)
def test_a_caption_names_the_units_of_a_stack(name: str) -> None:
    game = game_of(name)
    for figure in illustrated(name).figures.values():
        for hex_id in figure.diagram.stacked:
            units = [game.counters.unit(one.unit) for one in figure.diagram.units if one.hex == hex_id]
            if not units and any(one.hex == hex_id for one in figure.diagram.cut):
                continue  # The frame cuts it.
            assert len(units) > 1
            assert f"n {hex_id}, from the top, " in figure.diagram.text
            for unit in units:
                # Several of one kind share its noun: "7th and 8th Panzer Divisions".
                assert unit.name.split()[0] in figure.diagram.text, (figure.diagram.title, unit.id)


@pytest.mark.parametrize("name", GAMES)
def test_a_caption_tells_each_stack_in_a_sentence_of_its_own(name: str) -> None:
    for figure in illustrated(name).figures.values():
        told = re.split(r"(?:^|\. )(?=In \w+, from the top, )", figure.diagram.text)[1:]
        assert len(told) == figure.diagram.text.count("from the top"), figure.diagram.title
        for text in told:
            assert len(re.split(r"\.(?: [A-Z]|$)", text)[0].split()) <= 25, text


HEX = HexId("1031")


def stacked(units: tuple[UnitId, ...], arrow: UnitId | None = None, scale: float = 0.5) -> Diagram:
    """Return a diagram of some units of The Moscow Campaign in one hex, as drawn in a small hex."""
    game = game_of("moscow-campaign")
    standing = tuple(ExampleUnit(unit, HEX, 1) for unit in units)
    arrows = (Arrow(CLASSIC.ink, (HEX, HexId("1032")), frozenset({arrow})),) if arrow else ()
    diagram = Diagram("a", "A", "A text.", standing, frozenset({HEX}), frozenset({HEX}), print, arrows=arrows)
    return with_stacks(game, PrintSettings(), plan_sheet(game), diagram, scale)


def tank_brigades() -> list[UnitId]:
    units = game_of("moscow-campaign").counters.units
    return [unit.id for unit in units if unit.id.startswith("soviet-tb-")]


def test_counters_that_cannot_be_read_side_by_side_lie_on_each_other() -> None:
    one, two, *_ = tank_brigades()
    small = stacked((one, two))
    assert small.stacked == {HEX}
    assert small.covered_units() == {one}
    names = [game_of("moscow-campaign").counters.unit(unit).name.split()[0] for unit in (two, one)]
    assert small.text == f"A text. In 1031, from the top, {names[0]} and {names[1]} Tank Brigades."
    large = stacked((one, two), scale=1.0)
    assert (large.stacked, large.text) == (frozenset(), "A text.")


def test_a_unit_that_moves_lies_on_top() -> None:
    one, two, *_ = tank_brigades()
    assert stacked((one, two), arrow=one).covered_units() == {two}


@pytest.mark.parametrize("count", range(2, 7))
def test_the_edges_of_counters_below_are_seen_and_the_stack_stays_in_its_hex(count: int) -> None:
    boxes = stack_boxes(Point(0.0, 0.0), 12.0, count)
    (alone,) = counter_boxes(Point(0.0, 0.0), 12.0, 1)
    assert len(boxes) == count
    assert all(alone.inset(-0.001).holds(box) for box in boxes)
    assert boxes[-1].x == pytest.approx(alone.x)
    assert len({round(box.x, 3) for box in boxes}) == min(count, 3)
    assert all(a.x >= b.x and a.y >= b.y for a, b in pairwise(boxes))


def test_counters_of_a_hex_that_the_frame_cuts_lie_on_each_other() -> None:
    one, two, *_ = tank_brigades()
    game, standing = game_of("moscow-campaign"), tuple(ExampleUnit(unit, HEX, 1) for unit in (one, two))
    diagram = Diagram("a", "A", "A text.", (), frozenset({HEX}), frozenset(), print, cut=standing)
    # Each could be read beside the other, but one might lie beyond the frame.
    found = with_stacks(game, PrintSettings(), plan_sheet(game), diagram, 1.0)
    assert (found.stacked, found.text) == (frozenset({HEX}), "A text.")


def test_a_caption_counts_units_of_one_name_and_tells_how_those_below_lie() -> None:
    game, plan = game_of("battle-of-moscow"), plan_sheet(game_of("battle-of-moscow"))
    units = [unit.id for unit in game.counters.units if unit.name == "Leningrad workers"][:3]
    at = HexId("0507")
    standing = tuple(ExampleUnit(unit, at, 1) for unit in units)
    diagram = Diagram("a", "A", "", standing, frozenset({at}), frozenset({at}), print)
    assert (
        with_stacks(game, PrintSettings(), plan, diagram, 0.4).text
        == "In 0507, from the top, Leningrad workers (3). Counters cover Leningrad (0507)."
    )
    game, plan, at = game_of("moscow-embattled"), plan_sheet(game_of("moscow-embattled")), HexId("B4")
    lying = tuple(
        StandingUnit(unit, at, 1, ("disrupted",))
        for unit in (UnitId("russian-western"), UnitId("russian-tanks"))
    )
    diagram = Diagram("a", "A", "", lying, frozenset({at}), frozenset({at}), print)
    told = with_stacks(game, PrintSettings(), plan, diagram, 0.05).text
    assert told == (
        "In B4, from the top, Tank Reserve and Western Front (disrupted). Counters cover Moscow (B4)."
    )
