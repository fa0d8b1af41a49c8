"""A player asks for the lines of communication of a side: who has one is shown, who has none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.vassal.compile.properties import BOTH_SIDES
from tests.vassal.enforcement.table import Table
from validators.engine_bridge import Engine

ALL = "Lines of communication of the Soviets: 13 units have one."
CUT = "Lines of communication of the Soviets: 11 units have one; cut off are "


def surrounded(table: Table) -> Table:
    """Return a game in which the Soviet 3rd and 50th Armies are cut off."""
    table.start()
    table.player.hotkey("hexwright.rules.off")
    for unit, place in (("xxiv", "0509"), ("xlvi", "0707"), ("ix", "0608"), ("xx", "0808")):
        table.drag(table.unit(f"german-{unit}"), place)
    table.forget()
    return table


def test_who_is_cut_off_is_named_in_either_seat(table: Table) -> None:
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
    assert "Lines of communication" in table.press("soviet-33", "U")


def test_showing_them_changes_nothing(table: Table) -> None:
    surrounded(table)
    before = table.player.globals()
    table.press("soviet-20", "U")
    assert table.player.globals() == before
    assert table.player.take_problems() == ()


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
