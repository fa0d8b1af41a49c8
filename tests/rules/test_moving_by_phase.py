"""Costs and allowance modifiers with a phase apply only in it, if several phases use the movement mode."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.ids import PhaseId
from hexwright.model.rules.movement_record import AllowanceModifier
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table, opened_game

SLUG = "toy-bridge"


def test_costs_of_the_first_movement_phase_do_not_count_in_the_second() -> None:
    found = game(SLUG)
    march, *others = found.rules.movement
    still = AllowanceModifier(allowance=0, phases=(PhaseId("red-movement"),))
    slow = replace(march, allowance_modifiers=(*march.allowance_modifiers, still))
    changed = replace(found, rules=replace(found.rules, movement=(slow, *others)))
    kernel = RulesEngine(changed, "the-bridge")
    state = kernel.set_up()
    [end] = [action for action in kernel.legal_actions(state) if action.kind == "end"]
    charge = kernel.apply(state, end)
    goals = [
        {action.hex for action in kernel.legal_actions(now) if action.unit == "red-horse"}
        for now in (state, charge)
    ]
    assert not goals[0]
    assert "C2" in goals[1]
    table = Table(opened_game(changed, SLUG)).start(changed.scenario("the-bridge").title)
    table.drag("red-horse", "C2")
    assert (table.get("Phase"), table.where("red-horse")) == ("red-movement", "C1")
    while table.get("Phase") == "red-movement":
        table.press("Next phase")
    table.drag("red-horse", "C2")
    assert (table.get("Phase"), table.where("red-horse")) == ("red-charge", "C2")
