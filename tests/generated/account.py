"""Keep account of a run of games made at random."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import median

from tests.generated.trial import Outcome


class Account:
    """Results of the games so far, from a first seed on."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.tried = 0
        self.kinds: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.failed: dict[int, Outcome] = {}
        self.left: dict[int, str] = {}
        """By the seed of a game that failed, where it was left."""
        self.last = first - 1

    def add(self, seed: int, outcome: Outcome) -> None:
        """Count a game; they come in the order of their seeds."""
        self.tried += 1
        self.last = seed
        self.kinds[outcome.kind] += 1
        self.compared.update(outcome.counts)
        self.seconds.append(outcome.seconds)
        if outcome.failed:
            self.failed[seed] = outcome

    @property
    def longest(self) -> tuple[int, int]:
        """Return the first and last seed of the longest run without a fault; of none the last is less."""
        ends = [self.first - 1, *self.failed, self.last + 1]
        runs = [(one + 1, other - 1) for one, other in pairwise(ends)]
        return max(runs, key=lambda run: run[1] - run[0])

    def told(self) -> str:
        """Return a text with the number of games, what they took and compared, and which failed."""
        if not self.tried:
            return "no game was tried to its end"
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.kinds.most_common())
        took = f"a game {median(self.seconds):.1f} s in the middle, {max(self.seconds):.1f} s at most"
        first, last = self.longest
        lines = [
            f"{self.tried} games, seeds {self.first} to {self.last}: {kinds}",
            f"{sum(self.seconds):,.0f} s of a processor: {took}",
            f"compared: {', '.join(f'{number:,} {kind}' for kind, number in sorted(self.compared.items()))}",
            f"longest run without a fault: {max(0, last - first + 1)} games"
            + (f", seeds {first} to {last}" if last >= first else ""),
        ]
        for seed, outcome in self.failed.items():
            lines.append(f"{seed} failed: {outcome.kind}; {self.left.get(seed, 'not left yet')}")
        return "\n".join(lines)
