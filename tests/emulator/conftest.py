"""Open the proving ground and the compiled games in the virtual engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from tests.emulator import card_ground, proving_ground
from tests.vassal.compile.games import game as game_of
from tests.vassal.engine.conftest import write_module

CASES = Path(__file__).parents[1] / "emulator_cases"


def recorded(name: str) -> list[dict[str, Any]]:
    """Return recorded cases."""
    found: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="session")
def grounds(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], EmulatedGame]:
    """Return the proving ground in play, with leading zeros kept or not."""
    folder = tmp_path_factory.mktemp("ground")
    games = {
        leading: EmulatedGame.open(proving_ground.write(folder / f"ground{leading:d}.vmod", leading))
        for leading in (True, False)
    }
    return lambda leading: games[leading]


@pytest.fixture
def ground(grounds: Callable[[bool], EmulatedGame]) -> EmulatedGame:
    """Return the proving ground at the beginning of a game as Red."""
    game = grounds(True)
    game.new_game("Red")
    game.take_problems()
    return game


@pytest.fixture(scope="session")
def card_table(tmp_path_factory: pytest.TempPathFactory) -> EmulatedGame:
    """Return the card ground, with no game begun."""
    return EmulatedGame.open(card_ground.write(tmp_path_factory.mktemp("cards") / "cards.vmod"))


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the compiled module of a game."""
    folder = tmp_path_factory.mktemp("modules")

    def make(slug: str) -> Path:
        path = folder / f"{slug}.vmod"
        return path if path.exists() else write_module(game_of(slug), slug, path)

    return make


@pytest.fixture(scope="session")
def opened(modules: Callable[[str], Path]) -> Callable[[str], EmulatedGame]:
    """Return a compiled game in play."""
    games: dict[str, EmulatedGame] = {}

    def open_(slug: str) -> EmulatedGame:
        if slug not in games:
            games[slug] = EmulatedGame.open(modules(slug))
        return games[slug]

    return open_
