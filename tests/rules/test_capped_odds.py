"""Battles with a maximum for the odds, whatever the strengths, in rules engine and module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.combat import combat_modifiers
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.close_combat import close
from tests.rules.battling import Battle
from tests.rules.games_with_capped_odds import SCENARIO, SLUG, capped, heads
from tests.tiers import ALL
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module


def compared() -> set[bool]:
    """Compare columns with the naive calculator's; return whether the maximum made a difference."""
    kernel, free = RulesEngine(capped(heads()[0]), SCENARIO), RulesEngine(game(SLUG), SCENARIO)
    number, seen = kernel.setting.unit_numbers, set[bool]()
    blues = ("blue-1", "blue-2", "blue-tank")
    for many in (1, 2, 3):
        for here, red in (("0404", "red-1"), ("0405", "red-3"), ("0405", "red-staff")):
            lines = (f"{here} {red}", *(f"0304 {blue}" for blue in blues[:many]))
            state = build_state(kernel, lines, turn=1, phase="blue-combat")
            them = 1 << number[UnitId(red)]
            mine = sum(1 << number[UnitId(blue)] for blue in blues[:many])
            names = tuple(UnitId(blue) for blue in blues[:many])
            told = compute_odds(kernel.setting, state, them, mine)
            assert told.final_column == Battle(kernel, state, (UnitId(red),), names).column()
            assert ("holds at most" in told.text) == (red != "red-staff")
            seen.add(told.final_column != compute_odds(free.setting, state, them, mine).final_column)
    return seen


def test_the_column_is_that_of_a_plain_reckoner() -> None:
    assert compared() == {True, False}


def test_a_cap_that_is_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = combat_modifiers._compile_modifier

    def uncapped(*asked: Any) -> combat_modifiers.CompiledModifier:
        found = known(*asked)
        return found._replace(clause=found.clause._replace(most=()))

    monkeypatch.setattr(combat_modifiers, "_compile_modifier", uncapped)
    with pytest.raises(AssertionError):
        compared()


def test_a_column_that_no_table_has_is_refused() -> None:
    right = capped(heads()[0])
    assert not list(find_unplayable(right, right.scenarios[0]))
    wrong = capped("99:98")
    assert [fault.path[-1] for fault in find_unplayable(wrong, wrong.scenarios[0])][:1] == ["max_column"]


def walked(module: Game, folder: Path, seeds: range) -> ComparisonTally:
    """Return the tally of walks that begin with battles."""
    right = close(capped(heads()[0]))
    bench = ConformanceBench(
        right,
        SavedGameWriter(right, plan(SLUG)),
        EmulatedModule(write_module(close(module), SLUG, folder / "module.vmod")),
    )
    total = ComparisonTally()
    for seed in seeds:
        begun = replace(plan_walk(right, seed), kind="combat", by_hand=False)
        total.add(walk(bench, replace(begun, phases_skipped=seed % 3, length=1, attempt_rate=0.2)))
        if total.differences:
            break
    return total


def test_the_module_caps_as_the_reference_does(tmp_path: Path) -> None:
    tally = walked(capped(heads()[0]), tmp_path, range(3 if ALL else 1))
    assert [str(one) for one in tally.differences] == []


def test_a_module_that_caps_elsewhere_is_found_out(tmp_path: Path) -> None:
    assert walked(capped(None), tmp_path, range(12)).differences


@pytest.mark.engine
def test_real_engine_caps_odds_like_the_rules(tmp_path: Path) -> None:
    right = close(capped(heads()[0]))
    with Engine(write_module(right, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), VassalModule(engine))
        begun = replace(
            plan_walk(right, 3), kind="combat", by_hand=False, phases_skipped=0, length=1, attempt_rate=0.2
        )
        tally = walk(bench, begun)
    assert [str(one) for one in tally.differences] == []
