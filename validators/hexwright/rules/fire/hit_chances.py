"""Hit chances: compute the exact probability of each number of hits, and roll a dice pool from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexwright.model.charts import HitTable
from hexwright.rules.engine.seeded_dice import throw_die

Group = tuple[int, int]
"""A group of dice that hit on the same lowest number: that number, and the number of dice."""
Chances = tuple[Fraction, ...]
"""The probability of each number of hits, starting from 0."""


def chances(groups: Sequence[Group], die: int) -> Chances:
    """Return the chances of a pool whose dice are rolled one by one."""
    found: Chances = (Fraction(1),)
    for hits_from, dice in groups:
        hit = Fraction(max(0, min(die, die + 1 - hits_from)), die)
        for _ in range(dice):
            found = _combined_chances(found, (1 - hit, hit))
    return _without_trailing_zeros(found)


def table_chances(groups: Sequence[Group], die: int, tables: Sequence[HitTable]) -> Chances:
    """Return the chances of a pool that uses tables: one die for each group of dice."""
    found: Chances = (Fraction(1),)
    for group in groups:
        for table, dice in _columns(group, tables):
            hits = [_hits_in_table(table, face, dice) for face in range(1, die + 1)]
            found = _combined_chances(
                found, tuple(Fraction(hits.count(number), die) for number in range(max(hits) + 1))
            )
    return _without_trailing_zeros(found)


def throw_pool(groups: Sequence[Group], die: int, seed: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers rolled from a seed for each group; `count` dice have been rolled before."""
    found: list[tuple[int, ...]] = []
    for _, dice in groups:
        found.append(tuple(throw_die(seed, count + n, die) for n in range(dice)))
        count += dice
    return tuple(found)


def hits_of(groups: Sequence[Group], faces: Sequence[Sequence[int]]) -> int:
    """Return the total number of hits among the numbers rolled; `faces` lists them for each group."""
    return sum(face >= hits_from for (hits_from, _), row in zip(groups, faces, strict=True) for face in row)


def throw_pool_by_table(
    groups: Sequence[Group], die: int, tables: Sequence[HitTable], seed: int, count: int
) -> tuple[int, int]:
    """Return the number of hits, found by rolling from a seed and looking up tables, and the number of dice
    rolled.
    """
    hits = used = 0
    for group in groups:
        for table, dice in _columns(group, tables):
            hits += _hits_in_table(table, throw_die(seed, count + used, die), dice)
            used += 1
    return hits, used


def dice_thrown_by_table(groups: Sequence[Group], tables: Sequence[HitTable]) -> int:
    """Return the number of dice rolled for a pool that uses tables."""
    return sum(len(_columns(group, tables)) for group in groups)


def _columns(group: Group, tables: Sequence[HitTable]) -> list[tuple[HitTable, int]]:
    """Return the table and column for each part of a group; a group larger than the last column is split into
    parts.
    """
    hits_from, dice = group
    table = next((t for t in tables if t.hits_on == hits_from), None)
    if table is None:
        return []  # Without a table, these dice can't hit.
    widest = min(len(row) for row in table.rows.values())
    whole, rest = divmod(dice, widest)
    return [(table, widest)] * whole + ([(table, rest)] if rest else [])


def _hits_in_table(table: HitTable, face: int, dice: int) -> int:
    return table.rows[str(face)][dice - 1]


def _combined_chances(one: Chances, other: Chances) -> Chances:
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        if p:
            for b, q in enumerate(other):
                found[a + b] += p * q
    return tuple(found)


def _without_trailing_zeros(found: Chances) -> Chances:
    last = max(number for number, chance in enumerate(found) if chance)
    return found[: last + 1]
