"""A unit's menu offers what may be done with it now, in the order of play; other keys are heard as well."""

from __future__ import annotations

import pytest

from hexwright.engine_driver import OBSERVER
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.enforcement.battles import TARGET, THREE, declare
from tests.vassal.enforcement.table import Table

REACH, LINES, MARK = (
    "Show where it may go",
    "Show its side's lines of communication",
    "Mark as moved or not moved",
)
ATTACK, FIGHT, LOSE = "Attack it, or attack with it", "Fight the battle", "Lose a step"
TRAIL = "Show or hide its trail"


def menu(table: Table, unit: str) -> list[str]:
    """Return the lines of a unit's menu, without those that every unit always has."""
    lines = [item.text for item in table.player.menu(table.unit(unit)) if item.text]
    assert {LINES, MARK} <= set(lines)
    return [line for line in lines if line not in (LINES, MARK, TRAIL)]


def test_a_menu_offers_what_the_phase_lets_this_unit_do(table: Table) -> None:
    table.start(phases=0)
    assert menu(table, TARGET) == [ATTACK]
    assert menu(table, THREE[0]) == [ATTACK]
    assert menu(table, "german-vi") == []
    declare(table, TARGET, *THREE)
    assert menu(table, TARGET) == [ATTACK, FIGHT]
    assert menu(table, THREE[0]) == [ATTACK]
    table.start(phases=1)
    assert menu(table, THREE[0]) == [REACH]
    assert menu(table, TARGET) == []
    table.start(phases=2)
    assert menu(table, TARGET) == [REACH, "Regain a step", "Turn over"]
    assert menu(table, THREE[0]) == []
    assert table.problems() == []


def test_a_menu_offers_more_with_rules_off_and_nothing_to_observers(
    table: Table,
) -> None:
    table.start(phases=1)
    table.rules("off")
    assert menu(table, THREE[0])[:3] == [REACH, LOSE, "Eliminate"]
    table.rules("strict")
    table.player.change_side(OBSERVER)
    assert menu(table, TARGET) == []
    table.player.change_side(BOTH_SIDES)


def test_a_key_that_is_not_offered_is_answered(table: Table) -> None:
    table.start(phases=1)
    before = table.state()
    told = table.press(THREE[0], "A")
    assert told.startswith("* Refused (3.3): ")
    assert "attacks are declared in combat phases" in told
    assert table.refused(before)


@pytest.mark.parametrize(("phases", "how"), [(0, "to attack, press Ctrl A on"), (1, "by Ctrl A on")])
def test_a_unit_dragged_onto_an_enemy_is_told_how_to_attack(table: Table, phases: int, how: str) -> None:
    table.start(phases=phases)
    before = table.state()
    told = table.move(THREE[0], "0405")
    assert "an enemy unit is there" in told
    assert how in told
    assert table.refused(before)


def test_units_are_named_before_the_second_defender_as_before_the_first(table: Table) -> None:
    table.start(phases=0)
    for unit in (TARGET, *THREE):
        table.press(unit, "A")
    before = table.state()
    told = table.press("german-lvi", "A")
    assert "isn't adjacent to 20th Army in 0405: now press Ctrl A on the enemy unit that it attacks" in told
    assert table.refused(before)
    assert "LVI Panzer Corps attacks 19th Army in 0303" in table.press("soviet-19", "A")
    # Who is named twice is forgotten.
    for unit in ("german-xxii", "german-xxii"):
        told = table.press(unit, "A")
    assert told.endswith("XXII Army Corps attacks no unit.")
    assert table.problems() == []


def test_units_named_before_the_defender_attack_who_is_picked_next(table: Table) -> None:
    table.start(phases=0)
    before = table.state()
    for unit in THREE:
        assert "now press Ctrl A on the enemy unit that it attacks" in table.press(unit, "A")
        assert table.refused(before)
    told = table.press(TARGET, "A")
    assert told.count("attacks 20th Army in 0405") == len(THREE)
    attacks = {unit: table.player.property("Attack", piece=table.unit(unit)) for unit in THREE}
    assert set(attacks.values()) == {f"1.german-combat {TARGET}"}
    table.player.undo()
    said = ("LastViolation", "LastRefusal")
    assert {**table.state(), **dict.fromkeys(said)} == {**before, **dict.fromkeys(said)}
    assert table.problems() == []
