"""Count what was compared, and keep each difference as a case that can be tried again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the module and the reference part: a case that the same seed brings again."""

    game: str
    scenario: str
    options: Mapping[str, str]
    case: str
    """What brings it again: "walk:17", or "game:3" for a whole game."""
    step: int
    """How many actions and attempts came before it."""
    position: str
    """Turn and phase."""
    action: str
    expected: str
    got: str

    def __str__(self) -> str:
        options = "".join(f" {name}={choice}" for name, choice in sorted(self.options.items()))
        place = f"{self.game} {self.case} ({self.scenario}{options}), step {self.step}, {self.position}"
        told = f"{place}: {self.action}: expected {self.expected}; got {self.got}"
        return " | ".join(told.split("\n"))


@dataclass(slots=True)
class Tally:
    """What was compared."""

    counts: Counter[str] = field(default_factory=Counter)
    """By kind of action: how many were tried; "legal moves" and the like are parts of "moves"."""
    phases: Counter[str] = field(default_factory=Counter)
    """Judged actions by phase."""
    differences: list[Difference] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """What an engine warned of."""
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Milliseconds by kind of command."""

    def add(self, other: Tally) -> None:
        """Count what another tally counted."""
        self.counts.update(other.counts)
        self.phases.update(other.phases)
        self.differences += other.differences
        self.problems += other.problems
        for kind, times in other.times.items():
            self.times[kind] += times


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one kind of command takes, in milliseconds."""

    kind: str
    number: int
    median: float
    p95: float


def timings(times: Mapping[str, Iterable[float]]) -> tuple[Timing, ...]:
    """Return median and 95th percentile of each kind."""
    found = []
    for kind in sorted(times):
        values = list(times[kind])
        if values:
            p95 = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
            found.append(Timing(kind, len(values), median(values), p95))
    return tuple(found)
