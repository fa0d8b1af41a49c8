"""Conformance run: perform walks and whole games one after another, in this process or by workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Any

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, Enough, plan_walk, replay, walk
from hexwright.players.random_stream import derived_seed
from hexwright.support.result_cache import code_identity
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.work_record import RecordedJob, WorkRecord, ordered_results

WALKS_PER_PIECE = 4
"""The number of walks that make up one piece of work."""
MAX_DIFFERENCES = 40
"""The number of differences after which the run stops."""
TOO_FEW = 8
"""The multiple of the requested moves after which the run stops even without enough battles, and
vice versa.
"""


GAME = 25
"""The number of moves or battles in walks that take about as long as a whole game."""


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game of a scenario, from its start to its end or for a number of turns."""

    scenario: str
    turns: int = 0
    """The number of turns played; 0 for all turns."""


@dataclass(frozen=True, slots=True)
class WantedAmounts:
    """The minimum numbers of moves, battles and games to compare."""

    moves: int
    battles: int
    games: int
    """The number of whole games."""
    named: tuple[NamedGame, ...] = ()
    """Additional games of particular scenarios."""

    @property
    def any(self) -> bool:
        """Return whether any number is above 0."""
        return self != WantedAmounts(0, 0, 0)


@dataclass(frozen=True, slots=True)
class WorkPiece:
    """A piece of work: several walks with consecutive seeds, or one whole game."""

    first: int
    number: int
    whole: bool = False
    named: NamedGame | None = None
    """The game of a particular scenario; None for other work."""

    def __str__(self) -> str:
        """Return the piece as reports name its cases, such as "walk:17 to 20"."""
        if self.named is not None:
            turns = f" for {self.named.turns} turns" if self.named.turns else ""
            return f"game:{self.first} of {self.named.scenario}{turns}"
        last = f" to {self.first + self.number - 1}" if self.number > 1 else ""
        return f"{'game' if self.whole else 'walk'}:{self.first}{last}"


Progress = Callable[[ComparisonTally], None]


class ConformanceJob:
    """The comparison of a running module with the rules engine, a piece of work a task.

    `open_bench` sets up the test bench when it is first needed; it can be sent to workers if it is picklable.
    """

    def __init__(self, name: str, data: str, open_bench: Callable[[], ConformanceBench]) -> None:
        self.name, self._data, self._open_bench = name, data, open_bench
        self._bench: ConformanceBench | None = None

    def __getstate__(self) -> tuple[str, str, Callable[[], ConformanceBench]]:
        """Return what is sent to a worker: not the bench, but how it is set up."""
        return self.name, self._data, self._open_bench

    def __setstate__(self, sent: tuple[str, str, Callable[[], ConformanceBench]]) -> None:
        """Restore a job that was sent."""
        ConformanceJob.__init__(self, *sent)

    @property
    def identity(self) -> Mapping[str, str]:
        """Return the versions of code and module."""
        return {"hexwright": code_identity(), "module": self._data[:12]}

    @property
    def bench(self) -> ConformanceBench:
        """Return the test bench. Raises InputError if a worker lacks the module."""
        if self._bench is None:
            self._bench = self._open_bench()
        return self._bench

    def do(self, piece: WorkPiece) -> ComparisonTally:
        """Do a piece of work."""
        return do_work(self.bench, piece)

    def part_for(self, piece: WorkPiece) -> ConformanceJob:
        """Return this job."""
        return self

    def key(self, piece: WorkPiece) -> str:
        """Return the cases of a piece."""
        return str(piece)

    def as_json(self, tally: ComparisonTally) -> Any:
        """Return a tally as JSON values."""
        return tally.as_json()

    def from_json(self, values: Any) -> ComparisonTally:
        """Return the tally that was written as JSON values."""
        return ComparisonTally.from_json(values)


def do_work(bench: ConformanceBench, piece: WorkPiece) -> ComparisonTally:
    """Perform one piece of work with a running module and return its tally."""
    total = ComparisonTally()
    for seed in range(piece.first, piece.first + piece.number):
        if piece.named is not None:
            total.add(replay(bench, piece.named.scenario, seed, {}, turns=piece.named.turns))
        else:
            total.add(replay_game(bench, seed) if piece.whole else walk(bench, plan_walk(bench.game, seed)))
    for kind, times in bench.table.times.items():
        total.times[kind] += times
    bench.table.times.clear()
    return total


def replay_game(bench: ConformanceBench, seed: int, enough: Enough | None = None) -> ComparisonTally:
    """Replay the whole game with this seed; scenarios alternate from seed to seed, and every second game has
    random options.
    """
    scenarios = bench.game.scenarios
    scenario = scenarios[seed % len(scenarios)].id
    options = plan_walk(bench.game, derived_seed(seed, 3)).options if seed // len(scenarios) % 2 else {}
    return replay(bench, scenario, seed, options, enough=enough)


def pieces_of(amounts: WantedAmounts, seed: int, size: int) -> Iterator[WorkPiece]:
    """Yield pieces of work: first the whole games, then an endless sequence of walks."""
    for named in dict.fromkeys(amounts.named):
        yield WorkPiece(seed, 1, whole=True, named=named)
    for number in range(amounts.games):
        yield WorkPiece(seed + number, 1, whole=True)
    for first in count(seed, size):
        yield WorkPiece(first, size)


def has_enough(amounts: WantedAmounts, total: ComparisonTally, done: int) -> bool:
    """Return whether the tally of `done` pieces of work contains all requested comparisons."""
    if len(total.differences) >= MAX_DIFFERENCES:
        return True
    moves, battles = total.counts["moves"], total.counts["battles"]
    walked = moves >= amounts.moves and battles >= amounts.battles
    barren = moves >= TOO_FEW * max(amounts.moves, 1) or battles >= TOO_FEW * max(amounts.battles, 1)
    return done >= amounts.games + len(set(amounts.named)) and (walked or barren)


def percent_done(amounts: WantedAmounts, total: ComparisonTally) -> int:
    """Return the percentage of the requested comparisons that a tally contains."""
    done = asked = 0
    for kind, amount, weight in (
        ("moves", amounts.moves, 1),
        ("battles", amounts.battles, 1),
        ("whole games", amounts.games + sum(not named.turns for named in amounts.named), GAME),
        ("partial games", sum(bool(named.turns) for named in amounts.named), GAME),
    ):
        done += min(total.counts[kind], amount) * weight
        asked += amount * weight
    return 100 * done // max(asked, 1)


def prove(
    engine: Engine,
    job: RecordedJob[WorkPiece, ComparisonTally],
    amounts: WantedAmounts,
    seed: int,
    progress: Progress,
    record: WorkRecord | None = None,
    late: Callable[[], bool] = lambda: False,
) -> ComparisonTally:
    """Do all requested work; the engine and its number of workers don't affect the result.

    If `late` returns True after a piece of work, the run stops and returns the comparisons made so far.
    """
    total, done = ComparisonTally(), 0
    with closing(ordered_results(engine, job, pieces_of(amounts, seed, WALKS_PER_PIECE), record)) as results:
        while not has_enough(amounts, total, done) and not (done and late()):
            total.add(next(results))
            done += 1
            progress(total)
    return total
