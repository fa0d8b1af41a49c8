"""A player asks for the lines of communication of a side: who has one is shown, who has none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.enforcement import names
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.enforcement.table import Table

ALL = "Soviet lines of communication: 13 units have a line."
CUT = "Soviet lines of communication: 11 units have a line; without a line: "


def surrounded(table: Table) -> Table:
    """Return a game in which the Soviet 3rd and 50th Armies are cut off."""
    table.start()
    table.player.hotkey("hexwright.rules.off")
    for unit, place in (("xxiv", "0509"), ("xlvi", "0707"), ("ix", "0608"), ("xx", "0808")):
        table.drag(table.unit(f"german-{unit}"), place)
    table.forget()
    return table


def test_isolated_units_are_named_to_either_player(table: Table) -> None:
    surrounded(table)
    told = table.press("soviet-20", "U")
    assert told.startswith(f"- {CUT}")
    assert told.count("(") == 2
    assert "50th Army (0508)" in told
    assert "3rd Army (0509)" in told
    assert table.press("soviet-20", "U") == ""
    table.player.change_side("German")
    assert CUT in table.press("soviet-33", "U")


def test_lines_are_put_out_by_the_same_key_and_shown_anew_when_a_unit_has_moved(table: Table) -> None:
    table.start()
    assert ALL in table.press("soviet-20", "U")
    assert table.press("soviet-33", "U") == ""
    assert ALL in table.press("soviet-33", "U")
    table.player.hotkey("hexwright.rules.off")
    table.drag(table.unit("german-xxiv"), "0510")
    assert "lines of communication" in table.press("soviet-33", "U")


def test_showing_them_changes_nothing(table: Table) -> None:
    surrounded(table)
    before = table.player.globals()
    table.press("soviet-20", "U")
    assert table.player.globals() == before
    assert table.player.take_problems() == ()


def evaluated(table: Table, script: str) -> str:
    """Return what the module's script says; without quotation marks, for it goes through two more scripts."""
    asked = f'{names.RUN} + "rules.eval(\\"{script}\\");"'
    return table.player.evaluate(f"{{new bsh.Interpreter().eval({asked}).toString()}}")


REACHED = (
    "String reachedNow() { forgetPosition(); String side = phaseCell(PHASE_SIDE); BigInteger kept ="
    " supplyOf(side).traced[TRACED_REACHED]; BigInteger anew = tracedBy(side, survey(side, new String()))"
    ".traced[TRACED_REACHED]; return kept.bitCount() + new String() + kept.equals(anew); } reachedNow();"
)
"""From how many hexes the side that moves can trace, by what was kept of the position; and whether it can."""


def test_supply_lines_are_traced_anew_once_units_stand_elsewhere(table: Table) -> None:
    table.start(phases=4)
    table.player.hotkey("hexwright.rules.off")
    before = evaluated(table, REACHED)
    table.drag(table.unit("german-xxiv"), "0509")
    # A drag is judged, and so is whatever comes of it; an undo is not.
    after = evaluated(table, REACHED)
    table.player.undo()
    assert (before, after, evaluated(table, REACHED)) == ("109true", "108true", "109true")


@pytest.mark.parametrize(
    ("deed", "kept"),
    [
        ("noters(SIGHT_NOTES[FIRST]);", 1),
        ("setGlobal(SIGHT_NAMES[FIRST], new String());", 0),
        ("note(allUnits()[FIRST], SIGHT_NOTES[FIRST], new String());", 0),
        ("shake(newBattle(), new Object[] {allUnits()[FIRST]});", 0),
        ("newBattle();", 1),
        ("shakenNow.add(allUnits()[FIRST]); newBattle();", 0),
    ],
)
def test_supply_lines_are_kept_until_a_judgement_changes_something(
    table: Table, deed: str, kept: int
) -> None:
    table.start(phases=4)
    asks = "forgetPosition(); supplyOf(phaseCell(PHASE_SIDE));"
    assert evaluated(table, f"{asks} {deed} position.supplies.size() + new String();") == str(kept)


@pytest.mark.engine
def test_the_engine_draws_them_until_a_unit_moves(real: Table, tmp_path: Path) -> None:
    def picture(name: str) -> bytes:
        assert isinstance(real.player, Engine)
        real.player.picture_map("Map", tmp_path / name)
        return (tmp_path / name).read_bytes()

    surrounded(real).press("soviet-20", "T")
    dark = picture("dark.png")
    real.press("soviet-20", "U")
    assert picture("lines.png") != dark
    real.press("soviet-20", "U")
    assert picture("again.png") == dark
    real.press("soviet-20", "U")
    real.drag(real.unit("german-xxiv"), "0510")
    out = picture("out.png")
    surrounded(real).drag(real.unit("german-xxiv"), "0510")
    assert picture("plain.png") == out
    assert real.player.take_problems() == ()


@pytest.mark.engine
def test_the_engine_draws_nothing_of_a_game_that_was_closed(real: Table, tmp_path: Path) -> None:
    assert isinstance(real.player, Engine)
    title = real.player.setups()[0].title
    taken = []
    for name in "plain", "after lines":
        real.player.start(title, BOTH_SIDES)
        real.player.picture_map("Map", tmp_path / name)
        taken.append((tmp_path / name).read_bytes())
        real.press("soviet-20", "U")
    assert taken[0] == taken[1]
