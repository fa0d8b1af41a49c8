"""What The Moscow Campaign's module says to players who read the window alone, played in the emulator."""

from __future__ import annotations

import pytest

from hexwright.emulator import EmulatedGame
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table
from tests.vassal.engine.conftest import write_module

SLUG = "moscow-campaign"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> EmulatedGame:
    """Return the module, opened once."""
    return EmulatedGame.open(write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "game.vmod"))


@pytest.fixture
def table(opened: EmulatedGame) -> Table:
    """Return the beginning of the first scenario: German movement."""
    return Table(opened).start(game(SLUG).scenarios[0].title)


def test_a_move_that_zones_make_too_dear_is_refused_with_its_cost(table: Table) -> None:
    assert table.drag("german-pz-19", "1226") == [
        "Refused (Movement): 19th Panzer Division can't go from 0827 to 1226: past enemy units and with the"
        " cost of ZOCs (Zones of Control) the move costs 9 MP, it has 8 MP. It is sent back."
    ]


def test_a_second_enemy_that_is_to_be_overrun_comes_before_what_is_declared(table: Table) -> None:
    table.drag("german-pz-2", "1432")
    table.key("soviet-rd-53", "keys:ctrl A")
    table.key("german-pz-2", "keys:ctrl A")
    assert "Declared: 53rd Rifle Division and 146th Tank Brigade in 1532." in (table.get("NextStep") or "")
    table.key("soviet-rd-160", "keys:ctrl A")
    assert "Ctrl A on each unit that overruns 160th Rifle Division" in (table.get("NextStep") or "")


def test_a_unit_that_may_not_attack_is_told_why(table: Table) -> None:
    while table.get("Phase") != "soviet-movement":
        table.engine.set_property("Enforcement", "off")
        table.press("Next phase")
    table.engine.set_property("Enforcement", "strict")
    table.engine.set_property("Enforcement", "off")
    table.drag("german-pz-2", "1432")
    while table.get("Phase") != "soviet-combat":
        table.press("Next phase")
    table.drag("soviet-rd-53", "1633")
    table.engine.set_property("Enforcement", "strict")
    table.key("german-pz-2", "keys:ctrl A")
    assert table.key("soviet-tb-146", "keys:ctrl A") == [
        "Refused (Combat): 146th Tank Brigade may not attack 2nd Panzer Division in 1432: tank"
        " brigades not stacked with infantry, cavalry, armour or motorised infantry can't attack."
    ]


def test_a_side_without_replacements_is_not_told_that_it_has_none(table: Table) -> None:
    said: list[str] = []
    table.engine.set_property("Enforcement", "off")
    while table.get("Turn") == "1":
        said += table.press("Next phase")
    assert not [line for line in said if "0 replacements" in line]
    assert "Reinforcement: These may arrive: 25th Motorised Infantry Division, 9th Panzer Division." in said


def test_a_unit_that_entrains_is_told_how_to_go_on(table: Table) -> None:
    table.engine.set_property("Enforcement", "off")
    while table.get("Phase") != "soviet-movement":
        table.press("Next phase")
    table.engine.set_property("Enforcement", "strict")
    assert table.key("soviet-eb-4", "keys:ctrl O") == [
        "Train: Soviet Railway Troops (EB) 4 entrains in 2124, 0 of 1 MP left. Drag it along the railway;"
        " Ctrl S detrains it, Ctrl C takes this back. 8 more Soviet units may entrain in this phase."
    ]
    assert table.key("soviet-rd-173", "keys:ctrl O") == [
        "Refused (Rail Movement): 173rd Rifle Division: 2230 has no railway."
    ]


def test_a_move_is_judged_without_an_interpreter_a_question(opened: EmulatedGame, table: Table) -> None:
    table.drag("german-inf-23", "1226")
    made = "f.startsWith(ASKS_BEGIN) && f.endsWith(ASKS_END)"
    count = f"int n = 0; for (f : formats.keySet().toArray()) {{ n = {made} ? n + 1 : n; }} n;"
    quoted = count.replace('"', '\\"')
    asked = f'{{new bsh.Interpreter().eval(RulesRun + "rules.eval(\\"{quoted}\\");").toString()}}'
    assert opened.evaluate(asked) == "0"
