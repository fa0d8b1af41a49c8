"""Supply ranges in movement points: module and rules engine agree, in the emulator and in VASSAL."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay_turns, walk
from hexwright.conformance.running_module import EmulatedModule, RunningModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.rules.movement_record import EntryCost, LineCost, MovementMode
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.walking import parted, several
from tests.rules.games_with_supply_in_points import HAUL
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-causeway", "the-week"


def hauled(points: int = 3, haul: MovementMode = HAUL, **changes: Any) -> Game:
    """Return the game with a supply range in points, by the given movement mode."""
    found = game(SLUG)
    far = {"range": None, "range_in_mp": SupplyRange("haul", points), "not_into": (), **changes}
    traced = tuple(replace(rule, **far) for rule in found.rules.supply_lines)
    phases = tuple(replace(phase, except_turns=()) for phase in found.rules.sequence)
    movement = (*found.rules.movement, haul)
    rules = replace(found.rules, supply_lines=traced, sequence=phases, movement=movement)
    return replace(found, rules=rules)


def bench(right: Game, table: RunningModule) -> ConformanceBench:
    """Return a bench of a game with a running module."""
    return ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)


def walk_of(on: ConformanceBench, seed: int) -> ComparisonTally:
    """Return the tally of a walk, by its seed."""
    return walk(on, plan_walk(on.game, seed))


def test_the_module_brings_supplies_as_the_reference_does(tmp_path: Path) -> None:
    alike = bench(hauled(), EmulatedModule(write_module(hauled(), SLUG, tmp_path / "module.vmod")))
    for seed in range(2 if ALL else 0):
        assert parted(alike, (seed,)) == [], seed
    plans = (plan_walk(alike.game, seed) for seed in range(40, 60))
    tally = several(alike, plans, {"supply lines shown": 1})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["supply lines shown"]


@pytest.mark.engine
def test_real_engine_brings_supplies_in_points_like_the_rules(tmp_path: Path) -> None:
    with Engine(write_module(hauled(), SLUG, tmp_path / "module.vmod")) as engine:
        alike = bench(hauled(), VassalModule(engine))
        assert not replay_turns(alike, SCENARIO, 3).differences
        for seed in (41, 44, 47):
            assert not walk_of(alike, seed).differences, seed


@pytest.mark.parametrize(
    "wrong",
    sampled(
        [
            hauled(2),
            hauled(haul=replace(HAUL, ezoc_costs=None)),
            hauled(haul=replace(HAUL, costs=HAUL.costs[2:])),
            hauled(haul=replace(HAUL, line_costs=())),
        ],
        0,
    ),
    ids=["points", "zones", "terrain", "lines"],
)
def test_a_module_that_brings_them_otherwise_is_found_out(wrong: Game, tmp_path: Path) -> None:
    other = bench(hauled(), EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod")))

    def walks(seeds: range) -> ComparisonTally:
        return several(other, (plan_walk(other.game, seed) for seed in seeds))

    assert walks(range(40, 42)).differences or parted(other, range(3)) or walks(range(42, 90)).differences


def test_the_costs_of_units_and_another_length_are_refused() -> None:
    of_tanks = replace(HAUL, costs=(EntryCost("2", terrain=("wood",), classes=("tank",)),))
    hungry = replace(HAUL, line_costs=(LineCost("road", "1", supply="in"),))
    for found, at in (
        (hauled(haul=of_tanks), ("rules", "movement", "haul", "costs", 0, "classes")),
        (hauled(haul=hungry), ("rules", "movement", "haul", "line_costs", 0, "supply")),
        (hauled(range=4), ("rules", "supply_lines", 0, "range_in_mp")),
        (hauled(not_across=("river",)), ("rules", "supply_lines", 0, "not_across")),
    ):
        assert at in [fault.path for fault in find_unplayable(found, found.scenarios[0])]
    assert not list(find_unplayable(hauled(), hauled().scenarios[0]))
