"""Garrisons and arrivals that would wait forever are refused."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import BoxId, SideId, UnitId
from hexwright.model.order_of_battle import Reinforcement, Replacement
from hexwright.model.scenario import UnitsInBox
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.vassal.compile.games import game


def told(found: Game) -> str:
    return "; ".join(one.message for one in check_rules(found, found.scenarios[0]))


def test_a_unit_that_waits_and_never_arrives_is_refused() -> None:
    found = game("toy-causeway")
    assert told(found) == ""
    kept = tuple(one for one in found.oob.reinforcements if "red-tank" not in one.units)
    rules = tuple(replace(one, entries=()) for one in found.rules.replacements)
    silent = replace(
        found,
        oob=replace(found.oob, reinforcements=kept),
        rules=replace(found.rules, replacements=rules),
    )
    assert "'red-tank' waits in box 'later', but never arrives" in told(silent)
    scenario = replace(found.scenarios[0], unused_units=(UnitId("red-tank"), UnitId("blue-guard")))
    assert "waits" not in told(replace(silent, scenarios=(scenario,)))


def test_units_that_arrive_where_nothing_lets_them_come_are_refused() -> None:
    found = game("toy-redoubt")
    side = found.info.sides[0].id
    units = tuple(unit.id for unit in found.counters.units if unit.side == side)[:2]
    late = replace(found, oob=replace(found.oob, reinforcements=(Reinforcement(2, side, units, "Late."),)))
    assert told(late) == (f"{side} has no replacement phase for: '{units[0]}' and '{units[1]}' on turn 2")


def test_units_that_join_replacements_without_any_points_are_refused() -> None:
    found = game("toy-causeway")
    rules = tuple(replace(one, entries=()) for one in found.rules.replacements)
    paid = replace(found, rules=replace(found.rules, replacements=rules))
    assert (
        "'red-tank' on turn 3 would enter the replacement pool, but red never receives replacement points"
        in told(paid)
    )
    assert "arrives: scheduled" in check_rules(paid, paid.scenarios[0])[0].hint


def test_units_of_many_arrivals_and_boxes_are_told_once_with_their_number() -> None:
    found = game("toy-redoubt")
    side = found.info.sides[0].id
    units = tuple(unit.id for unit in found.counters.units if unit.side == side)[:3]
    turns = tuple(Reinforcement(2 + n, side, (unit,), "Late.") for n, unit in enumerate(units))
    names = f"'{units[0]}', '{units[1]}' and '{units[2]}'"
    assert told(replace(found, oob=replace(found.oob, reinforcements=turns))) == (
        f"{side} has no replacement phase for: 3 units, {names}, on turns 2 to 4"
    )


def test_units_that_wait_singly_are_told_once_with_their_number() -> None:
    found = game("toy-causeway")
    setup = found.scenarios[0].setup
    units = ("red-1", "red-2")
    held = tuple(UnitsInBox(units=(UnitId(unit),), box=BoxId("later"), text="Waits.") for unit in units)
    waiting = replace(found.scenarios[0], setup=replace(setup, in_boxes=(*setup.in_boxes, *held)))
    assert "2 units, 'red-1' and 'red-2', wait in box 'later', but never arrive" in told(
        replace(found, scenarios=(waiting,))
    )


def test_replacements_without_a_phase_to_come_in_are_reported_once() -> None:
    found = game("toy-causeway")
    phases = tuple(one for one in found.rules.sequence if one.id != "red-reinforcement")
    silent = replace(found, rules=replace(found.rules, sequence=phases))
    assert told(silent) == "red has no replacement phase for: its 'entries'"
    points = replace(silent.oob, replacements=(Replacement(SideId("red"), 1, 2, 1),))
    assert told(replace(silent, oob=points)).endswith("its 'entries'; its replacement points")
