"""Units of a game with fire combat show that they are disrupted or fortified."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.vassal.codec.traits import TriggerAction
from hexwright.vassal.enforcement import fire, orders
from hexwright.vassal.module import key_commands
from hexwright.vassal.module.property_names import BOTH_SIDES
from hexwright.vassal.module.unit_conditions import DISRUPTED
from hexwright.vassal.module.unit_conditions import loss_keys as conditions_of_lost
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import write_module

VOLLEY = "toy-volley"


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("conditions") / "toy.vmod"
    return write_module(game(VOLLEY), VOLLEY, path)


@pytest.fixture
def engine(module: Path) -> EmulatedGame:
    made = EmulatedGame.open(module)
    made.start("The Marsh", BOTH_SIDES)
    made.hotkey("hexwright.rules.off")
    made.take_chat()
    return made


def conditions(engine: EmulatedGame, unit: str) -> str:
    """Return the conditions of a unit in words."""
    found = next(p for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit)
    return found.name.partition(" (")[2].rstrip(")")


def test_a_unit_lost_by_fire_or_lack_of_supply_shows_the_step_at_which_it_may_return() -> None:
    volley = game(VOLLEY)
    units = tuple(replace(unit, steps=(*unit.steps, *unit.steps)) for unit in volley.counters.units)
    reduced = replace(volley, counters=replace(volley.counters, units=units))
    traits = (*fire.unit_traits(reduced), *orders.unit_traits(reduced))
    lost = [t.actions for t in traits if isinstance(t, TriggerAction) and key_commands.TO_POOL in t.actions]
    falling = [actions for actions in lost if DISRUPTED.end_key in actions]
    assert len(falling) >= 2
    assert all(key_commands.STEP_LAST in actions for actions in falling)
    # Where nobody has a second step, there is nothing to turn.
    assert key_commands.STEP_LAST in conditions_of_lost(reduced)
    assert key_commands.STEP_LAST not in conditions_of_lost(volley)


def press(engine: EmulatedGame, unit: str, key: str) -> list[str]:
    """Press a key on a unit and return what the chat says."""
    piece = next(p for p in engine.pieces(("UnitId",)) if p.properties["UnitId"] == unit)
    engine.key(piece.id, key)
    assert not engine.take_problems()
    return [line.text for line in engine.take_chat() if line.text.startswith("*")]


def test_keys_bring_conditions_about_and_end_them(engine: EmulatedGame) -> None:
    assert press(engine, "gold-1f", "keys:ctrl W") == ["* Gold First Gold Foot is fortified (2B)"]
    assert conditions(engine, "gold-1f") == "fortified"
    assert press(engine, "gold-1f", "keys:ctrl W") == []
    assert press(engine, "gold-1f", "keys:ctrl Y") == ["* Gold First Gold Foot loses its fortification (2B)"]
    assert press(engine, "gold-1f", "keys:ctrl I") == [
        "* Gold First Gold Foot is disrupted: pale, with a crack (2B)"
    ]
    assert conditions(engine, "gold-1f") == "disrupted"
    assert press(engine, "gold-1f", "keys:ctrl J") == ["* Gold First Gold Foot recovers from disruption (2B)"]
    assert conditions(engine, "gold-1f") == ""
    assert conditions(engine, "gold-2f") == ""


def test_disruption_costs_a_unit_its_works(engine: EmulatedGame) -> None:
    press(engine, "gold-1f", "keys:ctrl W")
    press(engine, "gold-1f", "keys:ctrl I")
    assert conditions(engine, "gold-1f") == "disrupted"
    assert press(engine, "gold-1f", "keys:ctrl W") == []
    assert conditions(engine, "gold-1f") == "disrupted"


def facing(engine: EmulatedGame) -> str | None:
    """Return how a unit that may dig in lies: 1 upright, 2 upside down."""
    found = next(p for p in engine.pieces(("UnitId", "Stance_Facing")) if p.properties["UnitId"] == "gold-1f")
    return found.properties["Stance_Facing"]


def test_a_fortified_unit_lies_upside_down_until_its_works_are_gone(engine: EmulatedGame) -> None:
    assert facing(engine) == "1"
    for end in ("keys:ctrl Y", "keys:ctrl I"):
        press(engine, "gold-1f", "keys:ctrl W")
        assert facing(engine) == "2"
        press(engine, "gold-1f", end)
        assert facing(engine) == "1"
    press(engine, "gold-1f", "keys:ctrl J")
    assert facing(engine) == "1"
    press(engine, "gold-1f", "keys:ctrl W")
    engine.undo()
    assert facing(engine) == "1"


def test_one_undo_takes_a_condition_back(engine: EmulatedGame) -> None:
    press(engine, "gold-1f", "keys:ctrl W")
    press(engine, "gold-1f", "keys:ctrl I")
    engine.undo()
    assert conditions(engine, "gold-1f") == "fortified"


def test_games_without_fire_combat_know_no_conditions(tmp_path: Path) -> None:
    made = EmulatedGame.open(write_module(game("toy-bridge"), "toy-bridge", tmp_path / "plain.vmod"))
    made.start("The Bridge", BOTH_SIDES)
    assert press(made, "red-1", "keys:ctrl I") == []
