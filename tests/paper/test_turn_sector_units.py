"""The units listed for the example turn: a reader who sets up only these gets the same costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import pytest

from hexwright.geometry.bitsets import union
from hexwright.model.ids import HexId, UnitId
from hexwright.model.turn_account import PhaseAccount, TurnAccount
from hexwright.paper.figures.example_figures import ExampleCalculator
from hexwright.paper.figures.figure_window import diagram_window, whole_hexes
from hexwright.paper.figures.turn_sector import TurnSector, turn_sector
from hexwright.players.told_moves import with_units
from hexwright.players.turn_choice import most_varied_turn
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.move_legs import LegFinder
from tests.paper.sheets import game_of

LARGE = ("battle-of-moscow", "moscow-campaign")
Played = Sequence[tuple[State, Action, State]]


@cache
def played(slug: str) -> tuple[RulesEngine, Played]:
    """Return the turn of a game."""
    game = game_of(slug)
    first = min((one for one in game.scenarios if one.setup.standing), key=lambda one: (one.order, one.id))
    rules = RulesEngine(game, first.id)
    return rules, most_varied_turn(rules)[1]


@cache
def told(slug: str) -> TurnAccount:
    """Return the account of a game's turn as the rulebook has it."""
    game = game_of(slug)
    account = ExampleCalculator(game).turn_account()
    assert account is not None
    cut = turn_sector(game, plan_sheet(game), account)
    return account if cut is None else cut.account


def costs(slug: str, listed: dict[UnitId, HexId | None]) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Yield each told move with its cost among all units, and among those that a reader has in play."""
    rules, actions = played(slug)
    setting, known = rules.setting, dict(listed)
    names = setting.units
    phases = {title: phase for phase in told(slug).phases for title in phase.titles or (phase.title,)}
    number, former = -1, None
    for before, action, after in actions:
        phase = phases.get(setting.phases[before.phase].name)
        if phase is not None and before.phase != number:
            known.update(former.ends if former is not None and former is not phase else ())
            former = phase
        number = before.phase
        events = () if phase is None else phase.events
        moving = {unit for event in events if event.kind == "move" and event.steps for unit in event.acting}
        if action.kind == "move" and action.unit in moving and before.stage == "move":
            assert action.unit is not None
            assert action.hex is not None
            unit, goal = setting.unit_numbers[action.unit], setting.board.index[action.hex]
            full = LegFinder(setting, before)
            # Of moves that aren't told a reader has the ends, but not their order.
            placed = [(setting.unit_numbers[one], hex_id) for one, hex_id in known.items() if hex_id]
            ends = () if phase is None else phase.ends
            placed += [(setting.unit_numbers[one], hex_id) for one, hex_id in ends if hex_id]
            here = union(n for n, hex_id in placed if before.locations[n] == setting.board.index[hex_id])
            few = LegFinder(setting, with_units(rules, before, here | 1 << unit))
            if not full.riding >> unit & 1:
                yield names[unit], full.fewest_points_to(unit, goal), few.fewest_points_to(unit, goal)
        changed = {unit for event in events for unit, _ in event.places}
        for n, place in enumerate(after.locations):
            if names[n] in changed:
                known[UnitId(names[n])] = HexId(setting.board.ids[place]) if place >= 0 else None


@pytest.mark.parametrize("slug", LARGE)
def test_the_listed_units_alone_give_each_told_move_its_cost(slug: str) -> None:
    found = list(costs(slug, {one.unit: one.hex for one in told(slug).position}))
    assert len(found) >= 8
    assert [one for one in found if one[1] != one[2]] == []


@pytest.mark.parametrize("slug", [*LARGE, "battle-for-moscow"])
def test_the_steps_of_a_move_add_up_to_its_points(slug: str) -> None:
    moves = [event for phase in told(slug).phases for event in phase.events if event.steps]
    assert moves
    for event in moves:
        assert [step.hex for step in event.steps] == [*event.way[1:]]
        assert all(a.points <= b.points for a, b in zip(event.steps, event.steps[1:], strict=False))
        assert f"{event.steps[-1].points.__floor__() or ''}" in event.text


@cache
def sector(slug: str) -> TurnSector:
    """Return the sector of a game's turn."""
    game = game_of(slug)
    account = ExampleCalculator(game).turn_account()
    assert account is not None
    found = turn_sector(game, plan_sheet(game), account)
    assert found is not None
    return found


