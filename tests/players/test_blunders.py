"""Gross mistakes of computer players: the finder on records made by hand, and on whole games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import pytest

from hexwright.players.playtesting.blunders import Blunder, find_blunders
from hexwright.players.policies import play_game
from hexwright.players.search_policy import SearchPolicy
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import kernel as battle
from tests.campaign.game import loaded

SCENARIOS: Final = ("typhoon", "scenario-01", "scenario-15", "scenario-24")
SEEDS: Final = 25


@cache
def rules_of(scenario: str) -> RulesEngine:
    return battle() if scenario == "typhoon" else RulesEngine(loaded().game, scenario)


def campaign(*lines: str, phase: str, turn: int = 26) -> State:
    return build_state(rules_of("scenario-24"), lines, phase=phase, turn=turn)


def record(rules: RulesEngine, start: State, *texts: str) -> tuple[Action, ...]:
    """Return the actions of a record; dice fall as the seed has it."""
    state, found = start, []
    for text in texts:
        action = rules.draw(state) if text == "roll" else rules.parse(state, text)
        found.append(action)
        state = rules.apply(state, action)
    return tuple(found)


def kinds(blunders: Iterable[Blunder]) -> list[str]:
    return [one.kind for one in blunders]


# Records made by hand ---------------------------------------------------------------------------


def cleared_moscow() -> tuple[State, tuple[str, ...]]:
    """Return a position in which Germans attack a weak garrison, and the record until Moscow is empty."""
    rules = battle()
    for seed in range(60):
        start = build_state(
            rules,
            ["2223 german-pz-1", "2223 german-pz-2", "2324 russian-cav-1", "3137 russian-army-5"],
            phase="german-combat",
            seed=seed,
            weather="fair",
        )
        texts = ["attack german-pz-1 2324", "attack german-pz-2 2324", "end", "resolve 2324", "roll"]
        state = start
        for action in record(rules, start, *texts):
            state = rules.apply(state, action)
        while state.stage == "retreat":
            texts.append(rules.legal_actions(state)[0].text)
            state = rules.apply(state, rules.legal_actions(state)[0])
        if state.stage == "advance":
            return start, tuple(texts)
    raise AssertionError("no die cleared Moscow")


def test_an_advance_into_a_place_that_wins_must_not_be_declined() -> None:
    rules = battle()
    start, texts = cleared_moscow()
    declined = find_blunders(rules, start, record(rules, start, *texts, "hold"))
    assert kinds(declined) == ["prize-declined"]
    assert "2324" in declined[0].text
    taken = record(rules, start, *texts, "advance german-pz-1 2324", "hold")
    assert not find_blunders(rules, start, taken)


def test_an_empty_place_that_wins_must_be_entered() -> None:
    rules = battle()
    start = build_state(
        rules, ["2223 german-pz-1", "3137 russian-army-5"], phase="german-movement", weather="fair"
    )
    assert "prize-declined" in kinds(find_blunders(rules, start, record(rules, start, "end")))
    assert not find_blunders(rules, start, record(rules, start, "move german-pz-1 2324", "end"))


def test_a_besieged_place_must_not_be_left() -> None:
    rules = rules_of("scenario-24")
    start = campaign(
        "4714 soviet-cav-50",
        "4715 soviet-rd-5",
        "4513 german-pz-4",
        "4513 german-pz-2",
        phase="soviet-movement",
    )
    left = find_blunders(rules, start, record(rules, start, "move soviet-cav-50 5114", "end"))
    assert "garrison-left" in kinds(left)
    assert "soviet-cav-50 left 4714, 4715" in [one.text for one in left if one.kind == "garrison-left"]
    for text in ("move soviet-cav-50 4815", "move soviet-cav-50 4614"):
        kept = find_blunders(rules, start, record(rules, start, text, "end"))
        assert "garrison-left" not in kinds(kept)


def test_a_garrison_may_leave_if_the_rest_is_strong_enough() -> None:
    rules = rules_of("scenario-24")
    start = campaign(
        "4714 soviet-cav-50",
        "4714 soviet-rd-5",
        "4714 soviet-rd-17",
        "4513 german-inf-260",
        phase="soviet-movement",
    )
    safe = find_blunders(rules, start, record(rules, start, "move soviet-cav-50 5114", "end"))
    assert "garrison-left" not in kinds(safe)


def test_a_weak_unit_must_not_seek_an_attack_on_a_fort() -> None:
    rules = battle()
    standing = ["0510 german-inf-1", "0508 russian-army-55"]
    start = build_state(
        rules, [*standing, "3137 russian-army-5"], phase="german-movement", weather="hardfrost"
    )
    move = "move german-inf-1 0509"
    lone = record(rules, start, move, "end", "attack german-inf-1 0508", "end")
    assert kinds(find_blunders(rules, start, lone)) == ["hopeless-attack"]
    # Without contact nothing is attacked.
    assert not find_blunders(rules, start, record(rules, start, "move german-inf-1 0410", "end"))


def test_an_attack_with_good_odds_is_no_mistake() -> None:
    rules = rules_of("scenario-15")
    standing = ["4320 german-pz-4", "4320 german-pz-2", "4321 german-pz-7", "4420 soviet-rd-5"]
    start = build_state(rules, standing, phase="german-combat", turn=16)
    strong = [f"attack german-pz-{n} 4420" for n in (4, 2, 7)]
    assert not find_blunders(rules, start, record(rules, start, *strong, "end"))
    standing = ["4020 german-inf-260", "4120 soviet-rd-5", "4120 soviet-rd-17"]
    weak = build_state(rules, standing, phase="german-combat", turn=16)
    declared = record(rules, weak, "attack german-inf-260 4120", "end")
    assert kinds(find_blunders(rules, weak, declared)) == ["hopeless-attack"]


def test_a_front_that_a_reserve_could_close_must_be_closed() -> None:
    rules = rules_of("scenario-01")
    start = rules.set_up(1)
    assert "gap-ignored" not in kinds(find_blunders(rules, start, (END,)))
    found: list[Blunder] = []
    for unit in rules.movers(start):
        moves = [action for action in rules.actions_of(start, unit) if action.kind == "move"]
        back = min(moves, key=lambda action: action.hex or "", default=None)
        if back is None:
            continue
        after = rules.apply(start, back)
        found = [
            one
            for one in find_blunders(rules, start, (back, rules.phase_end_actions(after)[0]))
            if one.kind == "gap-ignored"
        ]
        if found:
            break
    assert found
    assert found[0].side == rules.active_side(start)


def test_the_stronger_side_must_not_stand_idle() -> None:
    rules = rules_of("scenario-15")
    standing = ["4020 german-pz-4", "4020 german-pz-2", "4021 german-pz-7", "4320 soviet-rd-5"]
    start = build_state(rules, [*standing, "6401 soviet-rd-17"], phase="german-movement", turn=16)
    idle = find_blunders(rules, start, record(rules, start, "end", "end"))
    assert "idle-turn" in kinds(idle)
    # A weak side may well wait.
    weak = build_state(rules, ["4020 german-inf-260", "4320 soviet-rd-5"], phase="german-movement", turn=16)
    assert "idle-turn" not in kinds(find_blunders(rules, weak, record(rules, weak, "end", "end")))


# Games ------------------------------------------------------------------------------------------

GAMES: Final = [(scenario, seed) for scenario in SCENARIOS for seed in range(1, SEEDS + 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_greedy_makes_no_gross_mistake(scenario: str, seed: int) -> None:
    rules = rules_of(scenario)
    played = play_game(rules, seed, dict.fromkeys(rules.setting.sides, "greedy"))
    assert not find_blunders(rules, rules.set_up(seed), played.actions)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["typhoon", "scenario-15"])
def test_search_makes_no_gross_mistake_in_the_first_turn(scenario: str) -> None:
    rules = rules_of(scenario)
    start = state = rules.set_up(1)
    players = {side: SearchPolicy(rules, n) for n, side in enumerate(rules.setting.sides)}
    actions: list[Action] = []
    while state.turn == start.turn and (side := rules.active_side(state)) is not None:
        player = players.get(side)
        actions.append(rules.draw(state) if player is None else player.choose(state))
        state = rules.apply(state, actions[-1])
    assert not find_blunders(rules, start, actions)
