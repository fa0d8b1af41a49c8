"""Walks of the proof that begin with battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from tests.conformance.walking import several


def walked(
    bench: ConformanceBench, seeds: Iterable[int], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks that begin with battles."""
    plans = (replace(plan_walk(bench.game, seed), kind="combat", length=2) for seed in seeds)
    return several(bench, plans, wanted)
