"""What a battle asks for is enforced: losses, the city rule, retreats, advances, and their order."""

from __future__ import annotations

import pytest

from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.enforcement.battles import (
    ARMY,
    BOTH,
    BRYANSK,
    CORPS,
    PANZER,
    TARGET,
    THREE,
    again,
    declare,
    fight,
    in_a_city,
    refused,
    stage,
)
from tests.vassal.enforcement.table import Table

"""Stands in 0406 with strength 10, 5 at its second step; next to 20th Army in the forest of 0405."""
"""All beside 20th Army: 23 against 4 in a forest is 4:1, against 8 it is 1:1."""


# 3.3 AL ----------------------------------------------------------------------------------------------


def test_al_takes_one_step_of_one_attacker_and_no_other(table: Table) -> None:
    assert "Die 1 at 1:1: Attacker loss." in fight(table, 1, *THREE, full=True)
    assert stage(table) == "losses 1"
    table.next()
    assert table.get("Phase") == "german-combat"
    for unit in ("german-vii", TARGET):
        before = table.state()["pieces"]
        refused(table, table.press(unit, "L"))
        assert table.state()["pieces"] == before
    refused(table, table.press(PANZER, "F"))
    assert "one step at a time" in refused(table, table.press(PANZER, "E"))
    told = table.press(PANZER, "L")
    assert "Loss: German XLVI Panzer Corps loses a step" in told
    assert (table.stands(PANZER), table.step(PANZER), stage(table)) == ("0406", "2", "over")
    assert table.get("LastViolation") == ""
    assert "no loss is due now" in refused(table, table.press(PANZER, "L"))
    assert table.step(PANZER) == "2"
    table.next()
    assert table.get("Phase") == "german-movement"
    assert table.problems() == []


def test_the_loss_of_the_only_attacker_is_taken_at_once_in_the_step_of_its_battle(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, PANZER)
    table.throw(1)
    before = table.state()
    told = table.press(TARGET, "D")
    assert "Die 1 at 1:1: Attacker loss." in told
    assert "Loss: German XLVI Panzer Corps loses a step" in told
    assert (table.step(PANZER), stage(table)) == ("2", "over")
    table.player.undo()
    assert table.state()["pieces"] == before["pieces"]
    assert table.get("Battle") == before["Battle"]
    assert table.problems() == []


def test_a_retreat_with_one_way_is_made_at_once_whoever_rolled(table: Table) -> None:
    table.start(phases=0)
    table.rules("off")
    # 20th Army can fall back to 0604 alone: everything else beyond it is held or controlled by Germans.
    table.move("german-xxiv", "0606")
    table.rules("strict")
    declare(table, TARGET, *THREE)
    table.throw(3)
    told = table.press(TARGET, "D")
    assert "It can retreat to 0604." in told
    assert (table.stands(TARGET), stage(table)) == ("0604", "advance")
    assert table.problems() == []


def test_a_loss_is_one_step_of_undo(table: Table) -> None:
    fight(table, 1, *THREE, full=True)
    before = table.state()
    table.press(PANZER, "L")
    assert table.state() != before
    table.player.undo()
    assert table.state() == before


def test_a_last_step_may_be_dragged_to_the_pool(table: Table) -> None:
    fight(table, 1, *THREE, full=True)
    refused(table, table.move(PANZER, "German replacement pool"))
    assert table.stands(PANZER) == "0406"
    table.rules("off")
    table.press(PANZER, "F")
    table.rules("strict")
    told = table.move(PANZER, "German replacement pool")
    assert "Loss: German XLVI Panzer Corps is eliminated" in told
    assert (table.stands(PANZER), stage(table)) == ("German replacement pool", "over")
    assert table.get("UnitsLost_german") == "1"


# 3.3 EX ----------------------------------------------------------------------------------------------


def test_exchange_is_paid_step_by_step_then_the_survivor_retreats(table: Table) -> None:
    table.start(phases=0)
    assert "Die 4 at 1:1: Exchange." in again(table, 4, *THREE, full=True)
    assert (table.step(TARGET), stage(table)) == ("2", "losses 4")
    refused(table, table.move(TARGET, "0604"))
    told = table.press("german-xx", "L")
    assert "loses 3 of 4 strength points. The attackers must lose 1 more." in told
    assert stage(table) == "losses 1"
    told = table.press("german-xx", "L")
    assert "Loss: German XX Army Corps is eliminated" in told
    assert (table.stands("german-xx"), stage(table)) == ("German replacement pool", "retreat")
    refused(table, table.press(PANZER, "L"))
    # Where XX Army Corps stood there is no ZOC any more, and the way is wider.
    assert "It can retreat to " in told
    table.move(TARGET, "0604")
    assert (table.stands(TARGET), stage(table)) == ("0604", "advance")
    table.move("german-ix", "0405")
    assert (table.stands("german-ix"), stage(table)) == ("0405", "over")


