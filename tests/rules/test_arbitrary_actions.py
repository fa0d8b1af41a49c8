"""Any action in any position of any game leads to a new state or raises IllegalAction.

An internal error of the rules engine must not pass for an action that the rules forbid.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.load.game_loading import Project, load_game
from hexwright.model.ids import HexId, UnitId
from hexwright.players.policies import RandomPolicy
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import StageId, State
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action, ActionKind, IllegalAction
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.shipped import ROOT, shipped
from tests.tiers import ALL, sampled

OF_A_STAGE = 4
"""The number of positions kept for each stage."""

PROJECTS = {"games": ROOT, "toys": ROOT / "tests" / "toy"}
GAMES = [(folder, slug) for folder, root in PROJECTS.items() for slug in Project(root).games()]
QUICK = [n for n, (_, slug) in enumerate(GAMES) if slug not in ("battle-of-moscow", "moscow-campaign")]


@cache
def positions(folder: str, slug: str) -> tuple[RulesEngine, tuple[State, ...]]:
    """Return a game's rules engine, and positions of all stages that a few random games reach."""
    root = PROJECTS[folder]
    game = (shipped(slug) if root == ROOT else load_game(Project(root), slug)).game
    kernel = RulesEngine(game, next(one.id for one in game.scenarios if not check_rules(game, one)))
    found: dict[StageId, list[State]] = {}
    for seed in range(3):
        policy, state = RandomPolicy(kernel, seed), kernel.set_up(seed)
        for _ in range(600):
            kept = found.setdefault(state.stage, [])
            if len(kept) < OF_A_STAGE and policy.chooser.integer_below(4) == 0:
                kept.append(state)
            if kernel.is_over(state):
                break
            action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
            state = kernel.apply(state, action)
    return kernel, tuple(state for states in found.values() for state in states)


def actions(kernel: RulesEngine) -> st.SearchStrategy[Action]:
    """Return actions of every kind, with names that are in the game and some that aren't."""
    unit = st.sampled_from((None, UnitId("nobody"), *kernel.setting.units))
    hex_id = st.sampled_from((None, HexId("nowhere"), *kernel.setting.board.ids))
    number = st.integers(-3, 40)
    places = st.lists(hex_id.filter(bool), max_size=2).map(tuple)
    return st.builds(
        Action,
        st.sampled_from(get_args(ActionKind)),
        unit=unit,
        hex=hex_id,
        target=unit,
        through=st.just(()) | places,
        roll=number,
        units=st.just(()) | st.lists(unit.filter(bool), max_size=2).map(tuple),
        rolls=st.just(()) | st.lists(number, max_size=3).map(tuple),
        column=st.just(0) | number,
        ignoring=st.booleans(),
    )


def likely(kernel: RulesEngine, state: State, action: Action, data: st.DataObject) -> Action:
    """Return a more plausible action: of a kind that the stage has, with the names that it requires."""
    deeds, legal = PHASE_REGISTRY.stages[state.stage].handlers, kernel.legal_actions(state)
    if data.draw(st.booleans()) and legal:
        meant = data.draw(st.sampled_from(legal))
        damaged = (meant, replace(meant, unit=action.unit), replace(meant, hex=action.hex))
        return data.draw(st.sampled_from(damaged))
    kind = data.draw(st.sampled_from(sorted(deeds)))
    one_way = "hex" if kernel.setting.defends_as_one else "target"
    names = {one_way if name == "goal" else name for name in deeds[kind].required_names}
    units, hexes = kernel.setting.units, kernel.setting.board.ids
    return replace(
        action,
        kind=kind,
        unit=(action.unit or data.draw(st.sampled_from(units))) if "unit" in names else None,
        hex=(action.hex or data.draw(st.sampled_from(hexes))) if "hex" in names else None,
        target=(action.target or data.draw(st.sampled_from(units))) if "target" in names else None,
    )


def attempt(kernel: RulesEngine, state: State, action: Action) -> bool:
    """Take an action, and return whether it led to a new state; only IllegalAction is caught."""
    try:
        after = kernel.apply(state, action)
    except IllegalAction as refused:
        message = str(refused)
    else:
        assert isinstance(after, State)
        return True
    assert message
    assert not kernel.is_legal(state, action)
    return False


def try_many(folder: str, slug: str, examples: int) -> dict[bool, int]:
    """Try random actions in positions of a game; return how many were taken, and how many refused."""
    kernel, states = positions(folder, slug)
    seen = {True: 0, False: 0}

    @settings(max_examples=examples)
    @given(st.sampled_from(states), actions(kernel), st.data())
    def try_one(state: State, action: Action, data: st.DataObject) -> None:
        if state.stage in PHASE_REGISTRY.stages and data.draw(st.booleans()):
            action = likely(kernel, state, action, data)
        seen[attempt(kernel, state, action)] += 1

    try_one()
    return seen


@pytest.mark.parametrize(("folder", "slug"), sampled(GAMES, *QUICK))
def test_arbitrary_action_gives_a_state_or_is_refused(folder: str, slug: str) -> None:
    seen = try_many(folder, slug, 400 if ALL else 60)
    assert all(seen.values()), "some are taken, some refused"


def test_fault_of_the_reference_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(setting: CompiledGame, state: State, action: Action) -> State:
        raise KeyError("planted")

    kernel, states = positions("toys", "toy-bridge")
    state = next(one for one in states if one.stage == "move")
    action = kernel.legal_actions(state)[0]
    stage = PHASE_REGISTRY.stages["move"]
    handlers = {**stage.handlers, action.kind: replace(stage.handlers[action.kind], apply=planted)}
    monkeypatch.setitem(PHASE_REGISTRY.stages, "move", replace(stage, handlers=handlers))
    with pytest.raises(KeyError, match="planted"):
        attempt(kernel, state, action)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Action("move"), "the unit is missing"),
        (Action("move", UnitId("nobody")), "there is no unit 'nobody'"),
        (Action("move", UnitId("blue-1"), hex=HexId("Z9")), "hex 'Z9' is not on the map"),
        (Action("move", UnitId("blue-1")), "the hex is missing"),
        (Action("resolve", target=UnitId("red-1")), "there is no such battle"),
        (Action("engage", hex=HexId("A1")), "the game is waiting for a move"),
    ],
)
def test_refusal_says_why(action: Action, why: str) -> None:
    kernel, states = positions("toys", "toy-bridge")
    stage: StageId = "resolve" if action.kind == "resolve" else "move"
    state = next(one for one in states if one.stage == stage)
    with pytest.raises(IllegalAction, match=why):
        kernel.apply(replace(state, battles=()), action)
