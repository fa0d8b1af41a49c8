"""Moves that are taken back, by a drag or by the key: module and rules engine agree."""

from __future__ import annotations

import random
from pathlib import Path
from zipfile import ZipFile

import pytest

from hexwright.conformance import conformance_walk as walking
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.paired_game import PairedGame
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement.movement_phase import can_take_back, move_taken_back
from tests.rules.test_fortified_hexsides import SLUG, sieging
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

STOOD = ("0302 amber-1", "0302 amber-2", "0303 amber-3", "0303 amber-4", "0301 amber-5", "0801 slate-1")
BY_KEY = "key "
"""What stands before a unit whose move the module's key takes back."""
CROSSED = ("move amber-1 0402", "move amber-2 0402", "move amber-3 0402", "take-back amber-1")
SCRIPTS = {
    "one move back, another stands": CROSSED,
    "the last move back": (*CROSSED, "move amber-4 0402", "take-back amber-2", "move amber-1 0402"),
    "by the key, from a hex with room": ("move amber-1 0402", f"{BY_KEY}amber-1", "move amber-1 0402"),
    "by the key, where another crossed": (
        *("move amber-1 0402", "move amber-2 0402", f"{BY_KEY}amber-1"),
        *(f"{BY_KEY}amber-2", "move amber-3 0402"),
    ),
}


def parted(found: Game, table: RunningModule, folder: Path, *texts: str) -> list[str]:
    """Play actions of Amber's movement at the table and return the differences."""
    kernel, tally = RulesEngine(found, "the-day"), ComparisonTally()
    bench = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), table)
    state = build_state(kernel, STOOD, turn=1, phase="amber-movement")
    file = folder / "position.vsav"
    file.write_bytes(bench.save(kernel, state))
    table.load(file)
    mirror = PairedGame(kernel, state, table, tally, "script")
    hands = ModulePlayer(mirror, random.Random(1))
    with walking._report_parting(mirror):
        walking._agree_on_options(mirror, None)
        for text in texts:
            hands.start_phase_if_new()
            if text.startswith(BY_KEY):
                _take_back_by_key(mirror, UnitId(text.removeprefix(BY_KEY)))
            else:
                walking._do_action(hands, kernel.parse(mirror.state, text))
            if not mirror.compare(text):
                break
    return [str(one) for one in tally.differences]


def _take_back_by_key(mirror: PairedGame, name: UnitId) -> None:
    setting = mirror.kernel.setting
    unit = setting.unit_numbers[name]
    assert can_take_back(setting, mirror.state, unit)
    mirror.table.key(name, "keys:ctrl C", "a move taken back")
    mirror.state = move_taken_back(setting, mirror.state, unit)


@pytest.mark.parametrize("most", [None, 2])
def test_module_mends_hexsides_like_the_rules_engine(tmp_path: Path, most: int | None) -> None:
    found = sieging(most).setting.game
    table = EmulatedModule(write_module(found, SLUG, tmp_path / "redoubt.vmod"))
    for name, texts in SCRIPTS.items():
        assert parted(found, table, tmp_path, *texts) == [], name


@pytest.mark.engine
def test_real_engine_mends_hexsides_like_the_rules_engine(tmp_path: Path) -> None:
    found = sieging(2).setting.game
    with Engine(write_module(found, SLUG, tmp_path / "redoubt.vmod")) as engine:
        for name, texts in SCRIPTS.items():
            assert parted(found, VassalModule(engine), tmp_path, *texts) == [], name


def test_a_module_that_mends_what_another_move_crossed_is_found(tmp_path: Path) -> None:
    found = sieging(None).setting.game
    module = write_module(found, SLUG, tmp_path / "redoubt.vmod")
    wrong = _without_others(module, tmp_path / "wrong.vmod")
    assert parted(found, EmulatedModule(wrong), tmp_path, *CROSSED)


def _without_others(module: Path, changed: Path) -> Path:
    """Write the module with a script that mends all hexsides of a move taken back; return the file."""
    with ZipFile(module) as right, ZipFile(changed, "w") as wrong:
        for name in right.namelist():
            data = right.read(name)
            wrong.writestr(name, data.replace(b".andNot(wallsBroken(piece))", b""))
    return changed
