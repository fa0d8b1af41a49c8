"""Units of a game with fire combat show that they are disrupted or fortified."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builder.model.fire import FireRules
from builder.model.game import Game as Data
from builder.model.moving import Fortification
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module
from validators.engine import Game


def fiery() -> Data:
    """Return the toy game with fire combat."""
    toy = game("toy-bridge")
    foot = next(unit.unit_class for unit in toy.counters.units if unit.id == "red-1")
    digging = Fortification(classes=(foot,), rule="9.1")
    return replace(toy, rules=replace(toy.rules, fire=FireRules(hits_from=4), fortification=digging))


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("conditions") / "toy.vmod"
    return write_module(fiery(), "toy-bridge", path)


@pytest.fixture
def engine(module: Path) -> Game:
    made = Game.open(module)
    made.start("The Bridge", None)
    made.hotkey("hexwright.rules.off")
    made.take_chat()
    return made


def conditions(engine: Game, unit: str) -> str:
    """Return the conditions of a unit in words."""
    found = next(p for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit)
    return found.name.partition(" (")[2].rstrip(")")


def press(engine: Game, unit: str, key: str) -> list[str]:
    """Press a key on a unit and return what the chat says."""
    piece = next(p for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit)
    engine.key(piece.id, key)
    assert not engine.take_problems()
    return [line.text for line in engine.take_chat() if line.text.startswith("*")]


def test_keys_bring_conditions_about_and_end_them(engine: Game) -> None:
    assert press(engine, "red-1", "keys:ctrl W") == ["* Red First Red Foot is fortified (A1)"]
    assert conditions(engine, "red-1") == "fortified"
    assert press(engine, "red-1", "keys:ctrl W") == []
    assert press(engine, "red-1", "keys:ctrl Y") == ["* Red First Red Foot loses its works (A1)"]
    assert press(engine, "red-1", "keys:ctrl I") == ["* Red First Red Foot is disrupted (A1)"]
    assert conditions(engine, "red-1") == "disrupted"
    assert press(engine, "red-1", "keys:ctrl J") == ["* Red First Red Foot recovers from disruption (A1)"]
    assert conditions(engine, "red-1") == ""
    assert conditions(engine, "red-2") == ""


def test_disruption_costs_a_unit_its_works(engine: Game) -> None:
    press(engine, "red-1", "keys:ctrl W")
    press(engine, "red-1", "keys:ctrl I")
    assert conditions(engine, "red-1") == "disrupted"
    assert press(engine, "red-1", "keys:ctrl W") == []
    assert conditions(engine, "red-1") == "disrupted"


def facing(engine: Game) -> str | None:
    """Return how a unit that may dig in lies: 1 upright, 2 upside down."""
    found = next(p for p in engine.pieces(("UnitId", "Stance_Facing")) if p.properties["UnitId"] == "red-1")
    return found.properties["Stance_Facing"]


def test_a_fortified_unit_lies_upside_down_until_its_works_are_gone(engine: Game) -> None:
    assert facing(engine) == "1"
    for end in ("keys:ctrl Y", "keys:ctrl I"):
        press(engine, "red-1", "keys:ctrl W")
        assert facing(engine) == "2"
        press(engine, "red-1", end)
        assert facing(engine) == "1"
    press(engine, "red-1", "keys:ctrl J")
    assert facing(engine) == "1"
    press(engine, "red-1", "keys:ctrl W")
    engine.undo()
    assert facing(engine) == "1"


def test_one_undo_takes_a_condition_back(engine: Game) -> None:
    press(engine, "red-1", "keys:ctrl W")
    press(engine, "red-1", "keys:ctrl I")
    engine.undo()
    assert conditions(engine, "red-1") == "fortified"


def test_games_without_fire_combat_know_no_conditions(tmp_path: Path) -> None:
    made = Game.open(write_module(game("toy-bridge"), "toy-bridge", tmp_path / "plain.vmod"))
    made.start("The Bridge", None)
    assert press(made, "red-1", "keys:ctrl I") == []
