"""Undo leaves the state as before; who only watches changes nothing; each seat has its own units."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.engine_driver import OBSERVER, Engine
from tests.tiers import ALL
from tests.vassal.enforcement.battles import declare
from tests.vassal.enforcement.table import OF_ONE_SEAT, Table

PANZER, CORPS, TARGET = "german-xlvi", "german-ix", "soviet-20"
ATTACK, FIGHT = "keys:ctrl A", "keys:ctrl D"
KEYS = tuple(f"keys:ctrl {letter}" for letter in "ADFGLREXBM")
LEVELS = ("strict", "assist", "off")


# Undo ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("goal", ["0307", "0305", "0405", "0909"])
def test_a_move_is_one_step_of_undo_and_a_refused_one_is_none(table: Table, level: str, goal: str) -> None:
    table.start().rules(level)
    panzer, before = table.unit(PANZER), table.state()
    table.drag(panzer, goal)
    if table.where(panzer) == goal:
        table.player.undo()
        assert table.state() == before
    else:
        assert table.refused(before)
    assert table.problems() == []


@pytest.mark.parametrize("phases", range(1, 9))
def test_the_end_of_each_phase_is_one_step_of_undo(table: Table, phases: int) -> None:
    table.start(phases=phases)
    before = table.state()
    table.next()
    assert table.get("Phase") != before["Phase"]
    table.player.undo()
    assert table.state() == before
    table.next()
    assert table.problems() == []


def test_a_refused_end_of_a_phase_leaves_no_trace(table: Table) -> None:
    table.start()
    at_first = table.state()
    table.drag(table.unit(PANZER), "0305")
    before = table.state()
    table.next()
    assert table.refused(before)
    table.player.undo()
    assert table.state() == at_first


def test_units_that_were_refused_in_turn_lie_where_they_were(table: Table) -> None:
    """The engine takes a unit's stack away when its drag is undone, and another's that is undone upon it."""
    table.start()
    before = table.state()
    panzer, corps = table.unit(PANZER), table.unit(CORPS)
    for _ in range(2):
        for unit, goal in ((panzer, "0405"), (corps, "0406"), (corps, "0405"), (panzer, "0305")):
            table.drag(unit, goal)
            if table.where(unit) == goal:
                table.player.undo()
        assert table.drag(panzer, "0909") == [panzer]
        assert table.refused(before)
    assert table.problems() == []


def test_every_step_of_a_battle_is_undone_whatever_the_die_says(table: Table) -> None:
    target = table.start(phases=0).unit(TARGET)
    table.key(target, ATTACK)
    for name in (PANZER, CORPS, "german-xx"):
        before = table.state()
        unit = table.unit(name)
        table.key(unit, ATTACK)
        joined = table.state()
        assert joined != before
        table.player.undo()
        assert table.state() == before
        table.key(unit, ATTACK)
    declared, results = table.state(), set()
    for seed in range(30 if ALL else 12):
        table.player.seed(seed)
        table.told()
        table.key(target, FIGHT)
        [told] = [line for line in table.told() if line.startswith("* Die ")]
        results.add(told.split(": ")[1].split(".")[0])
        assert table.state() != declared
        table.player.undo()
        after = table.state()
        # The engine keeps the number that was rolled last, undone or not.
        assert {k: v for k, v in after.items() if not k.startswith("1d6")} == {
            k: v for k, v in declared.items() if not k.startswith("1d6")
        }
    assert len(results) > 2
    assert table.problems() == []


def test_dice_that_are_undone_and_thrown_again_are_told_with_their_count(table: Table) -> None:
    declare(table.start(phases=0), TARGET, PANZER, CORPS, "german-xx")
    told, styles = [], set()
    for _ in range(3):
        table.throw(3)
        table.forget()
        table.key(table.unit(TARGET), FIGHT)
        lines = table.player.take_chat()
        told.append([line.text for line in lines if "thrown again" in line.text])
        styles |= {line.style for line in lines if "thrown again" in line.text}
        table.player.undo()
    # Another battle in place of the one that was undone is told too.
    table.press("german-xx", "A")
    table.throw(3)
    told.append([line for line in table.press(TARGET, "D").split("\n") if "thrown again" in line])
    assert told == [
        [],
        *([f"* The dice were undone and thrown again: this is throw {n}."] for n in (2, 3, 4)),
    ]
    assert styles == {"msg4"}  # red, unless the player has chosen otherwise
    assert table.get("Throws") == "1"
    assert table.problems() == []


def test_the_first_throw_of_each_battle_is_told_as_ever(table: Table) -> None:
    declare(table.start(phases=0), TARGET, PANZER, CORPS, "german-xx")
    table.throw(3)
    assert "thrown again" not in table.press(TARGET, "D")


def test_a_refused_attack_leaves_no_trace(table: Table) -> None:
    target, far = table.start(phases=0).unit(TARGET), table.unit("german-xxiv")
    table.key(target, ATTACK)
    before = table.state()
    table.key(far, ATTACK)
    assert "isn't adjacent to" in table.told()[-1]
    assert table.refused(before)


# Seats ---------------------------------------------------------------------------------------------


def deeds(table: Table) -> None:
    """Try everything that a player can do."""
    own, enemy = table.unit(PANZER), table.unit(TARGET)
    for piece in (own, enemy, *table.kind("turn"), *table.kind("control")[:1]):
        table.drag(piece, "0307")
        table.drag(piece, (100, 100), "German forces")
        for key in (*KEYS, "127,0"):
            table.key(piece, key)
    for level in LEVELS:
        table.rules(level)
    table.next()
    table.player.hotkey("hexwright.rules.ask-back")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("phases", [0, 1])
def test_an_observer_changes_nothing_in_any_phase(table: Table, level: str, phases: int) -> None:
    table.start(phases=phases).rules(level)
    table.player.change_side(OBSERVER)
    before = table.state()
    deeds(table)
    assert str(table.get("LastRefusal")).startswith("You are watching: press Change seat")
    assert table.refused(before)
    assert table.problems() == []


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("side", "own", "other", "goal", "why"),
    [
        ("German", PANZER, TARGET, "0307", "20th Army is moved by the Soviet player."),
        ("Soviet", TARGET, PANZER, "0504", "XLVI Panzer Corps is moved by the German player."),
    ],
)
def test_each_seat_moves_its_own_units_alone_however_strict_the_rules(
    table: Table, level: str, side: str, own: str, other: str, goal: str, why: str
) -> None:
    table.start()
    table.player.change_side(side)
    table.rules(level)
    theirs, mine = table.unit(other), table.unit(own)
    stood, before = table.where(theirs), table.state()
    table.told()
    table.drag(theirs, goal)
    assert table.told() == [f"* Refused: {why} It is sent back."]
    assert table.refused(before)
    table.drag(theirs, (100, 100), "German forces")
    assert table.refused(before)
    table.rules("off")
    table.drag([mine, theirs], goal)
    assert (table.where(mine), table.where(theirs)) == (goal, stood)
    table.player.undo()
    assert table.where(mine) != goal
    assert table.problems() == []


@pytest.mark.parametrize("level", LEVELS)
def test_no_key_of_one_seat_changes_the_other_seat_s_units_outside_battles(table: Table, level: str) -> None:
    table.start().rules(level)
    table.player.change_side("German")
    enemy, before = table.unit(TARGET), table.state()
    for key in (*KEYS, "127,0"):
        table.key(enemy, key)
    table.player.change_side("Soviet")
    enemy = table.unit(PANZER)
    for key in (*KEYS, "127,0"):
        table.key(enemy, key)
    # Under assist an objection counts as an act.
    told = OF_ONE_SEAT | {"Acts"}
    assert {k: v for k, v in table.state().items() if k not in told} == {
        k: v for k, v in before.items() if k not in told
    }


# Logs ----------------------------------------------------------------------------------------------


@pytest.mark.engine
@pytest.mark.parametrize("side", ["Both sides", OBSERVER])
def test_a_log_of_a_turn_replays_to_the_same_state_for_everybody(
    real: Table, side: str, tmp_path: Path
) -> None:
    engine = real.player
    assert isinstance(engine, Engine)
    log = tmp_path / "turn.vlog"
    real.start(phases=0)
    engine.seed(4)
    engine.begin_log(log)
    target = real.unit(TARGET)
    real.key(target, ATTACK)
    for name in (PANZER, CORPS, "german-xx"):
        real.key(real.unit(name), ATTACK)
    real.key(real.unit("german-xxiv"), ATTACK)  # too far away
    real.key(target, FIGHT)
    for goal in ("0604", "0605", "0403"):
        real.drag(target, goal)
    real.drag(real.unit(PANZER), "0405")
    real.next()
    for unit, goal in ((PANZER, "0909"), (CORPS, "0206"), ("german-xxiv", "0510"), ("german-xxiv", "0410")):
        real.drag(real.unit(unit), goal)
    engine.undo()
    while real.get("Turn") == "1":
        phase = real.get("Phase")
        for unit in ("soviet-33", "soviet-49", PANZER):
            real.drag(real.unit(unit), "0804")
        real.next()
        if real.get("Phase") == phase:  # a hex too full, or a battle owed
            engine.undo()
            real.rules("assist")
            real.next()
            real.rules("strict")
    engine.end_log()
    after = real.state()
    problems = real.problems()
    engine.load(log, side)
    while engine.status().steps_left:
        engine.step()
    replayed = real.state()
    assert replayed == after
    assert problems + real.problems() == []
