"""Walks of the proof one after another: in an ordinary run as many as show what they are for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import ConformanceJob, WorkPiece, replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, WalkPlan, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from tests.tiers import ALL
from tests.vassal.compile.games import plan as sheet_of
from tests.vassal.engine.conftest import write_module


def bench_of(found: Game, folder: Path, reference: Game | None = None) -> ConformanceBench:
    """Return a bench of a game; `reference` has the rules that the module is compared with."""
    module = write_module(found, found.slug, folder / f"{found.slug}.vmod")
    return ConformanceBench(
        reference or found, SavedGameWriter(found, sheet_of(found.slug)), EmulatedModule(module)
    )


def replacing(
    bench: ConformanceBench, seeds: Iterable[int], length: int, wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks of so many phases that begin with replacements."""
    plans = (
        replace(
            plan_walk(bench.game, seed),
            kind="replacement",
            by_hand=False,
            phases_skipped=seed % 4,
            length=length,
            attempt_rate=0.9,
        )
        for seed in seeds
    )
    return several(bench, plans, wanted)


def several(
    bench: ConformanceBench, plans: Iterable[WalkPlan], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks, up to the first difference, with which a walk ends.

    Where something is `wanted`, so often each, the last walk ends as soon as it has been seen.
    """
    total = ComparisonTally()

    def seen(found: ComparisonTally) -> bool:
        """Return whether everything looked for was seen, on this walk and those before."""
        return wanted is not None and all(
            total.counts[name] + found.counts[name] >= times for name, times in wanted.items()
        )

    def enough(found: ComparisonTally) -> bool:
        return differs(found) or (not ALL and seen(found))

    for plan in plans:
        total.add(walk(bench, plan, enough))
        if total.differences or (not ALL and seen(ComparisonTally())):
            break
    return total


def differs(found: ComparisonTally) -> bool:
    """Return whether a walk or a game has found a difference: further ones would show nothing new."""
    return bool(found.differences)


def parted(bench: ConformanceBench, seeds: Iterable[int]) -> list[str]:
    """Return where the first of whole games parts that does; nothing where none does."""
    found = (replay_game(bench, seed, differs).differences for seed in seeds)
    return [str(one) for one in next(filter(None, found), ())]


def ahead(number: int, *first: int) -> list[int]:
    """Return so many seeds, some first: on those walks everything is seen that the test asks for.

    Where faults are planted these are the walks on which they are found, so that a fault of the kind is as
    well found on the walks of the right module.
    """
    return [*first, *(seed for seed in range(number) if seed not in first)]


def around(first: int, number: int) -> list[int]:
    """Return so many seeds, first those from `first` on: a walk soon shows there what is looked for."""
    return [*range(first, number), *range(first)]


class ShortJob(ConformanceJob):
    """A comparison that does one walk where others do four. Worker processes find it here."""

    def do(self, piece: WorkPiece) -> ComparisonTally:
        """Do one walk of a piece, or its game."""
        return super().do(replace(piece, number=1))
