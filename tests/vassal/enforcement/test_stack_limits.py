"""Limits of stacking by points and place at the table, in either engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.playing import Table, opened
from tests.vassal.engine.conftest import write_module

CAUSEWAY = "toy-causeway"
POINTS = "at most 3 points may stay in a hex, Tanks counting 2, Headquarters counting nothing"


@pytest.fixture(params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Return the toy as its first phase of movement begins."""
    title = game(CAUSEWAY).scenarios[0].title
    if request.param == "real":
        with Engine(write_module(game(CAUSEWAY), CAUSEWAY, tmp_path / "toy.vmod")) as engine:
            yield Table(engine).start(title)  # type: ignore[arg-type]
    else:
        yield Table(opened(CAUSEWAY)).start(title)


def test_a_unit_that_overfills_a_hex_is_told_the_limit_and_takes_it_back(table: Table) -> None:
    assert table.where("blue-1") == table.where("blue-tank") == "0204"
    # A headquarters counts nothing, so it makes nothing fuller.
    assert "too full" not in table.drag("blue-staff", "0204")[-1]
    assert f"A unit must leave 0204 before the phase ends: {POINTS} (1)" in (table.drag("blue-2", "0204")[-1])
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert f"can't end: 0204 holds 4 units, {POINTS}; move one on" in str(table.get("LastRefusal"))
    # Its own move can stand, whoever else is too many.
    assert "takes its move back" not in table.drag("blue-staff", "0104")[-1]
    assert "takes its move back" in table.drag("blue-2", "0205")[-1]
    table.engine.hotkey("hexwright.rules.ask-phase")
    assert table.get("Phase") != "blue-movement"


def test_the_ground_has_its_own_limit(table: Table) -> None:
    for unit in ("blue-1", "blue-2"):
        assert "too full" not in table.drag(unit, "0305")[-1]
    told = table.drag("blue-staff", "0305")[-1]
    assert "at most 2 may stay in a hex, in wood or marsh, except in a town or city (1)" in told
