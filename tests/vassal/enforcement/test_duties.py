"""Where attacks are a duty the module names whom it still waits for; no battle begins before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.conformance.module_player import ATTACK_KEY, RESOLVE_KEY
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.model.ids import UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.battle_lines import seen
from tests.vassal.enforcement.key_presses import press
from tests.vassal.engine.conftest import write_module

SLUG = "toy-redoubt"
AMBER = ("0303 amber-1", "0303 amber-4", "0302 amber-scout", "0304 amber-5")
SLATE = ("0403 slate-1", "0402 slate-3")
"""Two foot must attack, and both hexes be attacked; the scouts need not, nor the 5th across the lake."""
HOW = "Ctrl A on an enemy, then on each attacker; the same again takes a unit out"
PROMPT = "declare all battles (Ctrl A on an enemy, then on each attacker) before the first is fought: "
LINE = (
    "1st Amber Foot and 4th Amber Foot in 0303 must still attack; 3rd Slate Foot in 0402 and 1st Slate Foot "
    f"in 0403 must still be attacked ({HOW})."
)


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def players(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningModule, EmulatedGame | Engine]]:
    """Open the module, in either engine."""
    module = write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("duties") / "redoubt.vmod")
    if request.param == "real":
        with Engine(module) as engine:
            yield VassalModule(engine), engine
    else:
        table = EmulatedModule(module)
        yield table, table._game


@pytest.fixture
def table(players: tuple[RunningModule, EmulatedGame | Engine], tmp_path: Path) -> RunningModule:
    """Load the position at the beginning of Amber's combat."""
    return loaded(players[0], tmp_path, *AMBER, *SLATE)


def loaded(table: RunningModule, folder: Path, *standing: str) -> RunningModule:
    """Load a position at the beginning of Amber's combat."""
    kernel = RulesEngine(game(SLUG), "the-day")
    saved = folder / "position.vsav"
    position = build_state(kernel, standing, phase="amber-combat")
    saved.write_bytes(SavedGameWriter(game(SLUG), plan(SLUG))(kernel, position))
    table.load(saved)
    table.chat()
    return table


def test_the_end_of_the_phase_is_refused_with_all_who_must_fight(table: RunningModule) -> None:
    table.next_phase()
    assert f"Refused (4): Amber combat can't end: {LINE}" in table.chat()
    assert table.get("Phase") == "amber-combat"


def test_the_line_on_screen_names_them_and_follows_what_is_declared(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-1", "amber-1")
    owed = "4th Amber Foot in 0303 must still attack; 3rd Slate Foot in 0402 must still be attacked"
    assert table.get("NextStep") == f"Ambers: {PROMPT}{owed}."
    press(table, ATTACK_KEY, "slate-3", "amber-4")
    assert table.get(
        "NextStep"
    ) == "Ambers: declare all battles first, then fight (Battle, or Ctrl D on the defender): " + (
        "3rd Slate Foot in 0402, 1st Slate Foot in 0403."
    )


def test_of_many_the_line_names_the_first_along_the_front(
    players: tuple[RunningModule, EmulatedGame | Engine], tmp_path: Path
) -> None:
    behind = ("0303 amber-1", "0303 amber-2", "0302 amber-3", "0302 amber-4", "0302 amber-5")
    table = loaded(players[0], tmp_path, *behind, *SLATE)
    table.next_phase()
    some = "3rd Amber Foot, 4th Amber Foot and 5th Amber Foot in 0302, and 1st Amber Foot in 0303"
    told = table.chat()
    assert f"can't end: {some} and 1 more must still attack; " in told
    assert "must still be attacked, see the notes on the map (Ctrl A on an enemy" in told
    press(table, ATTACK_KEY, "slate-1")
    assert table.get("NextStep").startswith(
        f"Ambers: {PROMPT}3rd Amber Foot and 4th Amber Foot in 0302 and 3 more must still attack; "
    )


def test_notes_on_the_map_stand_where_somebody_must_fight(
    players: tuple[RunningModule, EmulatedGame | Engine], table: RunningModule
) -> None:
    press(table, ATTACK_KEY, "slate-1", "amber-1")
    sight = seen(players[1])
    assert sight.notes == {
        "0303": [">must attack"],
        "0402": ["#must be attacked"],
        "0403": ["1:1", "7 : 6"],
    }


def risks(players: tuple[RunningModule, EmulatedGame | Engine], unit: str, to: str) -> str:
    """Return what is said of an advance of a unit to a hex before it is made."""
    piece = players[0].pieces[UnitId(unit)]
    call = (
        f'risksOf(new Object[] {{game.getGameState().getPieceForId(\\\\\\"{piece}\\\\\\")}}, '
        f'new Object[] {{at(\\\\\\"{to}\\\\\\")}});'
    )
    script = f'{{new bsh.Interpreter().eval(RulesRun + "rules.eval(\\"{call}\\");").toString()}}'
    return players[1].evaluate(script)


def test_an_advance_next_to_enemies_that_must_be_attacked_is_told_before(
    players: tuple[RunningModule, EmulatedGame | Engine], table: RunningModule
) -> None:
    assert risks(players, "amber-1", "0303") == " (in 0303, adjacent enemies must be attacked)"
    assert risks(players, "amber-1", "0103") == ""


def test_no_battle_begins_before_and_attacks_may_be_changed_until_then(table: RunningModule) -> None:
    press(table, ATTACK_KEY, "slate-1", "amber-1", "amber-4")
    said = press(table, RESOLVE_KEY, "slate-1")
    assert "Refused (4): The attack on" not in said
    assert "The battles can't begin yet: 3rd Slate Foot in 0402 must still be attacked" in said
    told = press(table, ATTACK_KEY, "slate-3", "amber-4")
    assert "once in a phase. To take it out, press Ctrl A on that enemy, then on it." in told
    assert "leaves the attack" in press(table, ATTACK_KEY, "slate-1", "amber-4")
    press(table, ATTACK_KEY, "slate-3", "amber-4")
    table.force_throw(6, 6)
    assert "Die 6 at 1:1: " in press(table, RESOLVE_KEY, "slate-1")


def test_against_the_rules_a_battle_begins_all_the_same_where_they_are_told_only(
    table: RunningModule,
) -> None:
    table.set("Enforcement", "assist")
    press(table, ATTACK_KEY, "slate-1", "amber-1")
    table.force_throw(6, 6)
    said = press(table, RESOLVE_KEY, "slate-1")
    table.set("Enforcement", "strict")
    assert "Against the rules (4): The battles can't begin yet" in said
    assert ": Defender eliminated." in said


def test_two_enemies_selected_together_are_said_to_be_attacked_once(
    players: tuple[RunningModule, EmulatedGame | Engine], tmp_path: Path
) -> None:
    table, player = loaded(players[0], tmp_path, *AMBER, "0403 slate-1", "0403 slate-3"), players[1]
    ids = {p.properties["UnitId"]: p.id for p in player.pieces(("UnitId",))}
    player.key([ids["slate-1"], ids["slate-3"]], "keys:ctrl A")
    told = table.chat()
    assert told.count("in 0403 are attacked") == 1
    assert "Refused" not in told
    press(table, ATTACK_KEY, "slate-1")
    assert "in 0403 are attacked" in press(table, ATTACK_KEY, "slate-3")
