"""Limits of stacking by kind, points, side and place: module and reference keep them alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import Stacking, StackLimit
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.conftest import CAUSEWAY
from tests.conformance.walking import ahead, several
from tests.rules.games_with_stacking_limits import TANKS, VARIANTS, toy
from tests.tiers import sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def bench_of(module: Game, folder: Path, reference: Game | None = None) -> ConformanceBench:
    """Return a bench of a game; `reference` has the rules that the module is compared with."""
    found = reference or module
    return ConformanceBench(
        found,
        SavedGameWriter(found, plan(CAUSEWAY)),
        EmulatedModule(write_module(module, CAUSEWAY, folder / "toy.vmod")),
    )


def walked(
    bench: ConformanceBench, seeds: Iterable[int], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks through moves, battles and arrivals."""
    kinds = ("movement", "combat", "movement", "replacement")
    plans = (
        replace(plan_walk(bench.game, seed), kind=kinds[seed % 4], length=2, attempt_rate=0.85)
        for seed in seeds
    )
    return several(bench, plans, wanted)


SHOWN = {"points": (8, 0), "places": (5, 0), "all": (5, 2)}
"""Seeds of walks on which enough is seen, where the first don't show it."""


@pytest.mark.parametrize("name", sampled([name for name in VARIANTS if name != "plain"], 0))
def test_module_keeps_stacking_limits_like_the_rules_engine(tmp_path: Path, name: str) -> None:
    wanted = {"moves onto friends": 4} | (
        {} if VARIANTS[name].enforced == "always" else {"refused phase ends": 1}
    )
    tally = walked(bench_of(toy(VARIANTS[name]), tmp_path), ahead(16, *SHOWN.get(name, ())), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["moves onto friends"] > 3
    assert VARIANTS[name].enforced == "always" or tally.counts["refused phase ends"] > 0


@pytest.mark.slow
def test_a_whole_game_with_limits_ends_in_the_same_state(tmp_path: Path) -> None:
    tally = replay_game(bench_of(toy(VARIANTS["all"]), tmp_path), 2)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["whole games"] == 1


@pytest.mark.parametrize(
    ("module", "reference"),
    sampled(
        [
            (Stacking(3, (), "always"), Stacking(3, (replace(TANKS, classes=("foot",)),), "always")),
            (
                Stacking(3, (StackLimit(max=2),), "always"),
                Stacking(3, (StackLimit(max=2, points={"foot": 2}),), "always"),
            ),
            (
                Stacking(3, (replace(TANKS, classes=(), terrain=("clear",)),), "always"),
                Stacking(3, (replace(TANKS, classes=()),), "always"),
            ),
        ],
        0,
        1,
    ),
    ids=["none for a class", "no points", "of other hexes"],
)
def test_a_module_that_keeps_other_limits_is_found(
    tmp_path: Path, module: Stacking, reference: Stacking
) -> None:
    tally = walked(bench_of(toy(module), tmp_path, toy(reference)), range(24))
    assert tally.differences