def test_a_defender_lost_in_an_exchange_is_matched_all_the_same(table: Table) -> None:
    assert "Die 1 at 4:1: Exchange." in fight(table, 1, *THREE)
    assert (table.stands(TARGET), stage(table)) == ("Soviet replacement pool", "losses 4")
    table.press(PANZER, "L")
    assert (table.step(PANZER), stage(table)) == ("2", "advance")


# 3.3 Order and advances ------------------------------------------------------------------------------


def test_the_next_battle_waits_until_the_last_is_over_and_ends_its_advance(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, PANZER, "german-ix", "german-xx")
    declare(table, "soviet-3", "german-xlvii", "german-xiii")
    table.throw(2)
    table.press(TARGET, "D")
    told = refused(table, table.press("soviet-3", "D"))
    assert told.startswith("The attack on 3rd Army must wait: 20th Army must retreat from 0405.")
    table.move(TARGET, "0604")
    assert "in a combat phase" in refused(table, table.move("german-xl", "0405"))
    assert "it can advance only to 0405." in refused(table, table.move(PANZER, "0407"))
    table.throw(1)
    assert "Wait: one attacker may advance to 0405" in table.press("soviet-3", "D")
    assert "Die 1 at 3:1: Exchange." in table.press("soviet-3", "D")
    assert "must still lose 4 strength points" in refused(table, table.move(PANZER, "0405"))
    table.press("german-xlvii", "L")
    refused(table, table.move(PANZER, "0405"))
    table.move("german-xlvii", "0509")
    assert table.stands("german-xlvii") == "0509"
    assert table.holder("0509") == "german"
    refused(table, table.move(PANZER, "0405"))


def test_one_attacker_advances_once(table: Table) -> None:
    fight(table, 2, *THREE)
    refused(table, table.move(PANZER, "0405"))
    table.move(TARGET, "0605")
    table.move("german-xx", "0405")
    refused(table, table.move(PANZER, "0405"))
    assert table.stands("german-xx") == "0405"


def test_nobody_advances_where_the_defender_stands(table: Table) -> None:
    assert "Die 2 at 1:1: No effect." in fight(table, 2, PANZER)
    assert stage(table) == "over"
    refused(table, table.move(PANZER, "0405"))


# 3.3 City rule ---------------------------------------------------------------------------------------

"""Both beside 3rd Army in Bryansk: 15 against 4 is 3:1, against 8 it is 1:1."""


def test_in_a_city_the_owner_may_take_a_step_instead(table: Table) -> None:
    assert ": Defender retreats." in in_a_city(table, full=True)
    assert stage(table) == "stand"
    table.next()
    assert table.get("Phase") == "german-combat"
    refused(table, table.press(CORPS, "L"))
    refused(table, table.press(ARMY, "F"))
    told = table.press(ARMY, "L")
    assert "loses a step instead of retreating" in told
    assert (table.stands(ARMY), table.step(ARMY), stage(table)) == (BRYANSK, "2", "over")
    refused(table, table.press(ARMY, "L"))
    table.next()
    assert table.get("Phase") == "german-movement"


def test_in_a_city_the_last_step_may_be_given(table: Table) -> None:
    in_a_city(table)
    table.press(ARMY, "L")
    assert (table.stands(ARMY), stage(table)) == ("Soviet replacement pool", "advance")


def test_in_a_city_the_owner_may_fall_back(table: Table) -> None:
    in_a_city(table)
    table.press(ARMY, "D")
    assert stage(table) == "retreat"
    refused(table, table.press(ARMY, "L"))
    in_a_city(table)
    assert "It can retreat to 0607," in table.press(ARMY, "D")
    table.move(ARMY, "0607")
    assert (table.stands(ARMY), stage(table)) == ("0607", "advance")
    in_a_city(table)
    table.move(ARMY, "0607")
    assert (table.stands(ARMY), stage(table)) == ("0607", "advance")


def test_only_the_owner_decides_in_a_city(table: Table) -> None:
    in_a_city(table)
    table.player.change_side("German")
    for letter, why in (("D", "is commanded by"), ("L", "is commanded by")):
        assert f"3rd Army {why} the Soviet player." in table.press(ARMY, letter)
    assert (table.stands(ARMY), stage(table)) == (BRYANSK, "stand")
    table.player.change_side("Soviet")
    table.press(ARMY, "L")
    assert stage(table) == "advance"


def test_a_last_battle_that_the_other_side_ends_ends_the_phase(table: Table) -> None:
    """By mail the attacker isn't sent the game only to say that the phase is over."""
    for seat, phase in (("Soviet", "german-movement"), (BOTH_SIDES, "german-combat")):
        in_a_city(table, full=True)
        table.player.change_side(seat)
        told = table.press(ARMY, "L")
        assert (table.get("Phase"), table.step(ARMY)) == (phase, "2")
        assert ("Over: German combat (all battles are fought)." in told) == (seat == "Soviet")
    table.player.undo()
    assert (table.get("Phase"), table.step(ARMY)) == ("german-combat", "1")
    assert table.problems() == []


def test_a_look_of_the_other_side_after_the_last_battle_ends_no_phase(table: Table) -> None:
    in_a_city(table, full=True)
    table.player.change_side(BOTH_SIDES)
    table.press(ARMY, "L")
    table.player.change_side("Soviet")
    table.press(ARMY, "G")
    assert table.get("Phase") == "german-combat"


