"""Estimates: shares, means and paired differences with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

DEVIATIONS_95: Final = 1.959964
"""Standard deviations to each side of a mean within which 95 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def deviations_of(intervals: int) -> float:
    """Return how many standard deviations wide each of so many intervals is to each side.

    Each has the confidence 1 - 0.05 / intervals, so that all of them are right together in 95 % of cases
    (Bonferroni).
    """
    return NormalDist().inv_cdf(1 - 0.025 / intervals)


class RunningMean:
    """The mean of values that are given one by one and not kept."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.count = 0
        self._sum = self._mean = self._squares = 0.0
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        """Add a value (the method of Welford, which loses no precision)."""
        self.count += 1
        self._sum += value
        step = value - self._mean
        self._mean += step / self.count
        self._squares += step * (value - self._mean)

    def estimate(self) -> Estimate:
        """Return the mean with its confidence interval, using the normal approximation."""
        mean = self._sum / self.count if self.count else 0.0  # Exact for whole numbers.
        if self.count < 2:
            return Estimate(mean, mean, mean)
        spread = DEVIATIONS_95 * math.sqrt(self._squares / (self.count - 1) / self.count)
        return Estimate(mean, mean - spread, mean + spread)


def share_estimate(successes: int, trials: int, deviations: float = DEVIATIONS_95) -> Estimate:
    """Return a share with its Wilson score interval, of so many standard deviations to each side."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    z, p = deviations, successes / trials
    spread = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    scale, centre = 1 + z * z / trials, p + z * z / (2 * trials)
    return Estimate(p, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def mean_estimate(values: Iterable[float]) -> Estimate:
    """Return a mean with its confidence interval, using the normal approximation."""
    return RunningMean(values).estimate()


def paired_difference(gained: int, lost: int, pairs: int, deviations: float = DEVIATIONS_95) -> Estimate:
    """Return by how much a share grew between the two games of so many pairs.

    `gained` and `lost` count the pairs in which only the second or only the first game was a success. The
    interval is that of Agresti and Min (2005), Wald's with half a pair more of each of the four kinds: it is
    right for few pairs too, and doesn't shrink to nothing if all pairs agree.
    """
    if pairs == 0:
        return Estimate(0.0, -1.0, 1.0)
    more, less, total = gained + 0.5, lost + 0.5, pairs + 2
    centre = (more - less) / total
    spread = deviations * math.sqrt((more + less) - (more - less) ** 2 / total) / total
    value = (gained - lost) / pairs
    return Estimate(value, max(-1.0, min(value, centre - spread)), min(1.0, max(value, centre + spread)))


def percent_text(figure: Estimate) -> str:
    """Return a share in words, such as "71.0% (61.5% to 79.0%)"."""
    return f"{figure.value:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def number_text(figure: Estimate) -> str:
    """Return a number in words, such as "3.2 (2.9 to 3.5)"."""
    if figure.low == figure.value == figure.high:  # One game, or equal games: no false certainty.
        return f"{figure.value:.1f}"
    return f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"
