"""A diagram alone gives the answer of its caption: its units, without those around it, decide the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.example_of_play import Example, ExampleUnit
from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.paper.figures.example_diagrams import Diagram, example_diagram, figure_lines
from hexwright.paper.figures.example_extent import SUPPLY_AROUND, answer
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.figures.example_positions import example_position
from hexwright.paper.figures.example_selection import ExampleChooser
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from tests.paper.sheets import calculator, game_of

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


@cache
def grid_of(name: str) -> HexGrid:
    return plan_sheet(game_of(name)).layout.grid


@cache
def diagrams(name: str) -> tuple[tuple[Example, Diagram], ...]:
    game, plan, reference = game_of(name), plan_sheet(game_of(name)), calculator(name)
    examples = ExampleChooser(game, plan.layout.grid, reference).examples(game.rules.examples)
    return tuple((one, example_diagram(game, PrintSettings(), plan, one, reference)) for one in examples)


@pytest.mark.parametrize("name", GAMES)
def test_the_units_of_a_picture_alone_decide_what_it_shows_or_its_caption_says_no(name: str) -> None:
    reference = calculator(name)
    decided = 0
    for example, diagram in diagrams(name):
        seen = replace(example, units=diagram.units, whole_setup=False)
        shown = frozenset(grid_of(name))
        if "The figure shows" in diagram.text:
            plan = plan_sheet(game_of(name))
            shown = whole_hexes(plan, diagram_window(plan, diagram.hexes))
        few, full = answer(reference, seen), answer(reference, example)
        alone = all(a & shown == b & shown for a, b in zip(few, full, strict=True))
        assert alone is ("Other paths leave the figure" not in diagram.text), example.id
        decided += alone
    assert decided >= len(diagrams(name)) - 1


@pytest.mark.parametrize("name", GAMES)
def test_no_unit_is_in_supply_where_an_enemy_stands(name: str) -> None:
    game, reference = game_of(name), calculator(name)
    side = {unit.id: unit.side for unit in game.counters.units}
    for example in (one for one, _ in diagrams(name) if one.kind == "supply"):
        stood = example_position(game, example)
        enemies = {one.hex for one in stood if side[one.unit] != side[example.subject]}
        assert enemies.isdisjoint(frozenset[HexId]().union(*reference.supplied_hexes(example)))


def controlled(grid: HexGrid, hexes: set[HexId]) -> set[HexId]:
    return {beside for one in hexes for beside in grid.neighbours(one).values()}


def test_a_retreat_in_battle_for_moscow_follows_from_its_picture() -> None:
    """3.3.8: two hexes away, by no enemy and no EZOC, to a hex without a unit."""
    name = "battle-for-moscow"
    game, grid = game_of(name), grid_of(name)
    side = {unit.id: unit.side for unit in game.counters.units}
    example, diagram = next(pair for pair in diagrams(name) if pair[0].kind == "retreat")
    start = example.standing.hex
    enemies = {one.hex for one in diagram.units if side[one.unit] != side[example.subject]}
    friends = {one.hex for one in diagram.units} - enemies
    barred = enemies | controlled(grid, enemies)
    first = set(grid.neighbours(start).values()) - barred
    second = {end for one in first for end in grid.neighbours(one).values()} - barred - friends
    ends = {end for end in second if grid.distance(start, end) == 2}
    assert ends
    assert ends == ExampleCalculator(game).retreat_ends(example)


def test_communication_in_battle_for_moscow_is_that_of_the_rules() -> None:
    """3.7.3: a path to the own edge enters no enemy and no EZOC; the hex it starts from doesn't matter."""
    name = "battle-for-moscow"
    game, grid = game_of(name), grid_of(name)
    side = {unit.id: unit.side for unit in game.counters.units}
    columns = sorted({hex_id[:2] for hex_id in grid})
    shown = [pair for pair in diagrams(name) if pair[0].kind == "supply"]
    assert len(shown) == 2
    for example, _ in shown:
        own = side[example.subject]
        edge = columns[0] if own == "german" else columns[-1]
        enemies = {one.hex for one in example_position(game, example) if side[one.unit] != own}
        free = set(grid) - enemies - controlled(grid, enemies)
        linked = {one for one in free if one[:2] == edge}
        while more := (controlled(grid, linked) & free) - linked:
            linked |= more
        at_edge = {one for one in grid if one[:2] == edge}
        reached = (linked | controlled(grid, linked) | at_edge) - enemies
        near = {one for one in grid if grid.distance(one, example.standing.hex) <= SUPPLY_AROUND}
        assert ExampleCalculator(game).supplied_hexes(example)[0] == reached & near


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_that_the_first_turn_lacks_is_not_shown_in_it(name: str) -> None:
    game = game_of(name)
    order = [phase.id for phase in game.rules.sequence]
    first = {one.id: one for one in game.scenarios}
    for example, _ in diagrams(name):
        scenario = first[example.scenario]
        if example.turn == scenario.first_turn:
            assert order.index(example.phase) >= order.index(scenario.first_phase), example.id


def test_a_hex_that_another_corps_fills_is_not_among_those_in_which_a_move_may_end() -> None:
    game = game_of("battle-for-moscow")
    reference = ExampleCalculator(game)
    example = next(one for one in game.rules.examples if one.id == "past-an-enemy")
    lines = " ".join(figure_lines(game, example, reference))
    assert reference.end_hexes(example)[1] == {"0406"}
    assert "In 0406, marked too, it may end only if the unit there leaves before the phase ends." in lines
    # In the panzer movement phase infantry can't leave.
    units = (
        ExampleUnit(UnitId("german-lvi"), HexId("0306")),
        ExampleUnit(UnitId("german-vi"), HexId("0406")),
        *example.units[2:],
    )
    phase, subject = PhaseId("panzer-movement"), UnitId("german-lvi")
    ends, if_left = reference.end_hexes(replace(example, phase=phase, turn=2, subject=subject, units=units))
    assert ends
    assert "0406" not in ends | if_left


@pytest.mark.parametrize("name", GAMES)
def test_a_retreat_has_an_empty_hex_that_is_marked(name: str) -> None:
    game, reference = game_of(name), calculator(name)
    retreats = [one for one, _ in diagrams(name) if one.kind == "retreat"]
    assert retreats
    for example in retreats:
        assert not reference.retreat_ends(example) <= {one.hex for one in example_position(game, example)}
