"""Units advance at the table: the chat says who may go on and where, and why somebody may not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.conftest import REDOUBT
from tests.rules.games_with_advances import changed
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.key_presses import press
from tests.vassal.engine.conftest import write_module

LINES = ("0504 amber-1", "0504 amber-scout", "0505 amber-2", "0404 slate-4", "0103 slate-1")
GAME = changed((AdvanceAfterCombat(classes=("foot",), hexes=2, max=1, rule="3"),), 3)


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningModule]:
    """Open the module, in either engine."""
    module = write_module(GAME, REDOUBT, tmp_path_factory.mktemp("advances") / "advances.vmod")
    if request.param == "real":
        with Engine(module) as engine:
            yield VassalModule(engine)
    else:
        yield EmulatedModule(module)


@pytest.fixture
def table(opened: RunningModule, tmp_path: Path) -> RunningModule:
    """Fight the battle: 0404 is empty."""
    kernel = RulesEngine(GAME, "the-day")
    saved = tmp_path / "position.vsav"
    saved.write_bytes(
        SavedGameWriter(GAME, plan(REDOUBT))(kernel, build_state(kernel, LINES, phase="amber-combat"))
    )
    opened.load(saved)
    press(opened, ATTACK_KEY, "slate-4", "amber-1", "amber-2", "amber-scout")
    opened.force_throw(6, 6)
    assert "Attackers may advance to 0404." in press(opened, RESOLVE_KEY, "slate-4")
    return opened


def dragged(table: RunningModule, unit: str, goal: str) -> str:
    """Return what the chat says to a drag."""
    table.chat()
    table.drag(UnitId(unit), HexId(goal))
    return table.chat()


def test_a_unit_goes_on_a_hex_at_a_time(table: RunningModule) -> None:
    assert "drag attackers to 0404, or press Battle twice" in (table.get("NextStep") or "")
    assert "1st Amber Foot: it may advance to 0404, one hex at a time" in dragged(table, "amber-1", "0304")
    assert "advances to 0404. It may go on to 0403, 0405, 0504 or 0505." in dragged(table, "amber-1", "0404")
    assert "drag 1st Amber Foot to 0403, 0405, 0504 or 0505, or press Battle twice" in (
        table.get("NextStep") or ""
    )
    assert "advances to 0403" in dragged(table, "amber-1", "0403")
    assert table.where(UnitId("amber-1")).location == "0403"


def test_the_refusal_of_an_advance_says_why(table: RunningModule) -> None:
    assert "Amber Scouts: units of its class can't advance" in dragged(table, "amber-scout", "0404")
    dragged(table, "amber-1", "0404")
    told = dragged(table, "amber-2", "0404")
    why = "Foot units advance up to 2 hexes, one of them after a battle"
    assert f"it can't advance further: {why}" in told
    assert table.where(UnitId("amber-2")).location == "0505"
