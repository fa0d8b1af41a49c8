"""Moves depend on supply at the start of the phase, in rules engine, saved positions and module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay_turns, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.movement_record import AllowanceModifier, EntryCost
from hexwright.players.policies import play_game
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import movement_phase
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply.supply_range import SupplyShortage
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.walking import around
from tests.rules.supplying import Supply
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened, opened_game
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-causeway", "the-week"
HALVED = AllowanceModifier(supply="out", multiply="1/2")


def lame(pace: AllowanceModifier = HALVED, length: int = 2, first: str | None = None) -> Game:
    """Return the game with moves that depend on supply, and with very short supply lines."""
    found = game(SLUG)
    traced = tuple(replace(rule, range=length, line=()) for rule in found.rules.supply_lines)
    [march] = found.rules.movement
    dear = EntryCost("2", terrain=("clear",), supply="in", classes=("tank",))
    others = tuple(entry for entry in march.allowance_modifiers if entry.supply is None)
    ways = replace(march, allowance_modifiers=(*others, pace), costs=(dear, *march.costs))
    rules = replace(found.rules, supply_lines=traced, movement=(ways,))
    scenarios = found.scenarios
    if first is not None:
        scenarios = tuple(
            replace(one, first_phase=next(p.id for p in rules.sequence if p.id == first)) for one in scenarios
        )
    return replace(found, rules=rules, scenarios=scenarios)


def watched(found: Game, seeds: range) -> Counter[str]:
    """Play games and compare the supply at the start of each movement phase with the naive tracer."""
    kernel = RulesEngine(found, SCENARIO)
    setting, seen = kernel.setting, Counter[str]()
    for seed in seeds:
        told: dict[tuple[int, int], int] = {}

        def began(
            before: State, action: Action, after: State, told: dict[tuple[int, int], int] = told
        ) -> None:
            del before, action
            if after.stage != "move":
                assert after.out_of_supply_when_moved == 0
                return
            if (after.turn, after.phase) not in told:
                side = setting.side(after)
                naive = Supply(kernel, after, setting.sides[side])
                out = [
                    unit
                    for unit in setting.units_by_side[side]
                    if after.locations[unit] >= 0 and not naive.has(setting.board.ids[after.locations[unit]])
                ]
                told[after.turn, after.phase] = sum(1 << unit for unit in out)
                seen["cut off"] += len(out)
            assert after.out_of_supply_when_moved == told[after.turn, after.phase]
            now = movement_phase.out_of_supply(setting, after).out_of_supply
            seen["came into supply"] += (after.out_of_supply_when_moved & ~now).bit_count()
            seen["went out of it"] += (now & ~after.out_of_supply_when_moved).bit_count()

        play_game(kernel, seed, dict.fromkeys(setting.sides, "random"), began)
    return seen


def test_units_out_of_supply_as_a_phase_begins_are_so_until_it_ends() -> None:
    seen = watched(lame(), range(6))
    assert seen["cut off"] > 20
    assert seen["came into supply"]
    assert seen["went out of it"]


def _always_anew(patch: pytest.MonkeyPatch) -> None:
    apply = RulesEngine.apply

    def anew(self: RulesEngine, state: State, action: Action) -> State:
        after = apply(self, state, action)
        return (
            replace(
                after,
                out_of_supply_when_moved=movement_phase.out_of_supply(self.setting, after).out_of_supply,
            )
            if after.stage == "move"
            else after
        )

    patch.setattr(RulesEngine, "apply", anew)


def _of_the_enemy(patch: pytest.MonkeyPatch) -> None:
    out = movement_phase.out_of_supply

    def theirs(setting: CompiledGame, state: State) -> SupplyShortage:
        return out(setting, replace(state, phase=(state.phase + 4) % len(setting.phases)))

    patch.setattr(movement_phase, "out_of_supply", theirs)


@pytest.mark.parametrize("fault", [_always_anew, _of_the_enemy])
def test_planted_faults_in_moving_by_supply_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(lame(), range(6))


def test_units_out_of_supply_go_half_as_far() -> None:
    found, free = RulesEngine(lame(), SCENARIO), RulesEngine(lame(replace(HALVED, multiply="1")), SCENARIO)
    standing = ["0503 red-1", "0206 blue-1"]
    state = build_state(found, standing, phase="red-movement")
    [unit] = (found.setting.unit_numbers[name] for name in found.setting.units if name == "red-1")
    assert state.out_of_supply_when_moved >> unit & 1
    far, near = (
        {action.hex for action in rules.legal_actions(build_state(rules, standing, phase="red-movement"))}
        for rules in (free, found)
    )
    assert near < far


# At the table ---------------------------------------------------------------------------------------------


def bench(right: Game, module: Game, path: Path) -> ConformanceBench:
    """Return a bench of a game, with a module made from another game, in the emulator."""
    table = EmulatedModule(write_module(module, SLUG, path / "module.vmod"))
    return ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)


def walk_of(on: ConformanceBench, seed: int) -> ComparisonTally:
    """Return the tally of a walk through a movement phase, by its seed."""
    return walk(on, replace(plan_walk(on.game, seed), kind="movement", length=1))


@pytest.mark.parametrize("pace", sampled([HALVED, replace(HALVED, multiply="2/3", rounding="down")], 0))
def test_the_module_moves_units_by_supply_like_the_reference(pace: AllowanceModifier, tmp_path: Path) -> None:
    alike = bench(lame(pace), lame(pace), tmp_path)
    assert not ALL or not replay_game(alike, 1).differences
    for seed in range(30, 34) if ALL else (0, 10):
        assert not walk_of(alike, seed).differences, seed


@pytest.mark.engine
def test_real_engine_moves_units_by_supply_like_the_rules(tmp_path: Path) -> None:
    found = lame(first="red-movement")
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        alike = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        alike.table.start(found.scenario(SCENARIO).title)
        assert alike.table.get("CutOff").startswith("1.red-movement ,")
        assert not replay_turns(alike, SCENARIO, 3).differences
        for seed in (31, 34, 37):
            assert not walk_of(alike, seed).differences, seed


@pytest.mark.parametrize(
    ("other", "first"), [(replace(HALVED, multiply="1"), 10), (replace(HALVED, supply="in"), 0)]
)
def test_a_module_that_moves_otherwise_is_found_out(
    other: AllowanceModifier, first: int, tmp_path: Path
) -> None:
    wrong = bench(lame(), lame(other), tmp_path)
    assert any(walk_of(wrong, seed).differences for seed in around(first, 12))


def test_the_table_is_told_who_is_out_of_supply_and_why_a_move_is_too_far() -> None:
    found = lame(length=1)
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title)
    lines: list[str] = []
    for _ in range(9):
        if table.get("Phase") == "red-movement":
            break
        lines = table.press("Next phase")
    [told] = [line for line in lines if "out of supply for this movement phase" in line]
    assert "(0404)" in told
    noted = table.get("CutOff")
    assert noted is not None
    assert noted.startswith("1.red-movement ,")
    assert ",red-1," in noted
    answer = " ".join(table.drag("red-1", "0903"))
    assert "(it began the phase out of supply)" in answer


def test_a_game_that_begins_with_such_a_phase_notes_it_as_it_is_opened() -> None:
    found = lame(length=1, first="red-movement")
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title)
    assert (table.get("CutOff") or "").startswith("1.red-movement ,")
    state = RulesEngine(found, SCENARIO).set_up()
    units = {
        str(unit)
        for n, unit in enumerate(RulesEngine(found, SCENARIO).setting.units)
        if state.out_of_supply_when_moved >> n & 1
    }
    assert units
    assert set((table.get("CutOff") or "").split(" ")[1].strip(",").split(",")) == units


def test_saved_positions_keep_who_was_out_of_supply() -> None:
    found = lame()
    kernel, chooser = RulesEngine(found, SCENARIO), RandomStream(3)
    state, kept = kernel.set_up(1), 0
    while not kernel.is_over(state) and kept < 6:
        legal = kernel.legal_actions(state)
        state = kernel.apply(state, chooser.choice(legal) if legal else kernel.draw(state))
        if (
            state.stage == "move"
            and state.out_of_supply_when_moved
            != movement_phase.out_of_supply(kernel.setting, state).out_of_supply
        ):
            saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)))
            assert (
                ReadPosition.of(HexwrightGame(found), saved).state(opened=True).out_of_supply_when_moved
                == state.out_of_supply_when_moved
            )
            kept += 1
    assert kept


def test_supply_that_nobody_traces_is_refused() -> None:
    found = lame()
    bare = replace(found, rules=replace(found.rules, supply_lines=()))
    told = [fault.path for fault in find_unplayable(bare, bare.scenarios[0])]
    assert ("rules", "movement", "march", "allowance_modifiers", 1, "supply") in told
    assert ("rules", "movement", "march", "costs", 0, "supply") in told
    of_blue = tuple(rule for rule in found.rules.supply_lines if rule.side == "blue")
    red = lame(replace(HALVED, side=(SideId("red"),)))
    half = replace(red, rules=replace(red.rules, supply_lines=of_blue))
    told = [fault.path for fault in find_unplayable(half, half.scenarios[0])]
    assert ("rules", "movement", "march", "allowance_modifiers", 1, "supply") in told
    assert ("rules", "movement", "march", "costs", 0, "supply") not in told


def test_a_game_that_asks_nothing_of_supply_notes_nothing() -> None:
    found = game("toy-bridge")
    assert not any(found.rules.moves_by_supply(phase) for phase in found.rules.sequence)
    table = Table(opened("toy-bridge")).start(found.scenarios[0].title)
    assert not table.get("CutOff")
