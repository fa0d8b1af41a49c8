"""Zones end in the same hexes in module and reference; a module in which they end elsewhere is found out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.model.rules.zoc_limit_record import ZocLimit
from tests.conformance.close_combat import close
from tests.conformance.conftest import CAUSEWAY, real_bench
from tests.conformance.walking import ahead, bench_of, several
from tests.rules.games_with_zone_ends import BLUE, ENDS, toy
from tests.tiers import ALL, sampled

RED_TOO = tuple(replace(one, side=()) for one in ENDS)


def walked(bench: ConformanceBench, seeds: Iterable[int]) -> ComparisonTally:
    """Return what was compared on walks through moves, retreats and supply."""
    return several(bench, (replace(plan_walk(bench.game, seed), by_hand=False, length=4) for seed in seeds))


def test_zones_end_in_the_same_hexes(tmp_path: Path) -> None:
    tally = walked(bench_of(close(toy()), tmp_path), range(2 if ALL else 1))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal moves"], tally.counts


@pytest.mark.slow
@pytest.mark.parametrize(
    "ends",
    sampled([(), RED_TOO, (ZocLimit(terrain=("clear",), side=(BLUE,)),)], 1, whole=True),
    ids=["nowhere", "for all", "elsewhere"],
)
def test_a_module_in_which_zones_end_elsewhere_is_found_out(
    ends: tuple[ZocLimit, ...], tmp_path: Path
) -> None:
    bench = bench_of(close(toy(ends)), tmp_path, close(toy()))
    assert walked(bench, ahead(8, 4, 17)).differences


@pytest.mark.engine
def test_real_engine_ends_zones_like_the_rules(tmp_path: Path) -> None:
    with real_bench(close(toy()), CAUSEWAY, tmp_path) as bench:
        tally = walked(bench, range(2))
    assert [str(one) for one in tally.differences] == []
