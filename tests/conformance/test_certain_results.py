"""Battles against no strength, which need no die: module, rules engine and umpire agree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexwright.conformance import conformance_walk as walking
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.paired_game import PairedGame
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.rules.test_barred import weak
from tests.umpire.changed import field_of
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

SLUG = "toy-causeway"
STOOD = ("0304 blue-1", "0305 blue-2", "0404 red-1", "0904 red-2")
FOUGHT = ("attack blue-1 0404", "end", "resolve 0404")


def parted(rules: RulesEngine, table: RunningModule, folder: Path) -> list[str]:
    """Fight the battle at the table and return the differences."""
    game, tally = rules.setting.game, ComparisonTally()
    bench = ConformanceBench(game, SavedGameWriter(game, plan(SLUG)), table)
    state = build_state(rules, STOOD, turn=1, phase="blue-combat")
    file = folder / "position.vsav"
    file.write_bytes(bench.save(rules, state))
    table.load(file)
    mirror = PairedGame(rules, state, table, tally, "script")
    hands = ModulePlayer(mirror, random.Random(1))
    with walking._report_parting(mirror):
        walking._agree_on_options(mirror, None)
        for text in FOUGHT:
            at = mirror.state.phase
            hands.start_phase_if_new()
            walking._do_action(hands, rules.parse(mirror.state, text))
            if mirror.state.phase != at:
                walking._next_phase(mirror)
                walking._catch_up(hands)
            if not mirror.compare(text):
                break
    return [str(one) for one in tally.differences]


@pytest.mark.parametrize("result", ["DE", "EX", "DR", "NE"])
def test_module_rolls_no_die_against_no_strength(tmp_path: Path, result: str) -> None:
    rules = weak(result)
    table = EmulatedModule(write_module(rules.setting.game, SLUG, tmp_path / "weak.vmod"))
    assert parted(rules, table, tmp_path) == []


@pytest.mark.engine
def test_real_engine_rolls_no_die_against_no_strength(tmp_path: Path) -> None:
    rules = weak("DE")
    with Engine(write_module(rules.setting.game, SLUG, tmp_path / "weak.vmod")) as engine:
        assert parted(rules, VassalModule(engine), tmp_path) == []


def test_a_module_with_another_certain_result_is_found(tmp_path: Path) -> None:
    table = EmulatedModule(write_module(weak("DR").setting.game, SLUG, tmp_path / "other.vmod"))
    assert parted(weak("DE"), table, tmp_path)


def test_umpire_follows_a_battle_without_a_die() -> None:
    with field_of(weak("DE").setting.game, STOOD, "blue-combat") as field:
        field.do(*FOUGHT)
        assert field.found() == ()
