"""The status line names the action owed now, its player and its key; Battle and Next phase act on it."""

from __future__ import annotations

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.emulator.live_toolbar import strip_html
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.enforcement import fire_turn as fire
from tests.vassal.enforcement.battles import ARMY, BOTH, PANZER, TARGET, THREE, declare, stage
from tests.vassal.enforcement.playing import MOSCOW, opened
from tests.vassal.enforcement.table import WAIT, Table


def step(table: Table) -> str:
    """Return the status line's text for the next step."""
    return str(table.get("NextStep"))


def battle(table: Table) -> list[str]:
    """Press the button Battle; return its lines in the chat."""
    table.told()
    table.player.press("Battle")
    return table.told()


def test_each_stage_of_a_battle_says_who_does_what_and_how(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    assert step(table).startswith(
        "Germans: declare all battles first, then fight (Battle, or Ctrl D on the defender): 20th Army"
    )
    assert battle(table) == ["- Next battle: 20th Army in 0405. Press Battle again to fight it."]
    table.throw(3)
    assert any("Die " in line for line in battle(table))
    assert step(table) == "Germans: take the Soviet 20th Army from 0405 to " + (
        "0604 or 0605 (drag, or Ctrl and the number of a lit hex; Ctrl G lights them)."
    )
    assert "lit hex" in battle(table)[-1]
    # They are lit and numbered as soon as the retreat is owed.
    table.player.hotkey("keys:ctrl 1")
    assert (stage(table), step(table)) == (
        "advance",
        "Germans: drag one attacker to 0405, or press Battle twice to give up the advance.",
    )
    assert "one attacker may still advance to 0405" in table.asked()
    before = table.state()["pieces"]
    asked = "one attacker may advance to 0405: drag a unit there, or press Battle again to give it up."
    assert battle(table) == [f"{WAIT}{asked}"]
    assert (stage(table), table.prompt()[1]) == ("advance", f"Wait: {asked}")
    assert battle(table) == ["* Battle: no unit advances to 0405."]
    assert step(table) == "Germans: all battles are fought; press Next phase."
    table.player.undo()
    assert (stage(table), table.state()["pieces"]) == ("advance", before)
    assert table.problems() == []


def test_battle_puts_out_what_was_asked_before(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    table.press("german-xxii", "A")
    assert table.prompt()[1].startswith("Wait: XXII Army Corps")
    assert battle(table)[-1].startswith("- Next battle: ")
    assert table.prompt()[1].startswith("Declare all battles first, then fight")
    assert table.problems() == []


def test_each_battle_is_shown_before_its_die_is_thrown_also_after_another(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    declare(table, ARMY, *BOTH)
    assert "Press Battle again to fight it." in battle(table)[-1]
    table.throw(3)
    table.press(TARGET, "D")
    table.move(TARGET, "0604")
    assert stage(table) == "advance"
    # Pressed by rhythm, the button takes nothing away unasked.
    assert battle(table)[-1].startswith(WAIT)
    table.move(PANZER, "0405")
    assert battle(table) == ["- Next battle: 3rd Army in 0509. Press Battle again to fight it."]
    table.throw(6)
    assert any("Die " in line for line in battle(table))
    assert table.problems() == []


def test_the_key_that_fights_another_battle_asks_before_it_gives_up_an_advance(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    declare(table, ARMY, *BOTH)
    table.throw(3)
    table.press(TARGET, "D")
    table.move(TARGET, "0604")
    before = table.state()
    asked = (
        "one attacker may advance to 0405: drag a unit there, or press Ctrl D again to give it up and fight "
        "this battle."
    )
    assert f"{WAIT}{asked}" in table.press(ARMY, "D")
    assert (table.prompt()[1], table.refused(before)) == (f"Wait: {asked}", True)
    assert "Die " in table.press(ARMY, "D")
    assert table.problems() == []


def test_an_advance_asked_about_is_asked_again_after_anything_else(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    table.throw(3)
    table.press(TARGET, "D")
    table.move(TARGET, "0604")
    for _ in range(2):
        assert battle(table)[-1].startswith(WAIT)
        # A refused drag puts its own reason into the prompt.
        table.move("german-ix", "0909")
        assert stage(table) == "advance"
    assert battle(table)[-1].startswith(WAIT)
    assert battle(table) == ["* Battle: no unit advances to 0405."]


def test_after_the_first_battle_no_more_are_offered(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    declare(table, ARMY, *BOTH)
    table.throw(3)
    table.press(TARGET, "D")
    table.move(TARGET, "0604")
    for _ in range(2):
        battle(table)
    assert (
        step(table) == "Germans: fight the next battle (Battle, or Ctrl D on the defender): 3rd Army in 0509."
    )


@pytest.mark.parametrize(
    ("phases", "lost"),
    [
        (0, "no battle was declared, but enemies are adjacent to German units"),
        (1, ""),
        (2, "5 replacements would be lost unused"),
    ],
)
def test_next_phase_asks_once_when_something_would_be_lost(table: Table, phases: int, lost: str) -> None:
    table.start(phases=phases)
    before = table.state()
    asked = table.asked()
    assert lost in asked
    assert bool(lost) == bool(asked)
    if lost:
        assert table.get("Phase") == before["Phase"]
        assert table.refused(before)
        assert table.asked() == ""
    assert table.get("Phase") != before["Phase"]
    table.player.undo()
    assert table.get("Phase") == before["Phase"]
    assert table.problems() == []


def test_battle_names_the_next_battle_and_those_after_it(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    declare(table, ARMY, *BOTH)
    assert battle(table) == [
        "- Next battle: 20th Army in 0405. Press Battle again to fight it. After it: 3rd Army in 0509 "
        "(Ctrl D on one of them takes it first)."
    ]
    assert table.problems() == []


def test_a_player_of_one_seat_is_asked_once_whether_nobody_moves(table: Table) -> None:
    table.start("German")
    asked = "German movement: no unit has moved. Press Next phase again to end the phase all the same."
    before = table.state()
    assert table.asked() == asked
    assert table.refused(before)
    table.move("german-xlvi", "0307")
    table.press("german-xlvi", "C")
    # A move that was taken back is none.
    assert table.asked() == asked
    table.move("german-xxiv", "0308")
    assert (table.asked(), table.get("Phase")) == ("", "soviet-replacement")
    table.player.undo()
    table.player.undo()
    assert table.asked() == asked
    assert (table.asked(), table.get("Phase")) == ("", "soviet-replacement")
    assert table.problems() == []


def test_battle_is_for_the_player_whose_battles_they_are(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    for seat in ("Soviet", "<observer>"):
        table.player.change_side(seat)
        before = table.state()
        for _ in range(3):
            battle(table)
        assert table.state() == before


@pytest.fixture(scope="module")
def fought(turn: fire.FireTurn) -> fire.FireTurn:
    """Return a turn of the game of fire."""
    return turn


def test_phases_that_leave_nothing_to_decide_pass_by_themselves_in_the_same_step(
    fought: fire.FireTurn,
) -> None:
    turn = fought
    turn.begin()
    table = turn.table
    turn.next("german-allocation")
    before = table.state()
    assert turn.end()
    # Without an attack there is nothing to fire: what passes is told in one line, and then what comes.
    passed, comes = turn.said[-2:]
    names = ("Russian recovery", "German attacks", "Russian recovery after attacks")
    assert passed == f"* Skipped: {', '.join(names)} (nothing to do)."
    assert "Blitzkrieg air strikes: " in comes
    assert table.get("Phase") == "blitz-air"
    table.player.undo()
    assert table.state() == before
    stops, said = [], []
    while table.get("Turn") == "1":
        stops.append(table.get("Phase"))
        assert turn.end()
        said += turn.said
    # What may be lost by it is told before the units are taken that bring it.
    assert any("These may arrive early, at a risk: 1st Shock Army" in line for line in said)
    # Eleven of 21 are passed over where nobody attacks.
    assert stops == [
        *("german-allocation", "blitz-air", "blitz-movement", "blitz-allocation"),
        *("russian-replacement", "russian-air", "russian-movement", "russian-allocation"),
    ]
    assert table.problems() == []


def test_the_button_names_the_side_whose_phase_it_ends_in_one_width() -> None:
    engine = opened(MOSCOW)

    def shown() -> tuple[str, str]:
        """Return the width and the words of the button."""
        text = next(engine.shown(b) for b in engine.toolbar.buttons if b.name == "Next phase")
        return text.partition(" cellpadding")[0], strip_html(text)

    seen = []
    for title in ("Operation Typhoon", "Operation Typhoon: place the units yourself"):
        engine.start(title, BOTH_SIDES)
        seen.append(shown())
    engine.start("Operation Typhoon", BOTH_SIDES)
    for _ in range(4):
        engine.press("Next phase")
    seen.append(shown())
    assert [words for _, words in seen] == [
        "Next phaseGerman ends",
        "Begin the gameSet-up ends",
        "Next phaseSoviet ends",
    ]
    assert len({width for width, _ in seen}) == 1


def test_the_side_with_hits_to_take_is_named_with_their_number_and_the_key(fought: fire.FireTurn) -> None:
    turn = fought
    turn.begin()
    fire.fly_and_allocate(turn)
    for _ in range(40):
        assert turn.press("russian-bryansk", "D", "round of fire")
        if hits := turn.thrown()[0]:
            break
        turn.table.player.undo()
    how = "1 hit (Ctrl L on one of them)" if hits == 1 else f"{hits} hits (Ctrl L, once for each hit)"
    assert step(turn.table) == f"Germans: German units in C1 must take {how}."
    assert turn.table.problems() == []


def test_battle_shows_the_hex_of_which_it_tells_or_rolls(table: Table) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    if not isinstance(table.player, EmulatedGame):
        pytest.skip("the real engine's window is looked at elsewhere")
    shown = table.player.world.maps["Map"]
    hexes = table.player.pieces(ids=table.unit(TARGET))
    # The battles may have been listed before; the press after that rolls, and the next tells what is owed.
    table.throw(3)
    while not step(table).startswith("Germans: take the Soviet"):
        shown.centre = None
        battle(table)
    for _ in range(2):
        assert shown.centre is not None
        assert [(p.x, p.y) for p in hexes] == [(shown.centre.f_x, shown.centre.f_y)]
        shown.centre = None
        battle(table)
