"""Play the shipped game in the virtual engine, and in the real one where it is at hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.fire_turn import SLUG as FIRE
from tests.vassal.enforcement.fire_turn import FireTurn
from tests.vassal.enforcement.table import SLUG, Table
from tests.vassal.engine.conftest import write_module


@pytest.fixture(scope="session")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled module."""
    return write_module(game(SLUG), SLUG, tmp_path_factory.mktemp("module") / "game.vmod")


@pytest.fixture(scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)])
def table(request: pytest.FixtureRequest, module_file: Path) -> Iterator[Table]:
    """Return a table in either engine; every test begins its own game."""
    if request.param == "virtual":
        with EmulatedGame.open(module_file) as player:
            yield Table(player)
    else:
        with Engine(module_file) as engine:
            yield Table(engine)


@pytest.fixture(scope="module")
def real(module_file: Path) -> Iterator[Table]:
    """Return a table in the real engine."""
    with Engine(module_file) as engine:
        yield Table(engine)


@pytest.fixture(
    scope="module", params=["virtual", pytest.param("real", marks=pytest.mark.engine)], name="turn"
)
def fire_turn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FireTurn]:
    """Return the beginning of a turn in either engine."""
    file = write_module(game(FIRE), FIRE, tmp_path_factory.mktemp("module") / "game.vmod")
    with EmulatedGame.open(file) if request.param == "virtual" else Engine(file) as player:
        turn = FireTurn(Table(player))
        turn.begin()
        yield turn
