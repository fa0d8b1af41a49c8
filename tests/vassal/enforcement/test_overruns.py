"""Overruns at the table, in either engine: declared and done by keys, paid for, refused, undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.model.ids import UnitId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.games_with_overruns import changed
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.battle_lines import seen
from tests.vassal.engine.conftest import write_module

SLUG = "toy-redoubt"
GAME = changed(SLUG, Overrun(odds="5:1", cost=2, against_classes=("scout",), rule="1"))
STANDING = ("0202 amber-1", "0202 amber-4", "0102 amber-5", "0303 slate-scout", "0101 slate-2")


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def players(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningModule, EmulatedGame | Engine]]:
    """Open the module, in either engine."""
    module = write_module(GAME, SLUG, tmp_path_factory.mktemp("overruns") / "redoubt.vmod")
    if request.param == "real":
        with Engine(module) as engine:
            yield VassalModule(engine), engine
    else:
        table = EmulatedModule(module)
        yield table, table._game


@pytest.fixture
def table(players: tuple[RunningModule, EmulatedGame | Engine], tmp_path: Path) -> RunningModule:
    """Load the position at the beginning of Amber's movement: scouts beside a stack."""
    kernel = RulesEngine(GAME, "the-day")
    saved = tmp_path / "position.vsav"
    saved.write_bytes(
        SavedGameWriter(GAME, plan(SLUG))(kernel, build_state(kernel, STANDING, phase="amber-movement"))
    )
    players[0].load(saved)
    players[0].chat()
    return players[0]


def press(table: RunningModule, key: str, *units: str) -> str:
    """Press a key on units, one after the other, and return what is said."""
    for unit in units:
        table.key(UnitId(unit), key)
    return table.chat()


def drag(table: RunningModule, unit: str, to: str) -> str:
    table.drag(UnitId(unit), to)
    assert table.where(UnitId(unit)).location
    return table.chat()


def test_the_line_on_screen_says_how(table: RunningModule) -> None:
    table.drag(UnitId("amber-5"), "0103")
    assert "overrun (Ctrl A on an enemy, then on units), or leave the map (Ctrl X)" in table.get("NextStep")
    press(table, ATTACK_KEY, "slate-scout", "amber-1")
    assert table.get("NextStep") == (
        "Ambers: Ctrl D on the enemy, or Battle, overruns at odds of 5:1 or better; units in it stay (Ctrl A "
        "takes them out); then press Next phase. Declared: Slate Scouts in 0303."
    )


def test_an_overrun_is_shown_done_and_paid_for(
    players: tuple[RunningModule, EmulatedGame | Engine], table: RunningModule
) -> None:
    said = press(table, ATTACK_KEY, "slate-scout", "amber-1")
    assert "1st Amber Foot joins the overrun of Slate Scouts in 0303. 7 against 1 is" in said
    sight = seen(players[1])
    assert sight.notes["0303"][1:] == ["overrun: 5:1 or better", "7 : 1 = 7:1"]
    said = press(table, RESOLVE_KEY, "slate-scout")
    assert "overrun of Slate Scouts in 0303: 7 against 1 is" in said
    assert "At 5:1 or better the defenders are eliminated without a die." in said.partition("Loss: ")[0]
    assert "Slate Scouts is eliminated" in said
    assert seen(players[1]).notes == {}
    assert table.where(UnitId("slate-scout")).location != "0303"
    assert "1 of 4 MP left" in drag(table, "amber-1", "0303")
    assert "4 of 4" not in drag(table, "amber-4", "0303")


def test_an_overrun_is_undone_in_one_step(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-scout", "amber-1")
    press(table, RESOLVE_KEY, "slate-scout")
    table.undo()
    assert table.where(UnitId("slate-scout")).location == "0303"
    assert "overrun of Slate Scouts" in press(table, RESOLVE_KEY, "slate-scout")


def test_a_unit_in_an_overrun_stays_until_it_leaves_the_overrun(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-scout", "amber-4")
    assert "it is in a declared overrun" in drag(table, "amber-4", "0103")
    assert "can't be overrun: it takes odds of 5:1, these are 2:1" in press(table, RESOLVE_KEY, "slate-scout")
    assert "leaves the overrun of Slate Scouts" in press(table, ATTACK_KEY, "amber-4")
    assert "left" in drag(table, "amber-4", "0103")


def test_the_line_on_screen_goes_on_with_the_enemy_that_was_picked(table: RunningModule) -> None:
    said = press(table, ATTACK_KEY, "slate-scout")
    assert "Slate Scouts in 0303: to be overrun. Now press Ctrl A on each unit that overruns it." in said
    assert table.get(
        "NextStep"
    ) == "Ambers: Ctrl A on each unit that overruns Slate Scouts in 0303 (odds of 5:1 or better), " + (
        "then Ctrl D on it; or drag units; then press Next phase."
    )
    assert "An overrun takes 5:1 or better." in press(table, ATTACK_KEY, "amber-4")
    said = press(table, ATTACK_KEY, "slate-scout")
    assert "to be overrun. Now press Ctrl A on each other unit that overruns it. 2 against 1" in said


def test_whoever_was_named_first_is_not_asked_for_again(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "amber-4")
    said = press(table, ATTACK_KEY, "slate-scout")
    assert "Now press Ctrl A on each other unit that overruns it." in said
    assert "4th Amber Foot joins the overrun of Slate Scouts in 0303" in said


def test_the_refusal_of_an_overrun_says_why(table: RunningModule) -> None:
    assert "isn't adjacent to Slate Scouts" in press(table, ATTACK_KEY, "slate-scout", "amber-5")
    press(table, ATTACK_KEY, "amber-5")  # It waits no more for whoever is picked next.
    said = press(table, ATTACK_KEY, "slate-2", "amber-5")
    assert "5th Amber Foot may not overrun 2nd Slate Foot in 0101" in said
    drag(table, "amber-5", "0203")
    said = press(table, ATTACK_KEY, "slate-scout", "amber-4", "amber-5")
    assert "only units of one hex can overrun together" in said


def test_the_end_of_the_phase_asks_once_for_what_was_not_done(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-scout", "amber-1")
    table.press("Next phase")
    assert "these declared overruns weren't made: Slate Scouts in 0303" in table.chat()
    table.press("Next phase")
    assert table.get("Phase") == "amber-combat"


@pytest.mark.parametrize("attackers", [("amber-1",), ("amber-4", "amber-5")])
def test_where_only_the_odds_are_lacking_the_refusal_tells_them(
    tmp_path: Path, attackers: tuple[str, ...]
) -> None:
    """Overrun with a row for others first: it is for one hex and for scouts, who aren't attacked here."""
    stack = Overrun(odds="5:1", cost=2, against_classes=("scout",), rule="1")
    game = changed(SLUG, stack, Overrun(odds="30:1", cost=1, attackers="any", rule="1"))
    table = EmulatedModule(write_module(game, SLUG, tmp_path / "redoubt.vmod"))
    kernel = RulesEngine(game, "the-day")
    standing = ("0202 amber-1", "0202 amber-4", "0203 amber-5", "0303 slate-2")
    saved = tmp_path / "position.vsav"
    position = build_state(kernel, standing, phase="amber-movement")
    saved.write_bytes(SavedGameWriter(game, plan(SLUG))(kernel, position))
    table.load(saved)
    press(table, ATTACK_KEY, "slate-2", *attackers)
    said = press(table, RESOLVE_KEY, "slate-2")
    assert "2nd Slate Foot in 0303 can't be overrun: it takes odds of 30:1, these are " in said
