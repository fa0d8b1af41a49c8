"""Sums of dice compared with an enumeration of all rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hexwright.model.charts import CombatTable
from hexwright.rules.engine.phase_module import summed_dice


@pytest.mark.parametrize(("dice", "die"), [(1, 6), (2, 6), (3, 4), (2, 10)])
def test_a_sum_is_as_likely_as_throws_come_to_it(dice: int, die: int) -> None:
    table = CombatTable(name="Combat", die=die, columns=(), rows={}, results=(), dice=dice)
    counted = Counter(map(sum, product(range(1, die + 1), repeat=dice)))
    assert table.chances == {total: Fraction(n, die**dice) for total, n in counted.items()}


@pytest.mark.parametrize(("dice", "die"), [(1, 6), (2, 6), (3, 4)])
def test_dice_that_are_drawn_fall_as_often_as_they_should(dice: int, die: int) -> None:
    class Drawn:
        seed = 5
        dice_thrown = 0

    table = CombatTable(name="Combat", die=die, columns=(), rows={}, results=(), dice=dice)
    thrown = summed_dice(lambda _: table)
    fallen: Counter[int] = Counter()
    for throws in range(6000):
        Drawn.dice_thrown = throws
        fallen[thrown.draw(None, Drawn).roll] += 1  # type: ignore[arg-type]
    assert fallen.keys() == table.chances.keys()
    for total, share in table.chances.items():
        assert abs(fallen[total] - 6000 * share) < 5 * float(6000 * share * (1 - share)) ** 0.5
