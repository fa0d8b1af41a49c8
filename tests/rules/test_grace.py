"""Units out of supply suffer only after a number of consecutive supply phases, in rules engine and module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.supply_record import SupplyRules
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_phase
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.walking import parted
from tests.rules.supplying import Supply
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-causeway", "the-week"


def hungry(grace: int, loss: str = "step", length: int = 1) -> Game:
    """Return the game with very short supply lines, traced on every turn."""
    found = game(SLUG)
    traced = tuple(replace(rule, range=length, line=()) for rule in found.rules.supply_lines)
    phases = tuple(replace(phase, except_turns=()) for phase in found.rules.sequence)
    starved = SupplyRules(loss="step" if loss == "step" else "eliminated", grace=grace)
    rules = replace(found.rules, supply_lines=traced, sequence=phases, out_of_supply=starved)
    return replace(found, rules=rules)


def watched(found: Game, seeds: range, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Play games and compare each supply phase with the naive tracer; return the counts of events."""
    kernel = RulesEngine(found, SCENARIO)
    setting, seen = kernel.setting, Counter[str]()
    rules = found.rules.out_of_supply
    assert rules is not None
    judge = supply_phase.apply_supply_losses
    for seed in seeds:
        gone: dict[int, int] = {}

        def judged(one: CompiledGame, state: State, gone: dict[int, int] = gone) -> State:
            side = supply_phase.side_tested(one, state)
            after = judge(one, state)
            naive = Supply(kernel, state, setting.sides[side])
            for unit in setting.units_by_side[side]:
                place, step = state.locations[unit], state.steps[unit]
                if place < 0:
                    continue
                if naive.has(setting.board.ids[place]):
                    seen["fed again" if gone.pop(unit, 0) else "fed"] += 1
                    lost = 0
                else:
                    lost = int(gone.get(unit, 0) >= rules.grace)
                    gone[unit] = min(gone.get(unit, 0) + 1, rules.grace)
                    seen["lost" if lost else "spared"] += 1
                fallen = lost and (rules.loss == "eliminated" or step == setting.last_step[unit])
                assert (after.locations[unit] < 0) == bool(fallen)
                assert fallen or after.steps[unit] == step + lost
                if fallen:
                    gone.pop(unit, 0)
            return after

        def watch(_: State, __: Action, after: State, gone: dict[int, int] = gone) -> None:
            for unit, place in enumerate(after.locations):
                if place < 0 and gone.pop(unit, 0):
                    seen["left the map"] += 1
            assert dict(after.phases_without_supply) == {unit: count for unit, count in gone.items() if count}

        patch.setattr(supply_phase, "apply_supply_losses", judged)
        play_game(kernel, seed, dict.fromkeys(setting.sides, "random"), watch)
        patch.setattr(supply_phase, "apply_supply_losses", judge)
    return seen


@pytest.mark.parametrize(("grace", "loss"), [(0, "step"), (1, "step"), (2, "eliminated"), (2, "step")])
def test_units_suffer_after_so_many_phases_without_supply(
    grace: int, loss: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watched(hungry(grace, loss), range(4), monkeypatch)
    assert seen["lost"] > 5
    assert seen["fed"] > 5
    assert bool(seen["spared"]) == bool(grace)


def test_supply_or_leaving_the_map_restarts_the_grace_period(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watched(hungry(2, length=2), range(12), monkeypatch)
    assert seen["fed again"]
    assert seen["left the map"]


def _never_fed(patch: pytest.MonkeyPatch) -> None:
    counted = supply_phase._count_phase_without_supply

    def kept(setting: CompiledGame, state: State, out: list[int], grace: int) -> State:
        after = counted(setting, state, out, grace)
        return replace(
            after,
            phases_without_supply=tuple(
                sorted((dict(state.phases_without_supply) | dict(after.phases_without_supply)).items())
            ),
        )

    patch.setattr(supply_phase, "_count_phase_without_supply", kept)


def _at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        supply_phase, "_units_past_grace", lambda s, state, grace: supply_phase.units_cut_off(s, state)
    )


@pytest.mark.parametrize("fault", [_never_fed, _at_once])
def test_a_fault_in_counting_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(hungry(2, length=2), range(12), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("grace", sampled([2, 1, 3, 0], 3))
def test_a_module_of_another_grace_is_found_out(grace: int, tmp_path: Path) -> None:
    right = hungry(2, length=2)
    table = EmulatedModule(write_module(hungry(grace, length=2), SLUG, tmp_path / "wrong.vmod"))
    bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
    seeds = range(8 if grace != 2 else 2 if ALL else 1)
    assert bool(parted(bench, seeds)) == (grace != 2)


def hunger(table: Table, unit: str) -> str:
    """Return the out-of-supply note on a unit."""
    return shown(table, unit, "Hungry")


def step(table: Table, unit: str) -> str:
    """Return the number of the face that a unit shows."""
    return shown(table, unit, "Step")


def shown(table: Table, unit: str, name: str) -> str:
    """Return a property of a unit."""
    [piece] = table.engine.pieces((name,), table.id(unit))
    return piece.properties[name] or ""


def test_the_module_forgets_what_a_unit_went_without_off_the_map() -> None:
    found = hungry(2)
    traced = tuple(
        replace(rule, edge=(), places=(), hexes=(HexId("0901"),), headquarters=())
        if rule.side == "red"
        else rule
        for rule in found.rules.supply_lines
    )
    found = replace(found, rules=replace(found.rules, supply_lines=traced))
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title, "assist")
    lines: list[str] = []
    while table.get("Turn") == "1":
        lines += table.press("Next phase")
    assert [hunger(table, unit) for unit in ("red-1", "red-2", "blue-1")] == ["1", "1", ""]
    assert any("is out of supply, without effect yet" in line for line in lines)
    table.hotkey("hexwright.rules.off")
    table.key("red-1", "keys:ctrl E")
    table.key("red-1", "keys:ctrl B")
    table.hotkey("hexwright.rules.assist")
    assert [hunger(table, unit) for unit in ("red-1", "red-2")] == ["", "1"]
    while table.get("Turn") == "2":
        table.press("Next phase")
    assert [hunger(table, unit) for unit in ("red-1", "red-2")] == ["1", "2"]
    assert step(table, "red-2") == "1"
    while table.get("Turn") == "3":
        table.press("Next phase")
    assert [hunger(table, unit) for unit in ("red-1", "red-2")] == ["2", "2"]
    assert step(table, "red-2") == "2"


def test_grace_by_fire_is_refused() -> None:
    found = game("toy-volley")
    assert found.rules.out_of_supply is None or not found.rules.out_of_supply.grace
    changed = replace(found, rules=replace(found.rules, out_of_supply=SupplyRules(grace=1)))
    at = [fault.path for fault in find_unplayable(changed, changed.scenarios[0])]
    assert ("rules", "out_of_supply", "grace") in at


def test_saved_positions_keep_what_units_went_without() -> None:
    found = hungry(2)
    kernel = RulesEngine(found, SCENARIO)
    state = kernel.set_up(1)
    standing = [unit for unit, place in enumerate(state.locations) if place >= 0][:3]
    state = replace(state, phases_without_supply=((standing[0], 1), (standing[2], 2)))
    saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)))
    assert (
        ReadPosition.of(HexwrightGame(found), saved).state(opened=True).phases_without_supply
        == state.phases_without_supply
    )
