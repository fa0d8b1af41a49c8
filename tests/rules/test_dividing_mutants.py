"""Naive oracles find faults planted in mandatory attacks; `tests.rules.dividing_mutants` tries all."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import pytest

from tests.rules.dividing_mutants import LIKE_RIGHT, found, mutants

ONE_OF = 12
"""One in this many mutants is in the sample, selected by its name."""


def test_judges_find_planted_faults() -> None:
    named = [mutant for mutant in mutants() if mutant.name not in LIKE_RIGHT]
    sample = [mutant for mutant in named if crc32(mutant.name.encode()) % ONE_OF == 0]
    assert len(sample) > 5
    alive = [str(mutant) for mutant in sample if not found(mutant)]
    assert not alive, "add a position that tells them, or say in LIKE_RIGHT why they play alike"


@pytest.mark.slow
def test_judges_find_nothing_where_nothing_is_wrong() -> None:
    mutant = mutants()[0]
    assert not found(replace(mutant, code=mutant.function.__code__))


def test_excused_mutants_exist() -> None:
    assert set(LIKE_RIGHT) <= {mutant.name for mutant in mutants()}