def test_without_the_option_a_city_does_not_help(table: Table) -> None:
    in_a_city(table, option=False)
    assert stage(table) == "retreat"
    refused(table, table.press(ARMY, "L"))


def test_the_city_rule_holds_for_dr_alone(table: Table) -> None:
    table.start(phases=0)
    table.player.set_property("Option_city_retreat", "true")
    assert ": Defender loss and retreat." in again(table, 6, *BOTH, target=ARMY)
    assert stage(table) == "advance"


# 3.3 Retreats through places ---------------------------------------------------------------------------


def beside_tula(table: Table) -> None:
    """Make 20th Army owe a retreat from 1106, north of Tula in 1107, which the Germans occupy.

    It can go to 0906, 0907 and 1007, and through Tula to 1007, 1108 and 1207.
    """
    table.start(phases=0)
    table.rules("off")
    table.move(PANZER, "1105")
    table.move("german-xxiv", "1205")
    table.move(TARGET, "1106")
    [marker] = [
        p.id
        for p in table.player.pieces(("Kind",))
        if p.properties["Kind"] == "control" and p.location == "1107"
    ]
    table.key(marker, "keys:ctrl F")
    table.rules("strict")
    assert table.holder("1107") == "german"
    told = again(table, 3, PANZER, "german-xxiv")
    assert ": Defender retreats." in told
    assert "It can retreat to 0906, 0907, 1007, 1108 or 1207." in told


def test_a_retreat_takes_a_city_that_it_is_led_through(table: Table) -> None:
    beside_tula(table)
    assert "and must go on" in table.move(TARGET, "1107")
    assert (stage(table), table.holder("1107")) == ("retreat", "soviet")
    table.next()
    assert table.get("Phase") == "german-combat"
    refused(table, table.move(TARGET, "1106"))
    assert "it can retreat to 1007, 1108 or 1207" in refused(table, table.move(TARGET, "0906"))
    table.move(TARGET, "1007")
    assert (table.stands(TARGET), stage(table)) == ("1007", "advance")


def test_a_retreat_dragged_at_once_goes_around_a_city_if_it_can(table: Table) -> None:
    beside_tula(table)
    table.move(TARGET, "1007")
    assert (table.stands(TARGET), stage(table), table.holder("1107")) == ("1007", "advance", "german")


def test_a_retreat_dragged_at_once_takes_the_city_that_it_cannot_go_around(table: Table) -> None:
    beside_tula(table)
    table.move(TARGET, "1108")
    assert (table.stands(TARGET), stage(table), table.holder("1107")) == ("1108", "advance", "soviet")


def test_control_markers_are_not_turned_by_hand(table: Table) -> None:
    table.start(phases=0)
    [marker] = [
        p.id
        for p in table.player.pieces(("Kind",))
        if p.properties["Kind"] == "control" and p.location == "1107"
    ]
    table.key(marker, "keys:ctrl F")
    assert table.holder("1107") == "soviet"
    assert table.told() == ["* Refused: Control changes when a unit enters the place."]


# Assist and off ----------------------------------------------------------------------------------------


def test_assist_lets_a_wrong_loss_stand_and_names_the_rule(table: Table) -> None:
    fight(table, 1, *THREE, full=True)
    table.rules("assist")
    told = table.press("german-vii", "L")
    assert "(3.3): VII Army Corps: one attacker of 20th Army in 0405 must lose a step" in told
    assert (table.step("german-vii"), stage(table)) == ("2", "losses 1")
    assert table.get("LastViolation") == "3.3"
    table.press(PANZER, "L")
    assert (table.step(PANZER), stage(table)) == ("2", "over")


def test_assist_fights_the_next_battle_although_the_last_is_open(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    declare(table, ARMY, *BOTH)
    table.throw(2)
    table.press(TARGET, "D")
    table.rules("assist")
    told = table.press(ARMY, "D")
    assert "Against the rules (3.3): The attack on 3rd Army must wait" in told
    assert "Die " in told
    assert (table.get("Battle") or "").split(" ")[2] == ARMY


@pytest.mark.parametrize("level", ["strict", "assist"])
def test_losses_that_became_impossible_with_rules_off_are_not_waited_for(table: Table, level: str) -> None:
    fight(table, 2, *THREE)
    table.rules("off")
    assert "Refused" not in table.press(TARGET, "E")
    table.rules(level)
    table.next()
    assert table.get("Phase") == "german-movement"
    fight(table, 1, PANZER)
    table.rules("off")
    table.press(PANZER, "E")
    table.rules(level)
    table.next()
    assert table.get("Phase") == "german-movement"
    assert table.problems() == []


def test_units_change_by_key_in_no_movement_phase(table: Table) -> None:
    table.start(phases=1)
    before = table.state()["pieces"]
    for letter in "FLREX":
        refused(table, table.press(PANZER, letter)) if letter != "R" else table.press(PANZER, letter)
    assert table.state()["pieces"] == before
