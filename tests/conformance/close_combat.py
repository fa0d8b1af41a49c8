"""Games whose units stand beside each other, and walks that begin with their battles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from tests.conformance.walking import several
from tests.rules.games_with_cadres import ENTRIES


def placed(found: Game, placement: Mapping[HexId, tuple[UnitId, ...]]) -> Game:
    """Return the toy with its units placed so."""
    (scenario,) = found.scenarios
    changed = replace(scenario, setup=replace(scenario.setup, placement=placement), setup_areas=())
    return replace(found, scenarios=(changed,))


def close(found: Game) -> Game:
    """Return the toy with enemies beside each other from the beginning."""
    placement = {
        HexId("0204"): (UnitId("blue-1"), UnitId("blue-tank")),
        HexId("0205"): (UnitId("blue-2"), UnitId("blue-staff")),
        HexId("0203"): (UnitId("blue-3"),),
        HexId("0304"): (UnitId("red-1"), UnitId("red-3")),
        HexId("0303"): (UnitId("red-2"), UnitId("red-staff")),
    }
    return placed(found, placement)


def walked(
    bench: ConformanceBench, seeds: Iterable[int], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks that begin with battles."""
    plans = (
        replace(
            plan_walk(bench.game, seed),
            kind="combat",
            by_hand=False,
            phases_skipped=seed % 3,
            length=2,
            attempt_rate=0.6,
        )
        for seed in seeds
    )
    return several(bench, plans, wanted)


EASY = tuple(replace(one, min_strength=number + 2, classes=()) for number, one in enumerate(ENTRIES))
