"""Walks of the proof on the toy redoubt that begin with battles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.cli.positions import Saver
from builder.model.game import Game
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module
from validators.proof.table import VirtualTable
from validators.proof.tally import Tally
from validators.proof.walk import Bench, planned, walk

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
