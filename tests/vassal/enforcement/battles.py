"""Battles by odds at the table of a module."""

from __future__ import annotations

from tests.vassal.enforcement.table import Table

PANZER = "german-xlvi"
THREE = (PANZER, "german-ix", "german-xx")
TARGET = "soviet-20"


def fight(table: Table, roll: int, *attackers: str, target: str = TARGET, full: bool = False) -> str:
    """Fight one battle in the first combat phase; return its lines in the chat."""
    table.start(phases=0)
    return again(table, roll, *attackers, target=target, full=full)


def again(table: Table, roll: int, *attackers: str, target: str = TARGET, full: bool = False) -> str:
    """Declare a battle and fight it; a full defender is turned over first."""
    if full:
        table.rules("off")
        table.press(target, "F")
        table.rules("strict")
    declare(table, target, *attackers)
    table.throw(roll)
    return table.press(target, "D")


def declare(table: Table, target: str, *attackers: str) -> None:
    """Declare a battle."""
    for unit in (target, *attackers):
        table.press(unit, "A")


def stage(table: Table) -> str:
    """Return what the battle waits for, with the losses that are owed."""
    held = (table.get("Battle") or "").split(" ")
    return f"{held[1]} {held[4]}" if held[1] == "losses" else held[1]


def refused(table: Table, told: str) -> str:
    """Return why something was refused; it must have been."""
    assert "Refused (3.3): " in told
    assert table.get("LastViolation") == "3.3"
    return told.split("Refused (3.3): ")[1]


BRYANSK, ARMY, CORPS = "0509", "soviet-3", "german-xlvii"
BOTH = (CORPS, "german-xiii")


def in_a_city(table: Table, *, option: bool = True, full: bool = False) -> str:
    """Attack 3rd Army in Bryansk at 3:1, or 1:1 at full strength, and retreat it."""
    table.start(phases=0)
    table.player.set_property("Option_city_retreat", "true" if option else "false")
    return again(table, 6 if full else 4, *BOTH, target=ARMY, full=full)
