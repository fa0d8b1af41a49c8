"""Policies go for what the victory counts, keep a front, and have lines mended."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hexwright.geometry.bitsets import members, union
from hexwright.load.game_loading import Project, load_game
from hexwright.model.computer_players import Weights
from hexwright.model.ids import HexId, SideId
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.position_evaluation import Evaluation
from hexwright.players.victory_targets import distances, victory_targets
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.campaign.game import loaded
from tests.players.duel import blind, duel

TOYS = {"toy-redoubt": "the-day", "toy-causeway": "the-week", "toy-bridge": "the-bridge"}
MOSCOW = ("4614", "4615", "4714", "4715")


@cache
def toy(slug: str) -> RulesEngine:
    return RulesEngine(load_game(Project(Path(__file__).parents[1] / "toy"), slug).game, TOYS[slug])


@cache
def campaign() -> RulesEngine:
    return RulesEngine(loaded().game, "scenario-21")


def stood(*lines: str, phase: str, turn: int = 26) -> State:
    return build_state(campaign(), lines, phase=phase, turn=turn)


def destination(state: State, unit: str) -> HexId:
    """Return where greedy has a unit stand when its phase is over."""
    rules, here = campaign(), state
    player = GreedyPolicy(rules, 1)
    while here.phase == state.phase and here.stage == "move":
        here = rules.apply(here, player.choose(here))
    return rules.setting.board.ids[here.locations[rules.setting.units.index(unit)]]


@pytest.mark.parametrize("slug", sorted(TOYS))
def test_greedy_beats_random_players(slug: str) -> None:
    won, points = duel(toy(slug), "greedy", "random", 3)
    assert won["one"] > won["other"]
    assert points["one"] >= points["other"]


def test_with_goals_it_beats_greedy_without() -> None:
    won = duel(toy("toy-bridge"), "greedy", blind, 4)[0]
    assert won["one"] > won["other"]


def test_aims_are_the_hexes_that_the_victory_counts() -> None:
    setting = campaign().setting
    board = setting.board
    german, soviet = (victory_targets(setting, side) for side in (0, 1))
    assert [(aim.points, aim.for_each_hex) for aim in german] == [
        (10, True),
        (10, True),
        (5, True),
        (50, False),
        (50, False),
    ]
    assert {aim.hexes for aim in german if not aim.for_each_hex} == {board.bits(map(HexId, MOSCOW))}
    held, past = soviet
    assert (held.points, past.points) == (50, 10)
    # More than ten hexes past the start line.
    line = board.bits(next(f for f in board.hexmap.features if f.id == "start-line").hexes_of("december"))
    assert min(distances(board, line)[number] for number in members(past.hexes)) == 11


def test_exits_by_strength_are_no_aim_of_units_without_any() -> None:
    game = toy("toy-redoubt").setting.game
    [table] = game.rules.victory
    exits = tuple(replace(entry, per="strength") for entry in table.exits)
    bare = replace(table, exits=exits, holdings=(), farthest_advance=(), presence=())
    weak = tuple(
        replace(unit, steps=tuple(replace(step, strength=0) for step in unit.steps))
        if unit.side == "amber"
        else unit
        for unit in game.counters.units
    )
    rules = RulesEngine(
        replace(
            game,
            counters=replace(game.counters, units=weak),
            rules=replace(game.rules, victory=(bare,)),
        ),
        TOYS["toy-redoubt"],
    )
    setting, state = rules.setting, rules.set_up(1)
    amber, slate = (setting.sides.index(SideId(side)) for side in ("amber", "slate"))
    assert victory_targets(setting, amber) == ()
    assert [aim.for_each_hex for aim in victory_targets(setting, slate)] == [True]
    # Nobody fears for what the enemy gets nothing for.
    assert all(weight <= 1 for _, weight, _ in Evaluation(setting, state, slate, Weights()).treasures)


def test_a_unit_goes_for_points_and_is_not_drawn_where_it_would_be_too_late() -> None:
    state = stood("3917 german-inf-260", "6401 soviet-rd-17", phase="german-movement")
    far = distances(campaign().setting.board, union(campaign().setting.board.index[HexId(h)] for h in MOSCOW))
    index = campaign().setting.board.index
    assert far[index[destination(state, "german-inf-260")]] < far[index[HexId("3917")]]
    survey = Evaluation(campaign().setting, state, 0, Weights())
    assert not survey.late
    last = stood("0104 german-inf-260", "6401 soviet-rd-17", phase="german-movement", turn=31)
    assert Evaluation(campaign().setting, last, 0, Weights()).late


def test_railway_troops_mend_the_line_toward_the_front() -> None:
    state = campaign().set_up(1)
    setting = campaign().setting
    rules, here, player = campaign(), state, GreedyPolicy(campaign(), 1)
    while setting.phases[here.phase].id != "german-movement":
        here = rules.apply(here, player.choose(here))
    before = here.serving_hexes[0]
    while setting.phases[here.phase].id == "german-movement" and here.stage == "move":
        here = rules.apply(here, player.choose(here))
    troops = [n for n, unit in enumerate(setting.units) if unit.startswith("german-eb")]
    # One that stands alone before the enemy goes back a hex; the others rebuild one each.
    assert all(here.serving_hexes[0] >> here.locations[unit] & 1 for unit in troops)
    assert (here.serving_hexes[0] & ~before).bit_count() == 2


def test_railway_troops_far_from_their_work_are_taken_up_to_what_is_cut() -> None:
    state = stood("4416 soviet-eb-1", "0126 german-inf-260", phase="soviet-arrivals")
    board, cut = campaign().setting.board, HexId("5714")
    assert state.serving_hexes[1] >> board.index[cut] & 1
    state = replace(
        state, serving_hexes=(state.serving_hexes[0], state.serving_hexes[1] & ~(1 << board.index[cut]))
    )
    chosen = GreedyPolicy(campaign(), 1).choose(state)
    assert (chosen.kind, chosen.unit) == ("give-up", "soviet-eb-1")
    assert chosen.hex in {board.ids[n] for n in members(board.links["rail"][board.index[cut]])}
    # Where nothing is cut nobody is taken up.
    whole = stood("4416 soviet-eb-1", "0126 german-inf-260", phase="soviet-arrivals")
    assert GreedyPolicy(campaign(), 1).choose(whole).kind != "give-up"


def test_a_unit_that_alone_closes_a_front_stays_where_it_does() -> None:
    setting = campaign().setting
    state = campaign().set_up(1)
    survey = Evaluation(setting, state, 1, Weights())
    unit = next(u for u in setting.units_by_side[1] if state.locations[u] >= 0)
    survey.strength_beside(unit)
    [(hexes, points)] = survey.missing
    near = setting.board.near[state.locations[unit]] | 1 << state.locations[unit]
    assert points == 1
    assert hexes & ~near == 0, "as it begins the front has no gaps but by its leaving"
