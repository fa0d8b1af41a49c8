"""Games in which a small supply capacity keeps new units off the map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.model.order_of_battle import Replacement
from hexwright.model.rules.replacement_record import Account
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.model.scenario import Scenario, UnitsInBox
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.games_with_rations import BLUE, BRIDGE, DEPOT, RED, rationed
from tests.rules.supplying import Supply

HERE = tuple(map(HexId, ("0204", "0303", "0304", "0404", "0504", "0603", "0608", "0704")))


def bound(siege: bool = True, depot: bool = True, **changed: Any) -> Game:
    """Return the game whose supply capacities limit replacements, and in which replacements arrive there."""
    rations = (
        replace(BRIDGE, limits_replacements=siege, **changed),
        replace(DEPOT, limits_replacements=depot),
    )
    found = rationed(
        rations, range_in_mp=SupplyRange("haul", points=1, limited_multiplier="2"), edge=("east",)
    )
    town = {side: Account(f"{side}-siege", "the siege", hexes=HERE) for side in (RED, BLUE)}
    coming = tuple(
        replace(rule, may_stack=True, accounts=(town[rule.side],)) for rule in found.rules.replacements
    )
    grants = tuple(Replacement(side, 1, 9, 3, account=town[side].id) for side in (RED, BLUE))
    rules = replace(found.rules, replacements=coming)
    oob, scenarios = replace(found.oob, replacements=grants), tuple(map(lost, found.scenarios))
    return replace(found, rules=rules, oob=oob, scenarios=scenarios)


def lost(scenario: Scenario) -> Scenario:
    """Return the scenario with most units lost at the start, so that replacements arrive at once."""
    units = {side: (f"{side}-2", f"{side}-3") for side in (RED, BLUE)} | {
        SideId("blue"): ("blue-2", "blue-3", "blue-tank")
    }
    held = tuple(
        UnitsInBox(tuple(map(UnitId, names)), BoxId(f"{side}-pool")) for side, names in units.items()
    )
    stands = {"0404": "red-1", "0604": "red-staff", "0204": "blue-1", "0104": "blue-staff"}
    placement = {HexId(here): (UnitId(unit),) for here, unit in stands.items()}
    setup = replace(scenario.setup, placement=placement, in_boxes=(*scenario.setup.in_boxes, *held))
    return replace(scenario, setup=setup, first_phase=PhaseId("blue-reinforcement"))


def barred(kernel: RulesEngine, state: State, others: Supply, unit: UnitId, here: HexId) -> bool:
    """Return whether supply capacity keeps a new unit out of a hex, with all other units in place."""
    setting = kernel.setting
    number = setting.units.index(unit)
    where, steps = list(state.locations), bytearray(state.steps)
    where[number] = setting.board.index[here]
    steps[number] = len(kernel.setting.game.counters.unit(unit).steps)
    there = Supply(kernel, replace(state, locations=tuple(where), steps=bytes(steps)), others.side)
    if there.unrationed(unit) != "isolated":
        return False
    found = []
    for ration, asking in zip(others.rule.supply_capacity, others.asking, strict=True):
        if there.brought_by(ration, unit) is not None:
            points = sum(map(others.points, asking)) + there.points(unit)
            found.append(ration.limits_replacements and there.points(unit) > 0 and points > ration.max)
    return bool(found) and all(found)


def walked(bench: ConformanceBench, seeds: range) -> ComparisonTally:
    """Return the tally of short walks that begin with replacements."""
    total = ComparisonTally()
    for seed in seeds:
        drawn = plan_walk(bench.game, seed)
        one = replace(
            drawn, kind="replacement", phases_skipped=seed % 3, length=1, by_hand=False, attempt_rate=0.9
        )
        total.add(walk(bench, one))
        if total.differences:
            break
    return total
