"""Where hexes of networks change, module and reference note the same, and a module that doesn't is found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.rules.transport_network_record import NetworkStates
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.walking import around, bench_of, several
from tests.rules.games_with_railways import railway
from tests.rules.games_with_retreats_along_lines import TRACKS, tracked
from tests.tiers import ALL
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def walked(bench: ConformanceBench, seeds: Iterable[int]) -> ComparisonTally:
    """Return what was compared on walks that begin with movement."""
    plans = (
        replace(plan_walk(bench.game, seed), kind="movement", length=2, attempt_rate=0.75) for seed in seeds
    )
    return several(bench, plans)


def with_states(found: Game, states: NetworkStates) -> Game:
    """Return a game whose network changes otherwise."""
    [road] = found.rules.networks
    return replace(found, rules=replace(found.rules, networks=(replace(road, states=states),)))


def test_hexes_change_in_the_module_as_in_the_reference(tmp_path: Path) -> None:
    bench = bench_of(railway(whole=False), tmp_path)
    tally = walked(bench, range(4 if ALL else 0))
    tally.add(replay_game(bench, 1))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["moves"] >= 20 or not ALL


@pytest.mark.slow
def test_moves_that_are_taken_back_change_nothing_in_the_module(tmp_path: Path) -> None:
    tally = walked(bench_of(railway(limit=1), tmp_path), range(4) if ALL else (1, 2))
    assert [str(one) for one in tally.differences] == []


def test_a_module_that_lets_others_mend_is_found_out(tmp_path: Path) -> None:
    played = railway(whole=False)
    planted = with_states(played, NetworkStates(repaired_by=("staff",), cut_name="torn up", rule="4"))
    assert walked(bench_of(planted, tmp_path, played), around(1, 30)).differences


@pytest.mark.engine
def test_hexes_change_and_units_retreat_along_them_in_the_real_engine(tmp_path: Path) -> None:
    found = tracked(*TRACKS, whole=False)
    with Engine(write_module(found, found.slug, tmp_path / "railway.vmod")) as engine:
        bench, total = (
            ConformanceBench(found, SavedGameWriter(found, plan(found.slug)), VassalModule(engine)),
            ComparisonTally(),
        )
        for seed in (7, 10, 15):
            drawn = replace(
                plan_walk(found, seed),
                kind="combat",
                by_hand=False,
                phases_skipped=seed % 6,
                length=3,
                attempt_rate=0.4,
            )
            total.add(walk(bench, drawn))
    assert [str(one) for one in total.differences] == []
    assert total.counts["moves"], total.counts
    assert total.counts["network markers"], total.counts
    assert total.counts["retreats"], total.counts
