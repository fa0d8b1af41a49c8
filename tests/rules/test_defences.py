"""Units with a separate defence strength: odds, exchanges, print and module."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.rules_record import Effect
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.counters.unit_face import printed_figures
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from tests.rules.positions import LONG
from tests.rules.waging import compared, kernel, split
from tests.tiers import ALL
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-causeway", "the-week"


@pytest.mark.parametrize("name", ["ground", "rivers", "rounded by unit", "company"])
def test_battles_are_those_of_the_naive_reckoner(name: str) -> None:
    compared(RulesEngine(split(kernel(name).setting.game), LONG), 5, 150 if ALL else 60)


@pytest.mark.parametrize("fault", ["both by the first figure", "both by the second"])
def test_planted_faults_in_defence_strengths_are_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RulesEngine(split(kernel("ground").setting.game), LONG)
    if fault == "both by the first figure":
        monkeypatch.setattr(CompiledGame, "defences", CompiledGame.strengths)
    else:
        monkeypatch.setattr(CompiledGame, "strengths", CompiledGame.defences)
    with pytest.raises(AssertionError):
        compared(rules, 5, 150)


@pytest.mark.parametrize(("defence", "owed"), [("1/2", Fraction(1, 2)), ("6", 6), (None, 4)])
def test_attackers_match_what_defenders_were_worth_in_defence(
    defence: str | None, owed: Fraction | int
) -> None:
    found = game(SLUG)
    units = tuple(
        replace(unit, steps=(replace(unit.steps[0], strength=4, defence=defence), *unit.steps[1:]))
        if unit.id == "red-1"
        else unit
        for unit in found.counters.units
    )
    assert found.rules.combat is not None
    exchange: tuple[Effect, ...] = ("defender-eliminated", "attacker-exchange")
    shaken: tuple[Effect, ...] = ("attacker-disrupted",)
    effects = {**dict.fromkeys(found.rules.combat.effects, exchange), "NE": shaken}
    combat = replace(found.rules.combat, effects=effects, modifiers=(), below_minimum_odds="first-column")
    assert found.charts.combat is not None
    charts = replace(found.charts, combat=replace(found.charts.combat, alternate_tables=()))
    played = replace(
        found,
        counters=replace(found.counters, units=units),
        rules=replace(found.rules, combat=combat),
        charts=charts,
    )
    rules = RulesEngine(played, SCENARIO)
    state = build_state(rules, ("0304 blue-1", "0404 red-1"), phase="blue-combat")
    state = rules.apply(state, Action("attack", UnitId("blue-1"), hex=HexId("0404")))
    state = rules.apply(rules.apply(state, END), rules.parse(rules.apply(state, END), "resolve 0404"))
    results = {
        after.fight.loss_owed
        for roll in range(1, 7)
        if (after := rules.apply(state, Action("roll", roll=roll))).fight is not None
        and after.fight.loss_owed
    }
    assert results == {owed}


def test_print_shows_both_figures() -> None:
    face = game(SLUG).counters.units[0].steps[0]
    assert printed_figures(replace(face, strength=3, defence="2", ma=4)) == "3–2–4"
    assert printed_figures(replace(face, strength=0, defence="1/2", ma=4)) == "0–½–4"


# At the table ---------------------------------------------------------------------------------------------


def bench(right: Game, module: Game, path: Path) -> ConformanceBench:
    """Return a bench of a game, with a module made from another game, in the emulator."""
    table = EmulatedModule(write_module(module, SLUG, path / "module.vmod"))
    return ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)


def test_the_module_defends_with_the_second_strength_like_the_reference(tmp_path: Path) -> None:
    found = split(game(SLUG))
    alike = bench(found, found, tmp_path)
    assert not ALL or not replay_game(alike, 1).differences
    for seed in range(20, 30) if ALL else (27,):
        assert not walk(alike, plan_walk(found, seed)).differences, seed


def test_a_module_without_it_is_found_out(tmp_path: Path) -> None:
    found = split(game(SLUG))
    wrong = bench(found, game(SLUG), tmp_path)
    assert any(walk(wrong, plan_walk(found, seed)).differences for seed in (27, *range(20, 30)))


@pytest.mark.engine
def test_real_engine_defends_with_the_second_strength_like_the_rules(tmp_path: Path) -> None:
    found = split(game(SLUG))
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        alike = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        for seed in (20, 23, 26):
            assert not walk(alike, plan_walk(found, seed)).differences, seed
