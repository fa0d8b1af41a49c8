"""Comparison tally: count the comparisons, and record each difference as a case that can be repeated."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median, quantiles
from typing import Any


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the module and the rules engine, with a key that reproduces it."""

    game: str
    scenario: str
    options: Mapping[str, str]
    case: str
    """The key that reproduces the difference: "walk:17", or "game:3" for a whole game."""
    step: int
    """The number of actions and attempts before the difference occurred."""
    position: str
    """The turn and phase in which the difference occurred."""
    action: str
    expected: str
    got: str

    def __str__(self) -> str:
        options = "".join(f" {name}={choice}" for name, choice in sorted(self.options.items()))
        place = f"{self.game} {self.case} ({self.scenario}{options}), step {self.step}, {self.position}"
        told = f"{place}: {self.action}: expected {self.expected}; got {self.got}"
        return " | ".join(told.split("\n"))


@dataclass(slots=True)
class ComparisonTally:
    """The counts of comparisons."""

    counts: Counter[str] = field(default_factory=Counter)
    """The number of attempts by kind of action; "legal moves" and similar kinds are parts of "moves"."""
    phases: Counter[str] = field(default_factory=Counter)
    """The number of compared actions in each phase."""
    differences: list[Difference] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Warnings that VASSAL or the emulator gave during the check."""
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The durations of commands in milliseconds, keyed by kind of command."""

    def add(self, other: ComparisonTally) -> None:
        """Add the counts of another tally."""
        self.counts.update(other.counts)
        self.phases.update(other.phases)
        self.differences += other.differences
        self.problems += other.problems
        for kind, times in other.times.items():
            self.times[kind] += times

    def as_json(self) -> dict[str, Any]:
        """Return the tally as JSON values."""
        return {
            "counts": self.counts,
            "phases": self.phases,
            "differences": [asdict(one) for one in self.differences],
            "problems": self.problems,
            "times": self.times,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ComparisonTally:
        """Return the tally that was written as JSON values."""
        return cls(
            Counter(values["counts"]),
            Counter(values["phases"]),
            [Difference(**one) for one in values["differences"]],
            list(values["problems"]),
            defaultdict(list, values["times"]),
        )


@dataclass(frozen=True, slots=True)
class Timing:
    """The time that one kind of command takes, in milliseconds."""

    kind: str
    number: int
    median: float
    p95: float


def timings(times: Mapping[str, Iterable[float]]) -> tuple[Timing, ...]:
    """Return the median and the 95th percentile of the durations for each kind of command."""
    found = []
    for kind in sorted(times):
        values = list(times[kind])
        if values:
            p95 = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
            found.append(Timing(kind, len(values), median(values), p95))
    return tuple(found)
