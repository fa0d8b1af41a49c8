"""Units that never retreat, and cadres of units that can't, are the same in module and rules engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.model.game import Game
from tests.conformance.close_combat import close, walked
from tests.conformance.walking import around, bench_of
from tests.rules.games_with_cornered_units import CORNERED, cornered
from tests.tiers import sampled


def _combat(found: Game, **changes: object) -> Game:
    assert found.rules.combat is not None
    return replace(found, rules=replace(found.rules, combat=replace(found.rules.combat, **changes)))  # type: ignore[arg-type]


def test_module_eliminates_cornered_units_like_the_rules_engine(tmp_path: Path) -> None:
    wanted = {"legal cadres": 1, "automatic cadres": 1}
    tally = walked(bench_of(close(cornered()), tmp_path), range(30), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal cadres"] + tally.counts["automatic cadres"], tally.counts


FAULTS = {
    "everybody retreats": cornered(cannot_retreat=()),
    "others never do": cornered(cannot_retreat=("tank", "staff")),
    "something remains of whoever is lost": _combat(
        cornered(), cadres=tuple(replace(one, only_if_no_retreat=False) for one in CORNERED)
    ),
}


@pytest.mark.parametrize("fault", sampled(FAULTS, 2))
def test_a_module_that_does_otherwise_is_found_out(fault: str, tmp_path: Path) -> None:
    bench = bench_of(close(FAULTS[fault]), tmp_path, close(cornered()))
    assert walked(bench, around(1 if fault.startswith("something") else 0, 12)).differences
