"""Units attack from afar at the table: the key takes them, refuses those out of range, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.conftest import REDOUBT
from tests.conformance.games_with_bombardment import with_guns
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.battle_lines import seen
from tests.vassal.enforcement.key_presses import press
from tests.vassal.engine.conftest import write_module

LINES = ("0203 amber-1", "0303 amber-5", "0102 amber-4", "0403 slate-1", "0404 slate-3")
"""0203 is two hexes from 0403, 0102 three."""


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def players(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningModule, EmulatedGame | Engine]]:
    """Open the module, in either engine."""
    module = write_module(
        with_guns(mandatory_attacks=None), REDOUBT, tmp_path_factory.mktemp("guns") / "guns.vmod"
    )
    if request.param == "real":
        with Engine(module) as engine:
            yield VassalModule(engine), engine
    else:
        table = EmulatedModule(module)
        yield table, table._game


@pytest.fixture
def table(players: tuple[RunningModule, EmulatedGame | Engine], tmp_path: Path) -> RunningModule:
    """Load the position at the beginning of Amber's combat."""
    found = with_guns(mandatory_attacks=None)
    kernel = RulesEngine(found, "the-day")
    saved = tmp_path / "position.vsav"
    saved.write_bytes(
        SavedGameWriter(found, plan(REDOUBT))(kernel, build_state(kernel, LINES, phase="amber-combat"))
    )
    players[0].load(saved)
    players[0].chat()
    return players[0]


def test_units_with_the_enemy_in_range_join_the_attack(
    table: RunningModule, players: tuple[RunningModule, EmulatedGame | Engine]
) -> None:
    told = press(table, ATTACK_KEY, "slate-1", "amber-1")
    assert "1st Amber Foot attacks 1st Slate Foot in 0403" in told
    assert table.get("Phase") == "amber-combat"
    assert "0203>0403" in seen(players[1]).arrows


def test_the_refusal_of_an_attack_out_of_range_says_so(table: RunningModule) -> None:
    told = press(table, ATTACK_KEY, "slate-1", "amber-4")
    assert "4th Amber Foot in 0102 isn't adjacent to 1st Slate Foot in 0403 or in range of it" in told


def test_the_end_is_asked_about_where_enemies_are_in_range_alone(table: RunningModule) -> None:
    table.next_phase()
    assert "no battle was declared, but enemies are adjacent to, or in range of, Amber units" in table.chat()
