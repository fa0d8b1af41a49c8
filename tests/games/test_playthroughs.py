"""What every game must keep: goldens, replay, seeds, and a fuzzer that finds nothing.

Games are found by their folder; none is named here. `python -m tests.games.test_playthroughs` rewrites
the goldens.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import Project
from hexwright.model.game import Game
from hexwright.players.playtesting.game_record import read_record, replay, write_record
from hexwright.players.playtesting.golden_playthroughs import (
    counts,
    differences,
    golden_scenarios,
    is_large,
    playthroughs,
)
from hexwright.players.playtesting.rules_fuzzer import fuzz
from hexwright.players.policies import play_game
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, Rules
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]
PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
COUNTS = ROOT / "tests" / "counts"


@cache
def game_of(slug: str) -> Game:
    return shipped(slug).game


@cache
def rules(slug: str, scenario: str) -> RulesEngine:
    return RulesEngine(game_of(slug), scenario)


def playable() -> list[tuple[str, str]]:
    """Return the scenarios whose playthroughs are kept, of every game that the kernel can play."""
    return [
        (slug, scenario.id)
        for slug in Project(ROOT).games()
        for scenario in golden_scenarios(game_of(slug))
        if not check_rules(game_of(slug), scenario)
    ]


every_scenario = pytest.mark.parametrize(("slug", "scenario"), playable())
every_short_scenario = pytest.mark.parametrize(
    ("slug", "scenario"), [(slug, scenario) for slug, scenario in playable() if not is_large(game_of(slug))]
)


def some(slug: str, number: int) -> int:
    """Return how often something is tried, less of it in a large game."""
    return number // 10 if is_large(game_of(slug)) else number


@cache
def replayed(slug: str, scenario: str) -> tuple[str, RulesEngine, State, tuple[Action, ...]]:
    """Return a golden playthrough, its rules engine, its last state and its actions."""
    text = (PLAYTHROUGHS / f"{slug}.{scenario}.txt").read_text("utf-8")
    kernel, final, actions = replay(game_of(slug), read_record(text))
    return text, kernel, final, tuple(actions)


@every_scenario
def test_rules_keep_the_protocol(slug: str, scenario: str) -> None:
    contract: Rules[State] = rules(slug, scenario)
    state = contract.set_up(1)
    assert contract.phase(state) == game_of(slug).scenario(scenario).first_phase
    assert not contract.is_over(state)
    assert contract.active_side(state) in {side.id for side in game_of(slug).info.sides} | {CHANCE}


@every_scenario
def test_golden_playthrough_replays_to_its_end(slug: str, scenario: str) -> None:
    text, kernel, final, _ = replayed(slug, scenario)
    assert kernel.is_over(final)
    assert f"# {kernel.outcome(final).text}" in text


@every_scenario
def test_golden_playthrough_is_told_as_before(slug: str, scenario: str) -> None:
    golden, kernel, _, actions = replayed(slug, scenario)
    assert differences(golden, write_record(kernel, read_record(golden).seed, actions))[:6] == []


@every_scenario
def test_counts_are_those_of_the_goldens(slug: str, scenario: str) -> None:
    golden = (COUNTS / f"{slug}.{scenario}.txt").read_text("utf-8")
    text, kernel, _, actions = replayed(slug, scenario)
    assert differences(golden, counts(kernel, read_record(text).seed, actions))[:12] == []


@every_scenario
def test_fuzzer_finds_nothing(slug: str, scenario: str) -> None:
    found = fuzz(rules(slug, scenario), seed=7, actions=some(slug, 400))
    assert [str(d) for d in found.findings] == []
    assert found.actions >= some(slug, 400)


@every_scenario
def test_every_legal_action_parses_back(slug: str, scenario: str) -> None:
    kernel = rules(slug, scenario)
    chooser = RandomStream(5)
    state = kernel.set_up(5)
    for _ in range(some(slug, 60)):
        if kernel.active_side(state) == CHANCE:
            action = kernel.draw(state)
        else:
            legal = kernel.legal_actions(state)
            assert len({a.text for a in legal}) == len(legal)
            action = chooser.choice(legal)
            assert kernel.parse(state, action.text) == action
        state = kernel.apply(state, action)


@every_short_scenario
def test_chances_add_up_to_one(slug: str, scenario: str) -> None:
    text, kernel, _, actions = replayed(slug, scenario)
    state = kernel.set_up(read_record(text).seed)
    for action in actions:
        if kernel.active_side(state) == CHANCE:
            outcomes = kernel.chance_outcomes(state)
            assert sum(share for _, share in outcomes) == 1
            assert kernel.draw(state) in [action for action, _ in outcomes]
            return
        state = kernel.apply(state, action)
    pytest.fail("no die was thrown")


@every_short_scenario
def test_seed_and_actions_are_the_game(slug: str, scenario: str) -> None:
    kernel = rules(slug, scenario)
    played = play_game(kernel, 11, {})
    state = kernel.set_up(11)
    for action in played.actions:
        state = kernel.apply(state, action)
    assert state == played.final


def test_unknown_scenario_and_option_are_reported() -> None:
    slug, scenario = playable()[0]
    for name, options, code in (
        ("nowhere", {}, "P001"),
        (scenario, {"no-such": "on"}, "P002"),
        (scenario, {game_of(slug).rules.options[0].id: "maybe"}, "P003"),
    ):
        with pytest.raises(InputError) as caught:
            RulesEngine(game_of(slug), name, options)
        assert caught.value.diagnostics[0].code == code
        assert caught.value.diagnostics[0].hint


def rewrite() -> None:
    """Write all goldens anew."""
    for slug in sorted({slug for slug, _ in playable()}):
        for name, text in playthroughs(game_of(slug)).items():
            (PLAYTHROUGHS / name).write_text(text, "utf-8", newline="\n")
            record = read_record(text)
            kernel, _, actions = replay(game_of(slug), record)
            (COUNTS / name).write_text(counts(kernel, record.seed, actions), "utf-8", newline="\n")


if __name__ == "__main__":
    rewrite()
