"""The same play in the real engine and in the virtual one, side by side."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from hexwright.engine_driver.engine_errors import EngineError
from tests.emulator.playing import plain, state_of
from tests.vassal.compile.games import game

pytestmark = pytest.mark.engine
MOSCOW = "battle-for-moscow"
Deed = Callable[[Any, dict[str, str]], object]


@pytest.fixture(scope="module")
def both(modules: Callable[[str], Path]) -> Iterator[tuple[Engine, EmulatedGame]]:
    """Return both engines with our module open."""
    path = modules(MOSCOW)
    with Engine(path) as engine:
        yield engine, EmulatedGame.open(path)


def _ids(player: Any) -> dict[str, str]:
    return {p.properties["UnitId"]: p.id for p in player.pieces(("UnitId",)) if p.properties["UnitId"]}


def _told(player: Any) -> list[str]:
    return plain([line.text for line in player.take_chat()])


def _do(player: Any, deed: Deed) -> tuple[object, list[str]]:
    player.take_chat()
    try:
        value = deed(player, _ids(player))
    except EngineError:
        value = "refused"
    return value, _told(player)


def _deed(chance: random.Random, number: int, unit: str, to: str) -> Deed:
    def deed(player: Any, ids: dict[str, str]) -> object:
        if number % 12 == 11:
            return player.press("Next phase")
        if number % 7 == 6:
            return player.key(ids[unit], key)
        if number % 9 == 8:
            return player.undo()
        return len(player.drag(ids[unit], "Map", spot if number % 4 == 3 else to))

    spot = chance.randrange(4000), chance.randrange(3000)
    key = chance.choice(("keys:ctrl F", "keys:ctrl L", "keys:ctrl R", "keys:ctrl E"))
    return deed


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("enforcement", ["strict", "assist", "off"])
def test_random_drags_phases_and_keys_end_alike(
    both: tuple[Engine, EmulatedGame], enforcement: str, seed: int
) -> None:
    chance = random.Random(f"{enforcement} {seed}")
    title = game(MOSCOW).scenarios[0].title
    hexes = sorted(str(hex_id) for hex_id in game(MOSCOW).scenarios[0].setup.placement)
    for player in both:
        player.start(title, player.sides()[0])
        player.set_property("Enforcement", enforcement)
    units = sorted(_ids(both[1]))
    for number in range(60):
        deed = _deed(chance, number, chance.choice(units), chance.choice(hexes))
        real, ours = (_do(player, deed) for player in both)
        assert ours == real, f"step {number}"
    assert state_of(both[1]) == state_of(both[0])
