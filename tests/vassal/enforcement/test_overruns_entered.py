"""Overruns whose attacker moves into the hex, in either engine: done by a key, refused, undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.ids import UnitId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.games_with_overruns import changed
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.test_overruns import SLUG, STANDING, drag, press
from tests.vassal.engine.conftest import write_module

GAME = changed(SLUG, Overrun(odds="2:1", afterwards="enter", rule="1"), attacked="hex")


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def player(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningModule]:
    """Open the module, in either engine."""
    module = write_module(GAME, SLUG, tmp_path_factory.mktemp("overruns") / "entered.vmod")
    if request.param == "real":
        with Engine(module) as engine:
            yield VassalModule(engine)
    else:
        yield EmulatedModule(module)


@pytest.fixture
def table(player: RunningModule, tmp_path: Path) -> RunningModule:
    """Load the position at the beginning of Amber's movement: scouts beside a stack."""
    kernel = RulesEngine(GAME, "the-day")
    saved = tmp_path / "position.vsav"
    saved.write_bytes(
        SavedGameWriter(GAME, plan(SLUG))(kernel, build_state(kernel, STANDING, phase="amber-movement"))
    )
    player.load(saved)
    player.chat()
    return player


def test_the_attacker_moves_into_the_hex_and_pays_for_it(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-scout", "amber-1")
    said = press(table, RESOLVE_KEY, "slate-scout")
    assert "Slate Scouts is eliminated" in said
    assert "1st Amber Foot: 0202 → 0303, 3 of 4 MP left" in said
    assert table.where(UnitId("amber-1")).location == "0303"
    assert table.where(UnitId("amber-4")).location == "0202"
    assert "of 4 MP left" in drag(table, "amber-1", "0304")


def test_elimination_and_move_are_undone_in_one_step(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-scout", "amber-1")
    press(table, RESOLVE_KEY, "slate-scout")
    table.undo()
    assert table.where(UnitId("slate-scout")).location == "0303"
    assert table.where(UnitId("amber-1")).location == "0202"


def test_one_unit_alone_moves_in(table: RunningModule) -> None:
    said = press(table, ATTACK_KEY, "slate-scout", "amber-1", "amber-4")
    assert "a single unit must make the overrun" in said


def test_a_unit_that_a_zone_has_stopped_is_told_that_it_has_too_little_left(table: RunningModule) -> None:
    drag(table, "amber-5", "0203")
    said = press(table, ATTACK_KEY, "slate-scout", "amber-5")
    assert "5th Amber Foot has too few MP left to enter 0303" in said
