"""A key that takes back what it did counts once until its effect is on the screen."""

from __future__ import annotations

from pathlib import Path

from hexwright.emulator import EmulatedGame
from tests.vassal.enforcement.battle_lines import seen
from tests.vassal.enforcement.battles import TARGET, THREE, declare
from tests.vassal.enforcement.table import Table

WAIT_CURSOR, DEFAULT_CURSOR = 3, 0
"""The constants of java.awt.Cursor."""
ONCE = "A key pressed twice before its effect was on the screen counts once. To take it back, press it again."


def test_a_second_ctrl_a_pressed_while_the_first_was_judged_leaves_the_unit_in_the_attack(
    module_file: Path,
) -> None:
    with EmulatedGame.open(module_file) as player:
        _press_twice(Table(player), player)


def _press_twice(table: Table, player: EmulatedGame) -> None:
    table.start(phases=0)
    declare(table, TARGET, *THREE)
    attack = seen(player)
    player.world.key_time = -1
    assert ONCE in table.press(THREE[-1], "A")
    assert seen(player) == attack
    # Another unit's key was typed ahead, and counts.
    assert ONCE not in table.press(THREE[0], "A")
    less = seen(player)
    assert less != attack
    player.world.key_time = 0
    table.press(THREE[0], "A")
    assert seen(player) == attack


def test_the_pointer_is_busy_until_the_effect_of_a_key_or_drag_is_on_the_screen(module_file: Path) -> None:
    with EmulatedGame.open(module_file) as player:
        table, pointers = Table(player), player.world.pointers
        table.start()
        for act in (
            lambda: table.press("german-viii", "G"),
            lambda: table.move("german-viii", "0305"),
            lambda: table.move("german-viii", "1010"),
            table.next,
        ):
            pointers.clear()
            act()
            assert list(pointers) == [WAIT_CURSOR, DEFAULT_CURSOR]
