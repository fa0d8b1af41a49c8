"""Chances of a dice pool, with single dice and with result tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.rules.fire.fire_phase import hit_outcomes
from hexwright.rules.fire.hit_chances import chances, hits_of, table_chances, throw_pool, throw_pool_by_table
from tests.rules.fire.table import act, battle, game, play, rules, table

POOLS = st.lists(st.tuples(st.integers(4, 7), st.integers(1, 2)), max_size=2)


def by_hand(groups: list[tuple[int, int]]) -> dict[int, Fraction]:
    """Return the number of dice results for each number of hits, by enumerating all results."""
    wanted = [hits_from for hits_from, dice in groups for _ in range(dice)]
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=len(wanted)):
        hits = sum(face >= number for face, number in zip(faces, wanted, strict=True))
        found[hits] = found.get(hits, Fraction(0)) + Fraction(1, 6 ** len(wanted))
    return found


@settings(max_examples=25, deadline=None)
@given(POOLS)
def test_chances_are_those_of_all_ways_the_dice_fall(groups: list[tuple[int, int]]) -> None:
    found = {hits: chance for hits, chance in enumerate(chances(groups, 6)) if chance}
    assert found == by_hand(groups)


def test_three_dice_at_half_score_two_hits_in_three_of_eight() -> None:
    assert chances([(4, 3)], 6) == (Fraction(1, 8), Fraction(3, 8), Fraction(3, 8), Fraction(1, 8))


@given(POOLS, st.integers(0, 2**32), st.integers(0, 99))
def test_dice_thrown_are_as_many_as_the_pool_has_and_hits_as_counted(
    groups: list[tuple[int, int]], seed: int, count: int
) -> None:
    faces = throw_pool(groups, 6, seed, count)
    assert [len(row) for row in faces] == [dice for _, dice in groups]
    assert chances(groups, 6)[hits_of(groups, faces)] > 0


# Result tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "hits"),
    [
        ((4, 1), (0, 0, 0, 1, 1, 1)),
        ((4, 7), (2, 2, 3, 4, 5, 5)),
        ((5, 3), (0, 0, 0, 1, 2, 3)),
        ((6, 2), (0, 0, 0, 0, 1, 1)),
    ],
)
def test_table_gives_the_printed_hits(group: tuple[int, int], hits: tuple[int, ...]) -> None:
    found = table_chances([group], 6, game().charts.hit_tables)
    assert found == tuple(Fraction(hits.count(n), 6) for n in range(max(hits) + 1))


def test_pool_wider_than_the_table_is_read_in_parts() -> None:
    tables = game().charts.hit_tables
    whole, part = table_chances([(4, 25)], 6, tables), table_chances([(4, 2)], 6, tables)
    both = table_chances([(4, 27)], 6, tables)
    assert len(both) == len(whole) + len(part) - 1
    assert sum(both) == 1


def test_dice_that_need_a_seven_score_nothing_on_the_tables() -> None:
    assert table_chances([(7, 4)], 6, game().charts.hit_tables) == (Fraction(1),)


@given(POOLS, st.integers(0, 2**32))
def test_table_throw_is_one_of_its_chances(groups: list[tuple[int, int]], seed: int) -> None:
    tables = game().charts.hit_tables
    hits, _ = throw_pool_by_table(groups, 6, tables, seed, 0)
    assert table_chances(groups, 6, tables)[hits] > 0


# In play -------------------------------------------------------------------------------------------

BATTLE = ("A2 russian-rzhev", "A1 german-4pz", "A1 german-9a")


def test_outcomes_are_the_hits_of_both_sides_and_add_up_to_one() -> None:
    kernel = rules()
    state = battle("A2", ["german-4pz", "german-9a"], *BATTLE)
    found = {action.rolls: chance for action, chance in hit_outcomes(kernel.setting, state)}
    assert len(found) == 4 * 3
    assert sum(found.values()) == 1
    assert found[3, 0] == Fraction(1, 8) * Fraction(1, 4)
    assert kernel.draw(state).rolls in found


def test_tables_stand_in_for_the_dice_under_the_option() -> None:
    kernel = rules(("result-tables", "on"))
    state = table("german-allocation", *BATTLE, kernel=kernel)
    state = play(state, "attack german-4pz A2", "attack german-9a A2", "end", "engage A2", kernel=kernel)
    found = {action.rolls: chance for action, chance in hit_outcomes(kernel.setting, state)}
    assert found[3, 0] == Fraction(1, 6) * Fraction(2, 6)
    drawn = kernel.draw(state)
    assert drawn.rolls in found
    assert act(state, drawn, kernel).dice_thrown == state.dice_thrown + 2


def test_hits_that_can_not_fall_are_no_outcome() -> None:
    # Three dice that hit from 5 score 0 to 3 on the table, and never what its rows leave out.
    kernel = rules(("result-tables", "on"))
    standing = ("A2 russian-rzhev", "A1 german-4pz", "A1 german-9a")
    state = table("german-allocation", *standing, weather="snow", kernel=kernel)
    state = play(state, "attack german-4pz A2", "end", "engage A2", kernel=kernel)
    found = dict(hit_outcomes(kernel.setting, state))
    assert all(chance > 0 for chance in found.values())
    assert {action.rolls[0] for action in found} == {0, 1, 2}
