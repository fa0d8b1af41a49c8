"""Naive oracles find faults planted in zones, moves, retreats and supply; `tests.rules.mutants` tries all."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import pytest

from tests.rules.mutants import LIKE_RIGHT, Mutant, found_by_walking, moving
from tests.tiers import sampled

PARTS = 4
"""The number of tests that share the sample."""
ONE_OF = 160
"""One in this many mutants is in each part, by its name, so that other changes don't alter the sample."""
SALT = "3:"
"""Selects a sample that walks find; `python -m tests.rules.mutants` tries all mutants and lists the
survivors."""


def sample(part: int) -> list[Mutant]:
    found = [mutant for mutant in moving() if mutant.name not in LIKE_RIGHT]
    return [
        mutant
        for mutant in found
        if crc32(f"{SALT}{mutant.name}".encode()) % ONE_OF == part * ONE_OF // PARTS
    ]


@pytest.mark.parametrize("part", sampled(range(PARTS), 0))
def test_walking_finds_planted_faults(part: int) -> None:
    mutants = sample(part)
    assert mutants
    alive = [str(mutant) for mutant in mutants if not found_by_walking(mutant)]
    assert not alive, "add a position that tells them, or say in LIKE_RIGHT why they play alike"


def test_walking_finds_nothing_where_nothing_is_wrong() -> None:
    mutant = moving()[0]
    right = replace(mutant, code=mutant.function.__code__)
    assert not found_by_walking(right, most=1)


def test_a_mutant_is_gone_after_it_was_tried() -> None:
    mutant = next(mutant for mutant in moving() if mutant.subject == "flood._plain")
    right = mutant.function.__code__
    with mutant.planted():
        assert mutant.function.__code__ is not right
    assert mutant.function.__code__ is right


def test_excused_mutants_exist() -> None:
    assert set(LIKE_RIGHT) <= {mutant.name for mutant in moving()}
