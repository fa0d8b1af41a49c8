"""Sources of at most limited supply: rules engine and module, compared with the naive tracer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_range
from hexwright.rules.supply.supply_range import find_supply_shortage
from tests.rules.games_with_degrees_of_supply import SCENARIO, SLUG, watched
from tests.rules.games_with_lesser_supply import RED, besieged, walked
from tests.tiers import ALL
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def test_supply_is_limited_as_a_plain_tracer_says() -> None:
    seen = watched(besieged(), range(2))
    assert min(seen[what] for what in ("limited", "isolated", "battles"))


def _full(patch: pytest.MonkeyPatch) -> None:
    near = supply_range._supply_and_isolation_hexes
    patch.setattr(
        supply_range,
        "_supply_and_isolation_hexes",
        lambda traced, printed: (near(traced, printed)[1], near(traced, printed)[1]),
    )


def _forgotten(patch: pytest.MonkeyPatch) -> None:
    near = supply_range._supply_and_isolation_hexes
    patch.setattr(
        supply_range,
        "_supply_and_isolation_hexes",
        lambda found, printed: near(found._replace(limited_levels=None), printed),
    )


def _from_hexes_alone(patch: pytest.MonkeyPatch) -> None:
    near = supply_range._supply_and_isolation_hexes
    patch.setattr(
        supply_range,
        "_supply_and_isolation_hexes",
        lambda found, printed: near(found._replace(limited_levels=[[0] * 99]), printed),
    )


@pytest.mark.parametrize("fault", [_full, _forgotten, _from_hexes_alone])
def test_planted_faults_in_lesser_sources_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, IndexError)):
        watched(besieged(), range(3))


def test_a_lesser_source_makes_isolated_units_limited_and_supplies_nobody() -> None:
    helped = 0
    kernels = RulesEngine(besieged(), SCENARIO), RulesEngine(besieged(()), SCENARIO)
    red = kernels[0].setting.sides.index(RED)
    for here in kernels[0].setting.board.ids:
        if here in ("", "0101"):
            continue
        lines = (f"{here} red-1", "0101 blue-1")
        lacks = [
            find_supply_shortage(one.setting, build_state(one, lines, turn=3, phase="red-movement"), red)
            for one in kernels
        ]
        assert lacks[0].out_of_supply == lacks[1].out_of_supply
        assert not lacks[0].isolated & ~lacks[1].isolated
        helped += lacks[0].isolated != lacks[1].isolated
    assert helped > 3


def test_a_lesser_source_is_refused_where_supply_is_never_limited() -> None:
    assert not list(find_unplayable(besieged(), besieged().scenarios[0]))
    found = besieged(far=False)
    at = [fault.path for fault in find_unplayable(found, found.scenarios[0])]
    assert ("rules", "supply_lines", 0, "limited_network") in at


def test_module_limits_supply_like_the_rules_engine(tmp_path: Path) -> None:
    tally = walked(besieged(), besieged(), tmp_path, range(31, 34 if ALL else 32))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["supply lines shown"]


def test_a_module_that_knows_no_such_source_is_found_out(tmp_path: Path) -> None:
    assert walked(besieged(), besieged(()), tmp_path, range(31, 32)).differences


@pytest.mark.engine
def test_real_engine_limits_supply_from_lesser_sources_like_the_rules(tmp_path: Path) -> None:
    right = besieged()
    with Engine(write_module(right, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), VassalModule(engine))
        tally = walk(bench, replace(plan_walk(right, 31), kind="combat", length=1, by_hand=False))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["supply lines shown"]
