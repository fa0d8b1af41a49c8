"""At the table units out of supply are lost as a phase of supply ends, and none before the game begins."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.ids import HexId, PhaseId
from hexwright.model.rules.supply_record import SupplyRules
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table, opened_game

SLUG = "toy-causeway"
REDS = ("red-1", "red-2", "red-3")


def test_an_isolated_unit_is_lost_in_the_supply_phase_and_not_as_the_game_begins() -> None:
    found = game(SLUG)
    traced = tuple(
        replace(rule, edge=(), places=(), hexes=(HexId("0901"),), range=1) if rule.side == "red" else rule
        for rule in found.rules.supply_lines
    )
    # Every turn, and in the phase before the one with which the game begins.
    phases = {phase.id: replace(phase, except_turns=()) for phase in found.rules.sequence}
    supply = phases.pop(PhaseId("red-supply"))
    first = phases.pop(found.rules.sequence[0].id)
    rules = replace(
        found.rules,
        supply_lines=traced,
        sequence=(first, supply, *phases.values()),
        out_of_supply=SupplyRules(loss="eliminated"),
    )
    table = Table(opened_game(replace(found, rules=rules), SLUG)).start("The Week: place the units yourself")
    table.place((str(unit), str(hex_id)) for hex_id, unit in found.scenarios[0].setup.standing)
    table.press("Begin the game")
    assert (table.get("SettingUp"), table.get("Phase")) == ("false", "blue-movement")
    stood = [table.where(unit) for unit in REDS]
    assert stood == ["0404", "0403", "0404"]
    for _ in range(20):
        if (table.get("Turn"), table.get("Phase")) == ("2", "blue-movement"):
            break
        table.press("Next phase")
    assert (table.get("Turn"), table.get("Phase")) == ("2", "blue-movement")
    assert [table.where(unit) for unit in REDS] == ["Red losses"] * 3
    assert table.where("blue-1") == "0204"
