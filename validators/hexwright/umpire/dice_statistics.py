"""Compute the probability of each player's rolls with fair dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

MAX_EXACT_DICE = 400
"""The maximum number of dice for which the exact distribution of the sum is used; for more dice, a normal
distribution is used.
"""
MAX_EXACT_SUMS = 500_000
"""The same limit for dice with many sides: on the number of sums that are added up for the distribution."""
MAX_SIDES = 1_000
"""Dice with more sides have no statistics."""
MAX_THROWERS = 200
"""The maximum number of players and kinds of dice with statistics; those with the most dice are kept."""


@dataclass(frozen=True, slots=True)
class DiceStatistics:
    """Statistics of one player's dice that have the same number of sides."""

    thrower: str
    sides: int
    faces: tuple[int, ...]
    """The number of times that each face was rolled, starting with face 1."""
    total: int
    sum_chance: float
    """The probability that the sum of the same number of fair dice is at least as far from its mean."""
    chi_square: float
    """Pearson's chi-square statistic for the faces, compared with equal frequencies."""
    faces_chance: float
    """The probability of a chi-square at least as large, according to the limiting distribution."""
    run: tuple[int, int]
    """The longest run of one face: the face, and the length of the run."""
    run_chance: float
    """The exact probability that the same number of fair dice show a run of one face at least as long."""

    @property
    def dice(self) -> int:
        """Return the total number of dice rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """Return the mean of all numbers rolled."""
        return self.total / self.dice


def dice_statistics(throws: Iterable[tuple[str, int, Sequence[int]]]) -> tuple[DiceStatistics, ...]:
    """Return statistics of dice; `throws` lists player, number of sides and numbers rolled in the order of
    the log.
    """
    found: dict[tuple[str, int], list[int]] = {}
    for who, sides, faces in throws:
        if 1 < sides <= MAX_SIDES:
            found.setdefault((who, sides), []).extend(face for face in faces if 1 <= face <= sides)
    most = sorted(found, key=lambda key: (-len(found[key]), key))[:MAX_THROWERS]
    return tuple(_statistics_of(*key, found[key]) for key in sorted(most) if found[key])


def _statistics_of(who: str, sides: int, faces: Sequence[int]) -> DiceStatistics:
    count = Counter(faces)
    shares = tuple(count[face] for face in range(1, sides + 1))
    expected = len(faces) / sides
    square = sum((n - expected) ** 2 / expected for n in shares)
    run = longest_run(faces)
    return DiceStatistics(
        who,
        sides,
        shares,
        sum(faces),
        sum_chance(len(faces), sides, sum(faces)),
        square,
        upper_chi_square(square, sides - 1),
        run,
        run_chance(len(faces), sides, run[1]),
    )


def sum_chance(dice: int, sides: int, total: int) -> float:
    """Return the probability that the sum of fair dice is at least as far from its mean as `total`."""
    far = abs(2 * total - dice * (sides + 1))
    if dice > MAX_EXACT_DICE or dice * dice * sides // 2 > MAX_EXACT_SUMS:
        spread = math.sqrt(dice * (sides * sides - 1) / 12)
        return math.erfc(max(0.0, far / 2 - 0.5) / spread / math.sqrt(2))
    inside = sum(
        ways for n, ways in enumerate(_sums(dice, sides)) if abs(2 * (n + dice) - dice * (sides + 1)) < far
    )
    whole: int = sides**dice
    return (whole - inside) / whole


@lru_cache(maxsize=32)
def _sums(dice: int, sides: int) -> tuple[int, ...]:
    """Return the number of ways to roll each sum, starting with the lowest sum, `dice`."""
    ways = [1]
    for _ in range(dice):
        # A sliding sum: each new die adds 0 to sides - 1 to the excess over the minimum.
        fresh, window = [], 0
        for at in range(len(ways) + sides - 1):
            window += ways[at] if at < len(ways) else 0
            window -= ways[at - sides] if at >= sides else 0
            fresh.append(window)
        ways = fresh
    return tuple(ways)


def longest_run(faces: Sequence[int]) -> tuple[int, int]:
    """Return the face with the longest run and the length of the run; if several runs are equally long, the
    first.
    """
    best, at, length = (faces[0], 1), faces[0], 0
    for face in faces:
        length = length + 1 if face == at else 1
        at = face
        if length > best[1]:
            best = (face, length)
    return best


def run_chance(throws: int, sides: int, length: int) -> float:
    """Return the probability that `throws` fair dice show a run of one face with at least `length` dice."""
    if length <= 1:
        return 1.0
    # A run of equal faces is a run of dice that repeat the one before.
    repeats, more = length - 1, throws - 1
    again = 1 / sides
    # The probabilities that no run of so many repeats begins, for each number of dice after the first.
    without = [1.0] * repeats
    if more >= repeats:
        without.append(1 - again**repeats)
    for number in range(repeats + 1, more + 1):
        ends_now = without[number - repeats - 1] * (1 - again) * again**repeats
        without.append(without[number - 1] - ends_now)
    return min(1.0, max(0.0, 1 - without[max(0, more)]))


def upper_chi_square(value: float, freedom: int) -> float:
    """Return the probability that chi-square with `freedom` degrees of freedom is at least `value`."""
    if value <= 0:
        return 1.0
    half = value / 2
    # The tail by its recurrence in steps of two degrees: closed forms for one and for two.
    if freedom % 2:
        found, term = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * math.exp(-half) * 2
        first = 3
    else:
        found, term = math.exp(-half), half * math.exp(-half)
        first = 4
    for degrees in range(first, freedom + 1, 2):
        found += term
        term *= half / (degrees / 2)
    return min(1.0, found)


def statistics_as_json(luck: DiceStatistics) -> Mapping[str, object]:
    """Return the statistics of all players as JSON data."""
    return {
        "who": luck.thrower,
        "sides": luck.sides,
        "dice": luck.dice,
        "faces": list(luck.faces),
        "mean": round(luck.mean, 4),
        "chance_of_sum": round(luck.sum_chance, 6),
        "chi_square": round(luck.chi_square, 4),
        "chance_of_faces": round(luck.faces_chance, 6),
        "longest_run": {"face": luck.run[0], "times": luck.run[1], "chance": round(luck.run_chance, 6)},
    }
