"""The figures about dice are computed correctly."""

from __future__ import annotations

import itertools
import math

import pytest

from hexwright.umpire.dice_statistics import (
    MAX_SIDES,
    MAX_THROWERS,
    dice_statistics,
    longest_run,
    run_chance,
    sum_chance,
    upper_chi_square,
)
from hexwright.umpire.dice_throws import ATTACKER, DEFENDER, PHASE, DiceThrow, throws_in
from tests.counted_work import assert_linear, lines_run


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (3, 6), (4, 3)])
def test_chance_of_a_sum_is_that_of_all_throws_counted(dice: int, sides: int) -> None:
    throws = [sum(faces) for faces in itertools.product(range(1, sides + 1), repeat=dice)]
    middle = dice * (sides + 1) / 2
    for total in range(dice, dice * sides + 1):
        far = sum(abs(one - middle) >= abs(total - middle) for one in throws)
        assert sum_chance(dice, sides, total) == pytest.approx(far / len(throws))


def test_many_dice_are_reckoned_by_the_normal_distribution_alike() -> None:
    total = 400 * 7 // 2 + 50
    exact = sum_chance(400, 6, total)
    assert sum_chance(401, 6, total + 3) == pytest.approx(exact, rel=0.05)


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(11.0705, 5, 0.05), (3.8415, 1, 0.05), (5.9915, 2, 0.05), (16.919, 9, 0.05), (0.0, 5, 1.0)],
)
def test_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int, chance: float) -> None:
    assert upper_chi_square(value, freedom) == pytest.approx(chance, abs=1e-4)


@pytest.mark.parametrize(("throws", "sides", "length"), [(5, 2, 3), (6, 3, 2), (4, 6, 4)])
def test_chance_of_a_run_is_that_of_all_throws_counted(throws: int, sides: int, length: int) -> None:
    every = itertools.product(range(sides), repeat=throws)
    having = sum(longest_run(faces)[1] >= length for faces in every)
    assert run_chance(throws, sides, length) == pytest.approx(having / sides**throws)


def test_each_throwers_dice_are_counted_by_their_sides() -> None:
    found = dice_statistics(
        [("German", 6, (6, 6)), ("Soviet", 6, (1,)), ("German", 6, (6,)), ("German", 10, (10,))]
    )
    assert [(one.thrower, one.sides, one.dice, one.mean) for one in found] == [
        ("German", 6, 3, 6.0),
        ("German", 10, 1, 10.0),
        ("Soviet", 6, 1, 1.0),
    ]
    assert found[0].run == (6, 3)
    assert math.isclose(found[0].sum_chance, 2 / 216)


def test_throws_are_heard_in_all_the_ways_that_logs_tell_them() -> None:
    lines = [
        "Anna rolls 2d6: 3,4",
        "Dice: German dice 5 3, 1 hit; Russian dice 4, 1 hit. Russian units must take 1 hit.",
        "Dice: 2 dice hitting on 4 to 6: 8. Fliegerkorps 2. Dice 1 1, no hit.",
        "Dice: interception of Red Air Force, the die shows 5: Red Air Force is out.",
        "Round 1. Attackers roll 2 4 | 6, defenders roll no dice. The attackers score 1 hit.",
        "The die for attrition shows 6.",
        "Anna rolls 2d6: 3",
        "nobody rolls anything",
    ]
    assert list(throws_in(lines)) == [
        DiceThrow("Anna", 6, (3, 4)),
        DiceThrow("German", 0, (5, 3)),
        DiceThrow("Russian", 0, (4,)),
        DiceThrow(PHASE, 0, (1, 1)),
        DiceThrow(PHASE, 0, (5,)),
        DiceThrow(ATTACKER, 0, (2, 4, 6)),
        DiceThrow(PHASE, 0, (6,)),
    ]
    assert DEFENDER not in {one.who for one in throws_in(lines)}


def test_runs_agree_with_a_count_of_all_throws() -> None:
    for sides, throws in ((2, 6), (3, 5), (6, 4)):
        for length in range(1, throws + 2):
            hits = sum(
                longest_run(faces)[1] >= length
                for faces in itertools.product(range(1, sides + 1), repeat=throws)
            )
            assert run_chance(throws, sides, length) == pytest.approx(hits / sides**throws)


def test_runs_of_thousands_of_equal_dice_take_time_in_proportion_to_their_number() -> None:
    assert_linear(lambda count: lines_run(lambda: run_chance(count, 6, count // 2)), 500)


def test_dice_of_many_sides_and_throwers_have_bounded_statistics() -> None:
    assert dice_statistics([("Ann", MAX_SIDES + 1, (5,))]) == ()
    assert lines_run(lambda: sum_chance(400, MAX_SIDES, 400)) < 50
    many = dice_statistics([("Most", 6, (1, 2))] + [(f"p{n}", 6, (3,)) for n in range(MAX_THROWERS + 5)])
    assert len(many) == MAX_THROWERS
    assert "Most" in {one.thrower for one in many}
