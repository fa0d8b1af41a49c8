"""The same units can't hold in module and reference; a module that loses others is found out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.rules.adjacent_elimination.record import AdjacentElimination
from tests.conformance.close_combat import close
from tests.conformance.conftest import CAUSEWAY, real_bench
from tests.conformance.walking import ahead, bench_of, several
from tests.rules.adjacent_elimination.games import ENTRIES, toy
from tests.tiers import ALL, sampled

SEEN = (
    *ENTRIES[:1],
    AdjacentElimination(classes=("tank",), against_classes=("foot",), terrain=("clear",), rule="3"),
)


def walked(bench: ConformanceBench, seeds: Iterable[int]) -> ComparisonTally:
    """Return what was compared on walks through moves and battles."""
    plans = (
        replace(plan_walk(bench.game, seed), kind="", phases_skipped=0, by_hand=False, length=4)
        for seed in seeds
    )
    return several(bench, plans)


def test_module_and_reference_eliminate_the_same_adjacent_units(tmp_path: Path) -> None:
    tally = walked(bench_of(close(toy()), tmp_path), range(4 if ALL else 2))
    assert [str(one) for one in tally.differences] == []


FAULTS: dict[str, tuple[AdjacentElimination, ...]] = {
    "nobody": (),
    "from all sides": tuple(replace(one, behind=()) for one in SEEN),
    "by all": tuple(replace(one, against_classes=()) for one in SEEN),
}


@pytest.mark.parametrize("fault", sampled(FAULTS, 1))
def test_a_module_in_which_others_are_lost_is_found_out(fault: str, tmp_path: Path) -> None:
    bench = bench_of(close(toy(FAULTS[fault])), tmp_path, close(toy(SEEN)))
    assert walked(bench, ahead(8, 1, 3)).differences


@pytest.mark.engine
def test_real_engine_eliminates_adjacent_units_like_the_rules(tmp_path: Path) -> None:
    with real_bench(close(toy()), CAUSEWAY, tmp_path) as bench:
        tally = walked(bench, range(2))
    assert [str(one) for one in tally.differences] == []
