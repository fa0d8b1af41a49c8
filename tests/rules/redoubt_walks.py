"""Walks of the proof on the toy redoubt that begin with battles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hexwright.conformance.comparison_tally import Tally
from hexwright.conformance.conformance_walk import Bench, planned, walk
from hexwright.conformance.running_module import VirtualTable
from hexwright.model.game import Game
from hexwright.recording.saved_positions import Saver
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-redoubt", "the-day"


def walked(module: Game, reference: Game, folder: Path, seeds: range) -> Tally:
    """Return what was compared on walks that begin with battles."""
    made = write_module(module, SLUG, folder / "redoubt.vmod")
    bench = Bench(reference, Saver(reference, plan(SLUG)), VirtualTable(made))
    total = Tally()
    for seed in seeds:
        total.add(walk(bench, replace(planned(reference, seed), kind="combat", length=2, rate=0.6)))
        if total.differences:
            break
    return total
