"""Conformance walks on the toy redoubt that begin with battles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-redoubt", "the-day"


def walked(module: Game, reference: Game, folder: Path, seeds: range) -> ComparisonTally:
    """Return the tally of walks that begin with battles."""
    made = write_module(module, SLUG, folder / "redoubt.vmod")
    bench = ConformanceBench(reference, SavedGameWriter(reference, plan(SLUG)), EmulatedModule(made))
    total = ComparisonTally()
    for seed in seeds:
        total.add(walk(bench, replace(plan_walk(reference, seed), kind="combat", length=2, attempt_rate=0.6)))
        if total.differences:
            break
    return total
