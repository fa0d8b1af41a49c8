"""A module follows the calendar: weather by die or by the turn before, and phases that are left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.model.game import Game as Data
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import go_on as press_on
from tests.vassal.engine.conftest import write_module

FIRST = "The Bridge"
"""The set-up whose turn 1 is dry."""


def changed(roll: dict[str, str]) -> Data:
    """Return the toy game with a die for turn 2, a branch on turn 3, and phases for some weather only."""
    toy = game("toy-bridge")
    table = toy.charts.turn_tracks[0]
    first, second, third = table.turns
    turns = (
        first,
        replace(second, weather_roll=roll),
        replace(third, weather_after={"dry": "wet", "wet": "dry"}),
    )
    charts = replace(toy.charts, turn_tracks=(replace(table, turns=turns),))
    limits: dict[str, dict[str, Any]] = {
        "red-charge": {"weather": ("dry",)},
        "red-combat": {"weather": ("wet",), "except_turns": (2,)},
        "blue-combat": {"except_turns": (1,)},
    }
    phases = tuple(replace(p, **limits.get(p.id, {})) for p in toy.rules.sequence)
    return replace(toy, charts=charts, rules=replace(toy.rules, sequence=phases))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Callable[[dict[str, str]], EmulatedGame]:
    folder = tmp_path_factory.mktemp("calendar")
    made: dict[str, Path] = {}

    def open_(roll: dict[str, str]) -> EmulatedGame:
        name = "-".join(roll.values())
        if name not in made:
            made[name] = write_module(changed(roll), "toy-bridge", folder / f"{name}.vmod")
        engine = EmulatedGame.open(made[name])
        engine.start(FIRST, BOTH_SIDES)
        engine.hotkey("hexwright.rules.off")
        engine.take_chat()
        return engine

    return open_


def shown(engine: EmulatedGame | Engine) -> tuple[str | None, ...]:
    return tuple(engine.property(name) for name in ("Turn", "Phase", "Weather"))


def go_on(engine: EmulatedGame | Engine) -> tuple[str | None, ...]:
    press_on(engine)
    assert not engine.take_problems()
    return shown(engine)


SEQUENCE = [
    ("1", "red-movement", "dry"),
    ("1", "red-charge", "dry"),
    ("1", "blue-replacement", "dry"),
    ("1", "blue-movement", "dry"),
    ("2", "red-replacement", "wet"),
    ("2", "red-movement", "wet"),
    ("2", "blue-replacement", "wet"),
    ("2", "blue-movement", "wet"),
    ("2", "blue-combat", "wet"),
    ("3", "red-replacement", "dry"),
    ("3", "red-movement", "dry"),
    ("3", "red-charge", "dry"),
    ("3", "blue-replacement", "dry"),
    ("3", "blue-movement", "dry"),
    ("3", "blue-combat", "dry"),
]
WET = {"1": "wet", "2": "wet"}


def test_phases_that_the_weather_or_the_turn_forbids_are_left_out(
    opened: Callable[[dict[str, str]], EmulatedGame],
) -> None:
    engine = opened(WET)
    assert [shown(engine), *(go_on(engine) for _ in SEQUENCE[1:])] == SEQUENCE
    go_on(engine)
    assert engine.property("GameOver") == "true"


def test_going_back_leaves_them_out_too_and_rolls_nothing_anew(
    opened: Callable[[dict[str, str]], EmulatedGame],
) -> None:
    engine = opened({"1": "wet", "2": "dry"})
    seen = [shown(engine), *(go_on(engine) for _ in range(8))]
    back = [seen[-1]]
    for _ in seen[1:]:
        engine.hotkey("hexwright.rules.ask-back")
        back.append(shown(engine))
    assert back[::-1] == seen


def test_the_die_decides_and_the_chat_tells(opened: Callable[[dict[str, str]], EmulatedGame]) -> None:
    found = set()
    engine = opened({"1": "wet", "2": "dry"})
    for _ in range(20):
        engine.start(FIRST, BOTH_SIDES)
        engine.hotkey("hexwright.rules.off")
        while engine.property("Turn") == "1":
            engine.take_chat()
            go_on(engine)
        weather, die = engine.property("Weather"), engine.property("WeatherDie")
        assert {"1": "wet", "2": "dry"}[str(die)] == weather
        names = {"wet": "Wet", "dry": "Dry"}
        assert f"* The die for the weather shows {die}: {names[str(weather)]}" in [
            line.text for line in engine.take_chat()
        ]
        found.add(weather)
    assert found == {"wet", "dry"}


def test_one_undo_takes_a_phase_back_with_its_weather(
    opened: Callable[[dict[str, str]], EmulatedGame],
) -> None:
    engine = opened(WET)
    for _ in range(3):
        go_on(engine)
    before = shown(engine), engine.property("WeatherRecord")
    go_on(engine)
    assert engine.property("WeatherRecord") == "/1 dry/2 wet/"
    engine.undo()
    assert (shown(engine), engine.property("WeatherRecord")) == before


@pytest.mark.engine
def test_the_real_engine_follows_the_calendar_alike(tmp_path: Path) -> None:
    path = write_module(changed(WET), "toy-bridge", tmp_path / "calendar.vmod")
    with Engine(path) as engine:
        engine.start(FIRST, BOTH_SIDES)
        engine.hotkey("hexwright.rules.off")
        engine.take_problems()
        assert [shown(engine), *(go_on(engine) for _ in SEQUENCE[1:5])] == SEQUENCE[:5]
        assert engine.property("WeatherRecord") == "/1 dry/2 wet/"
        engine.undo()
        assert (shown(engine), engine.property("WeatherRecord")) == (SEQUENCE[3], "/1 dry/")
        engine.hotkey("hexwright.rules.ask-back")
        assert shown(engine) == SEQUENCE[2]
        assert engine.take_problems() == ()
