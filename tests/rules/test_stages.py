"""Each stage is registered once, and a called stage returns to the stage that called it."""

from __future__ import annotations

from typing import get_args

import pytest

from hexwright.model.ids import UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import BattleInProgress, StageId
from hexwright.rules.engine.phase_module import (
    ActionHandler,
    PhaseModule,
    Stage,
    finish_phase,
    join_phase_modules,
)
from hexwright.rules.engine.phase_registry import PHASE_REGISTRY
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.umpire.offence_reasons import explain_unfinished_phase
from tests.rules.positions import position, rules

PASSING = {"begin", "back", "done", "over"}
"""Stages in which no state waits for an action."""


def test_each_stage_is_there_and_either_a_side_or_chance_decides_in_it() -> None:
    assert set(PHASE_REGISTRY.stages) == set(get_args(StageId)) - PASSING
    for stage in PHASE_REGISTRY.stages.values():
        assert (stage.legal is None) != (stage.dice is None), stage.id
        assert stage.handlers, stage.id
        assert stage.prompt.partition(" ")[0] in ("a", "an", "the"), stage.id


def test_stage_or_kind_of_phase_is_claimed_once() -> None:
    own = PhaseModule(
        {"combat": lambda setting, state: state},
        stages=(Stage("roll", "what it shows", {"roll": ActionHandler(finish_phase)}),),
    )
    with pytest.raises(ValueError, match="two procedures for combat, roll"):
        join_phase_modules((own, own))


def test_phases_that_call_a_stage_come_back_to_one_that_is_there() -> None:
    assert PHASE_REGISTRY.resume_stages.keys() <= PHASE_REGISTRY.phase_openers.keys()
    assert set(PHASE_REGISTRY.resume_stages.values()) <= set(PHASE_REGISTRY.stages)


def test_umpire_says_what_is_still_to_be_decided() -> None:
    state = position("soviet-replacement", "1107 soviet-16/2")
    assert explain_unfinished_phase(rules(), state).why == "a decision must still be made: a replacement"


@pytest.mark.parametrize(
    ("phase", "back"),
    [("german-combat", "resolve"), ("german-movement", "move"), ("panzer-movement", "move")],
)
def test_battle_goes_back_to_the_stage_that_called_it(phase: str, back: str) -> None:
    kernel = rules()
    number = kernel.setting.unit_numbers
    begun = position(phase, "0507 german-xxiv", "0508 german-xli", "0607 soviet-16", "1107 soviet-3")
    before = kernel.apply(begun, kernel.legal_actions(begun)[0])
    # Two attack one; in combat another battle is still to be fought.
    attackers = 1 << number[UnitId("german-xxiv")] | 1 << number[UnitId("german-xli")]
    target = number[UnitId("soviet-16")]
    fight = BattleInProgress(
        1 << target, attackers, 1 << before.locations[target], initial_attackers=attackers
    )
    state = replace(before, stage="roll", fight=fight)
    chooser = RandomStream(1)
    while state.fight is not None:
        action = kernel.draw(state) if kernel.active_side(state) == CHANCE else None
        state = kernel.apply(state, action or chooser.choice(kernel.legal_actions(state)))
    assert (state.stage, state.phase, state.turn) == (back, before.phase, before.turn)
    assert (state.acted, state.movement_left) == (before.acted, before.movement_left)
    if back == "move":
        assert Action("end") in kernel.legal_actions(state)
        assert state.acted, "who moved before stays so"