def phases_read(slug: str) -> Iterator[tuple[PhaseAccount, dict[UnitId, HexId], State]]:
    """Yield each told phase in which actions occur, with where a reader has units as it begins, and the state
    then.
    """
    rules, actions = played(slug)
    cut = sector(slug)
    known: dict[UnitId, HexId | None] = {one.unit: one.hex for one in cut.account.position}
    begun = {before.phase: before for before, _, _ in reversed(actions)}
    numbers = {phase.name: number for number, phase in enumerate(rules.setting.phases)}
    for phase in cut.account.phases:
        for title in phase.titles or (phase.title,):
            if (number := numbers.get(title)) in begun:
                here = {unit: hex_id for unit, hex_id in known.items() if hex_id in cut.hexes}
                yield phase, {unit: hex_id for unit, hex_id in here.items() if hex_id}, begun[number]
        for event in phase.events:
            known.update(event.places)
        known.update(phase.ends)


@pytest.mark.parametrize("slug", LARGE)
def test_readers_who_play_along_have_each_unit_where_it_is(slug: str) -> None:
    setting, compared = played(slug)[0].setting, 0
    ids, hexes = setting.board.ids, sector(slug).hexes
    for phase, known, state in phases_read(slug):
        true = {
            unit: ids[place]
            for unit, place in zip(setting.units, state.locations, strict=True)
            if place >= 0 and ids[place] in hexes
        }
        assert known == true, phase.title
        compared += 1
    assert compared >= 6


@pytest.mark.parametrize("slug", LARGE)
def test_all_that_is_told_of_moves_and_battles_is_in_the_figure(slug: str) -> None:
    """Each hex of a move, and each unit that decides what it costs; all who fight, too."""
    cut = sector(slug)
    moves = [event for phase in cut.account.phases for event in phase.events if event.kind == "move"]
    fights = [event for phase in cut.account.phases for event in phase.events if event.kind == "battle"]
    assert len(moves) >= 6
    assert len(fights) >= 3
    for event in moves:
        assert cut.hexes >= {*event.way, *event.hexes, *(one.hex for one in event.deciding)}, event.text
    for event in fights:
        assert cut.hexes >= {hex_id for arrow in event.arrows for hex_id in arrow}, event.text


def test_no_battle_is_owed_in_a_phase_of_which_nothing_is_told() -> None:
    """Where units must attack all adjacent enemies (8.1) a reader sees why there is none."""
    setting, grid = played("battle-of-moscow")[0].setting, plan_sheet(game_of("battle-of-moscow")).layout.grid
    sides = dict(zip(setting.units, setting.side_of, strict=True))
    silent = fought = 0
    for phase, known, _ in phases_read("battle-of-moscow"):
        if "battles" not in phase.title:
            continue
        adjacent = [
            (a, b)
            for a, one in known.items()
            for b, other in known.items()
            if sides[a] < sides[b] and other in grid.neighbours(one).values()
        ]
        if phase.silence:
            assert adjacent == [], phase.title
        silent += bool(phase.silence)
        fought += not phase.silence
    assert fought >= 2
    assert silent


@pytest.mark.parametrize("slug", LARGE)
def test_all_units_in_the_figure_of_the_start_are_listed(slug: str) -> None:
    game, plan = game_of(slug), plan_sheet(game_of(slug))
    account = ExampleCalculator(game).turn_account()
    assert account is not None
    sector = turn_sector(game, plan, account)
    assert sector is not None
    diagram = sector.diagram(game, plan)
    seen = whole_hexes(plan, diagram_window(plan, diagram.hexes))
    there = {one.unit for one in account.position if one.hex in seen}
    assert there
    assert there <= {one.unit for one in sector.account.position}
    assert there <= {one.unit for one in diagram.units}
