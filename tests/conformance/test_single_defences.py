"""Module and rules engine agree on who has defended before; a module that differs is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from tests.conformance.close_combat import placed, walked
from tests.conformance.conftest import CAUSEWAY, real_bench
from tests.conformance.walking import ahead, bench_of
from tests.rules.games_with_single_defences import defending_once
from tests.tiers import sampled


def close(found: Game) -> Game:
    """Return the toy with three Red hexes beside Blue ones, so that many retreat into battles to come."""
    placement = {
        HexId("0204"): (UnitId("blue-1"), UnitId("blue-staff")),
        HexId("0205"): (UnitId("blue-2"), UnitId("blue-3")),
        HexId("0203"): (UnitId("blue-tank"),),
        HexId("0304"): (UnitId("red-1"),),
        HexId("0303"): (UnitId("red-2"),),
        HexId("0305"): (UnitId("red-3"),),
    }
    return placed(found, placement)


@pytest.mark.parametrize("attacked", sampled(["hex", "hexes"]))
def test_who_has_defended_is_the_same(attacked: str, tmp_path: Path) -> None:
    tally = walked(bench_of(close(defending_once(attacked)), tmp_path), ahead(10, 1, 8, 2), {"battles": 8})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["battles"], tally.counts


def test_a_module_in_which_units_defend_again_is_found_out(tmp_path: Path) -> None:
    bench = bench_of(close(defending_once(once=False)), tmp_path, close(defending_once()))
    assert walked(bench, ahead(2, 29)).differences


@pytest.mark.engine
def test_real_engine_lets_units_defend_once_like_the_rules(tmp_path: Path) -> None:
    with real_bench(close(defending_once()), CAUSEWAY, tmp_path) as bench:
        tally = walked(bench, range(3))
    assert [str(one) for one in tally.differences] == []
