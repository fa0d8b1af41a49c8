"""Dice with given rolls, and a walk in the real engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import VassalModule, faces_for, first_throw, first_throws, seed_for
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.conftest import MOSCOW, Benches, playable
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

THROW = "Roll a die"


def test_a_seed_is_found_for_every_throw() -> None:
    for sides in (2, 6, 8, 10, 20):
        for roll in range(1, sides + 1):
            assert first_throw(seed_for(roll, sides), sides) == roll


def test_faces_and_a_seed_are_found_for_every_sum_of_dice() -> None:
    for sides, dice in ((2, 3), (6, 2), (10, 2), (6, 3)):
        for roll in range(dice, dice * sides + 1):
            faces = faces_for(roll, sides, dice)
            assert (len(faces), sum(faces)) == (dice, roll)
            assert all(1 <= face <= sides for face in faces)
            assert sum(first_throws(seed_for(roll, sides, dice), sides, dice)) == roll


def test_the_virtual_die_falls_as_told(benches: Benches) -> None:
    table = benches(MOSCOW).table
    table.start(game(MOSCOW).scenarios[0].title)
    for roll in (6, 1, 4):
        table.force_throw(roll, 6)
        table.hotkey("keys:alt R")
        assert table.get("1d6_result") == str(roll)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConformanceBench]:
    found = playable(MOSCOW)
    path = write_module(found, MOSCOW, tmp_path_factory.mktemp("module") / "game.vmod")
    with Engine(path) as engine:
        yield ConformanceBench(found, SavedGameWriter(found, plan(MOSCOW)), VassalModule(engine))


@pytest.mark.engine
def test_the_real_die_falls_as_told(real: ConformanceBench) -> None:
    real.table.start(game(MOSCOW).scenarios[0].title)
    for roll in range(1, 7):
        real.table.force_throw(roll, 6)
        real.table.hotkey("keys:alt R")
        assert real.table.get("1d6_result") == str(roll)


@pytest.mark.engine
@pytest.mark.parametrize("seed", [1, 4])
def test_moves_and_battles_are_judged_as_the_reference_judges_them(real: ConformanceBench, seed: int) -> None:
    tally = walk(real, plan_walk(real.game, seed))
    assert [str(difference) for difference in tally.differences] == []
    assert tally.counts["moves"] + tally.counts["battles"] > 0
    assert real.table.times
