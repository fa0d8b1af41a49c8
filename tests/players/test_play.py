"""Policies, series of games, records, counts and the fuzzer."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.attack_plan import expected_gain, plan_attacks
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.playtesting import duration_estimate
from hexwright.players.playtesting.action_tree_count import count_actions, counts_table, state_after
from hexwright.players.playtesting.estimates import mean_estimate, share_estimate
from hexwright.players.playtesting.game_record import read_record, replay, write_record
from hexwright.players.playtesting.rules_fuzzer import fuzz
from hexwright.players.playtesting.simulation import SimulationResults, simulate
from hexwright.players.policies import RandomPolicy, play_game, policy_of
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.players.search_policy import SearchPolicy
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.support.message_wording import duration_words
from hexwright.support.workers.local_engine import local_engine
from tests.rules.positions import LONG, SHORT, game, position, rules
from tests.vassal.compile.games import game as toy

GERMAN, SOVIET = SideId("german"), SideId("soviet")
RANDOM = {GERMAN: "random", SOVIET: "random"}


# Chance -------------------------------------------------------------------------------------------


def test_chooser_repeats_itself() -> None:
    assert [RandomStream(4).integer_below(100)] * 3 == [RandomStream(4).integer_below(100) for _ in range(3)]
    one = RandomStream(4)
    assert len({one.integer_below(10**9) for _ in range(50)}) == 50


def test_chooser_is_fair_enough() -> None:
    chooser = RandomStream(1)
    seen = [0] * 6
    for _ in range(6000):
        seen[chooser.integer_below(6)] += 1
    assert all(850 < number < 1150 for number in seen)


def test_shuffling_keeps_the_items() -> None:
    assert sorted(RandomStream(2).shuffled(range(20))) == list(range(20))


def test_derived_seeds_differ() -> None:
    assert len({derived_seed(1, n) for n in range(100)} | {derived_seed(2, n) for n in range(100)}) == 200


# Policies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [SHORT, LONG])
def test_random_game_ends_and_repeats(scenario: str) -> None:
    kernel = rules(scenario)
    one, two = play_game(kernel, 3, {}), play_game(kernel, 3, {})
    assert kernel.is_over(one.final)
    assert one == two
    assert play_game(kernel, 4, {}).actions != one.actions


def test_greedy_plays_legal_actions_only() -> None:
    kernel = rules(SHORT)
    wrong: list[str] = []

    def watch(before: State, action: Action, _after: State) -> None:
        if not kernel.is_legal(before, action):
            wrong.append(action.text)

    play_game(kernel, 5, {GERMAN: "greedy", SOVIET: "greedy"}, watch)
    assert wrong == []


def test_search_plays_a_phase_legally_and_does_not_see_the_dice() -> None:
    kernel = rules(SHORT)
    state = kernel.set_up(1)
    plans = []
    for seed in (1, 2):
        here = replace(state, seed=seed)
        policy, actions = SearchPolicy(kernel, 9), []
        while kernel.setting.phases[here.phase].id == "german-combat" and here.stage == "declare":
            action = policy.choose(here)
            assert kernel.is_legal(here, action)
            actions.append(action)
            here = kernel.apply(here, action)
        plans.append(actions)
    assert plans[0] == plans[1]


def test_greedy_attacks_at_good_odds() -> None:
    state = position("german-combat", "0607 soviet-16/2", "0507 german-xxiv", "0508 german-xli")
    assert GreedyPolicy(rules(), 1).choose(state).kind == "attack"


def test_greedy_leaves_hopeless_attacks() -> None:
    state = position("german-combat", "1103 soviet-16", "1202 german-xxxiv/2")
    assert GreedyPolicy(rules(), 1).choose(state) == END


def test_greedy_takes_an_empty_moscow() -> None:
    state = position("german-movement", "1104 german-xx", "1410 soviet-16", turn=7)
    assert GreedyPolicy(rules(), 1).choose(state) == Action("move", UnitId("german-xx"), hex=HexId("1103"))


def test_plan_uses_each_attacker_once() -> None:
    setting = rules().setting
    state = rules().set_up()
    used: set[int] = set()
    for attack in plan_attacks(setting, state):
        assert not used & set(members(attack.attackers))
        used |= set(members(attack.attackers))


def test_attack_is_worth_more_at_better_odds() -> None:
    state = position(
        "german-combat", "0607 soviet-16/2", "0507 german-xl", "0508 german-xli", "0606 german-v"
    )
    setting = rules().setting
    target = setting.unit_numbers[UnitId("soviet-16")]
    sets = [("german-v",), ("german-xl",), ("german-xl", "german-xli")]
    gains = [
        expected_gain(
            setting, state, 1 << target, sum(1 << setting.unit_numbers[UnitId(u)] for u in units), True
        )
        for units in sets
    ]
    assert gains == sorted(gains)
    assert gains[0] < gains[-1]


@pytest.mark.parametrize("name", ["", "gredy", "Random"])
def test_unknown_policy_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(InputError) as caught:
        policy_of(name)
    (fault,) = caught.value.diagnostics
    assert (fault.code, "greedy" in fault.hint) == ("P010", True)


def test_unknown_side_is_refused() -> None:
    with pytest.raises(InputError, match="P011"):
        play_game(rules(), 1, {SideId("french"): "random"})


# Series -------------------------------------------------------------------------------------------


@cache
def series(games: int = 6, jobs: int = 1) -> SimulationResults:
    return simulate(game(), SHORT, games, 8, RANDOM, local_engine(jobs))


def test_jobs_do_not_change_the_games() -> None:
    assert series(3, jobs=2) == series(3, jobs=1)


def test_longer_series_begins_with_the_shorter_one() -> None:
    assert series(5).games[:3] == series(3).games


def test_series_is_told_as_rows_and_json() -> None:
    results = series()
    rows = dict(results.rows())
    assert rows["games"] == "6"
    assert any(name.startswith("german wins") for name in rows)
    data: Any = json.loads(json.dumps(results.json()))
    assert len(data["games"]) == 6
    assert data["policies"] == {"german": "random", "soviet": "random"}


def test_a_series_tells_by_which_grade_its_games_are_won() -> None:
    won = simulate(
        toy("toy-causeway"), "the-week", 12, 3, {SideId("blue"): "random", SideId("red"): "random"}
    )
    rows, sides = dict(won.rows()), won.sides
    graded = {one.level for one in won.games if one.winner is not None}
    assert len(graded - {None}) > 1
    for side in sides:
        levels = won.levels(side)
        told = [row for row in rows if row.startswith(f"{side}: ")]
        assert told == [f"{side}: {level}" for level in levels]
        assert sum(one.value for one in levels.values()) == pytest.approx(won.wins(side).value)
    for one in won.games:
        second, best = sorted(one.points.values())
        # From the lowest grade to the highest, as the toy's table has them.
        fitting = [
            best - second >= 2 and "Marginal victory",
            2 * best >= 3 * second and best > second and "Victory",
            best - second >= 4 and best >= 2 * second and "Decisive victory",
        ]
        assert one.level == next((name for name in reversed(fitting) if name), None), one.points
    assert not any(": " in row for row, _ in series().rows())


def test_series_counts_losses_and_battles() -> None:
    results = series()
    for one in results.games:
        assert len(one.steps_lost[GERMAN]) == 7
        assert sum(one.steps_lost[SOVIET]) >= sum(one.destroyed[GERMAN])
        assert sum(one.battles.values()) > 0
    assert sum(results.battles().values()) == pytest.approx(
        sum(sum(g.battles.values()) for g in results.games) / 6
    )


def test_winner_of_the_short_game_owns_the_prize() -> None:
    assert all(one.winner == one.prize_owner for one in series().games)


def test_progress_is_reported() -> None:
    told: list[float] = []
    simulate(game(), SHORT, 2, 1, RANDOM, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 2
    assert any(0 < one < 1 for one in told)


def test_a_game_takes_as_long_as_its_first_turn_for_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((10.0, 13.0))
    monkeypatch.setattr(duration_estimate, "perf_counter", lambda: next(clock))
    assert duration_estimate.seconds_per_game(rules(SHORT), 1, RANDOM) == 3.0 * 7


@pytest.mark.parametrize(
    ("games", "jobs", "cores", "seconds"), [(10, 1, 8, 600), (10, 4, 8, 180), (10, 4, 2, 300), (1, 4, 4, 60)]
)
def test_series_takes_the_cores_that_there_are(games: int, jobs: int, cores: int, seconds: float) -> None:
    assert duration_estimate.seconds_of_series(games, 60.0, jobs, cores) == seconds


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "a few seconds"),
        (31, "about 30 seconds"),
        (58, "about 1 minute"),
        (610, "about 10 minutes"),
        (9000, "about 2 hours"),
        (3e5, "about 3 days"),
    ],
)
def test_times_are_told_no_more_exactly_than_they_are_known(seconds: float, told: str) -> None:
    assert duration_words(seconds) == told


def test_wilson_interval_of_known_shares() -> None:
    half = share_estimate(50, 100)
    assert (round(half.low, 3), round(half.high, 3)) == (0.404, 0.596)
    assert share_estimate(0, 10).low == 0.0
    assert round(share_estimate(0, 10).high, 3) == 0.278
    assert share_estimate(0, 0).high == 1.0


def test_mean_with_its_interval() -> None:
    figure = mean_estimate([1, 2, 3, 4, 5])
    assert figure.value == 3
    assert round(figure.high - figure.value, 3) == 1.386


# Records ------------------------------------------------------------------------------------------


def test_record_of_a_game_replays() -> None:
    kernel = rules(LONG)
    played = play_game(kernel, 21, {})
    text = write_record(kernel, 21, played.actions)
    _, final, actions = replay(game(), read_record(text))
    assert final == played.final
    assert actions == played.actions


def test_record_without_its_throws_replays_too() -> None:
    kernel = rules(SHORT)
    played = play_game(kernel, 22, {})
    text = write_record(kernel, 22, played.actions)
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("roll"))
    assert replay(game(), read_record(bare))[1] == played.final


def test_record_keeps_the_options() -> None:
    kernel = rules(SHORT, ("soviet-replacements", "3"))
    text = write_record(kernel, 1, play_game(kernel, 1, {}).actions)
    assert replay(game(), read_record(text))[0].setting.options["soviet-replacements"] == "3"


def damaged(old: str, new: str) -> str:
    kernel = rules(SHORT)
    text = write_record(kernel, 23, play_game(kernel, 23, {}).actions)
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("old", "new"), [("seed: 23", "seed: many"), ("game:", "gme:"), ("scenario:", "x:")])
def test_record_with_a_damaged_head_is_refused(old: str, new: str) -> None:
    with pytest.raises(InputError, match="P020"):
        read_record(damaged(old, new))


def test_record_with_an_illegal_action_names_its_line() -> None:
    text = damaged("\nattack ", "\nmove german-xli 1103\nattack ")
    with pytest.raises(InputError) as caught:
        replay(game(), read_record(text), "game.txt")
    (fault,) = caught.value.diagnostics
    assert fault.code == "P021"
    assert fault.span is not None
    assert text.splitlines()[fault.span.line - 1].startswith("move german-xli 1103")


def test_record_with_another_throw_than_the_seeds_is_refused() -> None:
    text = damaged("seed: 23", "seed: 25")
    with pytest.raises(InputError):
        replay(game(), read_record(text))


# Counts -------------------------------------------------------------------------------------------


def naive_count(kernel: RulesEngine, state: State, depth: int) -> int:
    actions = [a for a, _ in kernel.chance_outcomes(state)] or kernel.legal_actions(state)
    if depth == 0 or not actions:
        return 1
    return sum(naive_count(kernel, kernel.apply(state, a), depth - 1) for a in actions)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_count_agrees_with_plain_recursion(depth: int) -> None:
    state = position("german-combat", "0607 soviet-16/2", "0507 german-xxiv", "0101 german-v")
    assert count_actions(rules(), state, depth).total == naive_count(rules(), state, depth)


def test_count_by_unit_adds_up() -> None:
    counted = count_actions(rules(), position("german-movement", "0507 german-xxiv", "0101 german-xx"), 1)
    assert (
        sum(counted.by_unit.values())
        == counted.total
        == len(rules().legal_actions(position("german-movement", "0507 german-xxiv", "0101 german-xx")))
    )


def test_count_ends_with_the_game() -> None:
    state = position("soviet-movement", turn=7)
    assert count_actions(rules(), state, 5).total == 1


def test_walk_leads_to_a_position() -> None:
    state = state_after(rules(), rules().set_up(1), "end; end")
    assert rules().phase(state) == "soviet-replacement"
    assert counts_table(rules(), state, 1).startswith("turn 1 soviet-replacement replace depth 1: ")


# Fuzzer -------------------------------------------------------------------------------------------


class _Broken(RulesEngine):
    """The rules with one fault put in."""

    fault = ""

    def apply(self, state: State, action: Action) -> State:
        if self.fault == "crash" and action.kind == "end":
            raise ZeroDivisionError("fault put in")
        after = super().apply(state, action)
        if self.fault == "sum":
            return replace(after, occupied=(0, *after.occupied[1:]))
        return after

    def legal_actions(self, state: State) -> list[Action]:
        if self.fault == "dead end" and state.stage == "move":
            return []
        return super().legal_actions(state)

    def parse(self, state: State, text: str) -> Action:
        if self.fault == "text" and text.startswith("move"):
            return END
        return super().parse(state, text)


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        ("crash", "P032", "fault put in"),
        ("sum", "P033", "hexes recorded"),
        ("dead end", "P031", "no action is possible"),
        ("text", "P033", "parses to another"),
    ],
)
def test_fuzzer_finds_a_fault_put_in(fault: str, code: str, words: str) -> None:
    broken = _Broken(game(), SHORT)
    broken.fault = fault
    found = fuzz(broken, seed=1, actions=3000, most=1)
    assert [d.code for d in found.findings] == [code]
    assert words in found.findings[0].message


def test_fuzzer_repeats_itself() -> None:
    assert fuzz(rules(), 5, 300) == fuzz(rules(), 5, 300)


def test_random_policy_uses_all_kinds_of_actions() -> None:
    kernel = rules(LONG)
    kinds = {a.kind for seed in range(4) for a in play_game(kernel, seed, {}).actions}
    assert kinds >= {
        "move",
        "end",
        "attack",
        "resolve",
        "roll",
        "retreat",
        "advance",
        "hold",
        "restore",
        "new",
    }
    assert RandomPolicy(kernel, 1).choose(kernel.set_up(1)).kind in ("attack", "end")
