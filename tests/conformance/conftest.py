"""Set benches up: compiled games with plain pictures, at a table in the virtual engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
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
def real_bench(found: Game, slug: str, folder: Path) -> Iterator[ConformanceBench]:
    """Open a game's module in the real engine, and give its bench there."""
    with Engine(write_module(found, slug, folder / f"{slug}.vmod")) as engine:
        yield ConformanceBench(found, SavedGameWriter(found, plan(slug)), VassalModule(engine))


Benches = Callable[[str], ConformanceBench]


@pytest.fixture(scope="session")
def benches(tmp_path_factory: pytest.TempPathFactory) -> Benches:
    """Return a function that gives a game's bench."""
    folder = tmp_path_factory.mktemp("proof")
    made: dict[str, ConformanceBench] = {}

    def bench(slug: str) -> ConformanceBench:
        if slug not in made:
            found = playable(slug)
            module = write_module(found, slug, folder / f"{slug}.vmod")
            made[slug] = ConformanceBench(found, SavedGameWriter(found, plan(slug)), EmulatedModule(module))
        return made[slug]

    return bench
