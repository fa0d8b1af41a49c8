"""Set benches up: compiled games with plain pictures, at a table in the virtual engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import Bench
from hexwright.conformance.running_module import RealTable, VirtualTable
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.recording.saved_positions import Saver
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

MOSCOW = "battle-for-moscow"
EMBATTLED = "moscow-embattled"
TOY = "toy-bridge"
CAUSEWAY = "toy-causeway"
REDOUBT = "toy-redoubt"
VOLLEY = "toy-volley"


def playable(slug: str) -> Game:
    """Return a game, the toy with any number of units in a hex."""
    found = game(slug)
    if slug != TOY:
        return found
    none = dataclasses.replace(found.rules.stacking, limit=None)
    return dataclasses.replace(found, rules=dataclasses.replace(found.rules, stacking=none))


@contextmanager
def real_bench(found: Game, slug: str, folder: Path) -> Iterator[Bench]:
    """Open a game's module in the real engine, and give its bench there."""
    with Engine(write_module(found, slug, folder / f"{slug}.vmod")) as engine:
        yield Bench(found, Saver(found, plan(slug)), RealTable(engine))


Benches = Callable[[str], Bench]


@pytest.fixture(scope="session")
def benches(tmp_path_factory: pytest.TempPathFactory) -> Benches:
    """Return a function that gives a game's bench."""
    folder = tmp_path_factory.mktemp("proof")
    made: dict[str, Bench] = {}

    def bench(slug: str) -> Bench:
        if slug not in made:
            found = playable(slug)
            module = write_module(found, slug, folder / f"{slug}.vmod")
            made[slug] = Bench(found, Saver(found, plan(slug)), VirtualTable(module))
        return made[slug]

    return bench
