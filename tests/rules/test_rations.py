"""Supply capacities: rules engine and module, compared with the naive tracer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay_turns, walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.supply_capacity_record import AlsoSupplied, SupplyCapacity
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_capacity, supply_range
from hexwright.rules.supply.supply_range import (
    SupplyShortage,
    TracedSupply,
    active_capacities,
    find_supply_shortage,
)
from hexwright.rules.supply.supply_tracing import CompiledSupplyLine
from tests.rules.games_with_degrees_of_supply import SCENARIO, SLUG
from tests.rules.games_with_lesser_supply import walked
from tests.rules.games_with_rations import BRIDGE, DEPOT, NEAR, RED, rationed
from tests.rules.supplying import Supply
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def compared(found: Game, number: int = 90 if ALL else 45) -> Counter[str]:
    """Scatter units, compare their supply with the naive tracer, and return how often each event occurred."""
    kernel, chance, seen = RulesEngine(found, SCENARIO), RandomStream(7), Counter[str]()
    setting = kernel.setting
    hexes = [one for one in setting.board.ids if one]
    for _ in range(number):
        lines = [f"{chance.choice(hexes)} {unit}" for unit in setting.units if chance.integer_below(4)]
        turn_now = 1 + chance.integer_below(4)
        try:
            state = build_state(kernel, lines, turn=turn_now, phase="red-movement")
        except (ValueError, IllegalAction):
            continue
        for side, name in enumerate(setting.sides):
            lack, naive = find_supply_shortage(setting, state, side), Supply(kernel, state, name)
            for unit in setting.units_by_side[side]:
                if state.locations[unit] < 0:
                    continue
                told = "in" if not lack.out_of_supply >> unit & 1 else "limited"
                told = "isolated" if lack.isolated >> unit & 1 else told
                assert told == naive.degree(setting.units[unit]), (setting.units[unit], lines, turn_now)
                seen[told] += 1
            for share in active_capacities(setting, state, side):
                seen["fed"] += share.supplied_units.bit_count()
                seen["left over"] += share.unsupplied_units.bit_count()
    return seen


def test_rations_feed_as_a_plain_tracer_says() -> None:
    seen = compared(rationed())
    assert min(seen[what] for what in ("in", "limited", "isolated", "fed", "left over")) > (20 if ALL else 10)


def test_units_with_rations_are_limited_and_the_others_isolated() -> None:
    kernel = RulesEngine(
        rationed(
            (BRIDGE,), range_in_mp=SupplyRange("haul", points=1, limited_multiplier="2"), edge=("east",)
        ),
        SCENARIO,
    )
    setting, red = kernel.setting, kernel.setting.sides.index(RED)

    def told(*lines: str) -> dict[str, list[UnitId]]:
        state = build_state(kernel, (*lines, "0101 blue-1"), turn=4, phase="red-movement")
        (share,) = active_capacities(setting, state, red)
        some = {
            "fed": share.supplied_units,
            "left over": share.unsupplied_units,
            "isolated": find_supply_shortage(setting, state, red).isolated,
        }
        return {
            what: [unit for n, unit in enumerate(setting.units) if units >> n & 1]
            for what, units in some.items()
        }

    # 4 and 3 are more than 5; the smaller that follows is passed over too, for 1 is left.
    assert told("0404 red-1", "0404 red-2") == {
        "fed": ["red-1"],
        "left over": ["red-2"],
        "isolated": ["red-2"],
    }
    # 3 and 2 are as many as there are.
    assert told("0404 red-3", "0404 red-2")["fed"] == ["red-2", "red-3"]
    # Of equals the nearer, and tanks of 4 as the farthest.
    assert told("0404 red-1", "0404 red-tank")["fed"] == ["red-1"]
    assert told("0303 red-tank", "0404 red-3")["left over"] == ["red-3"]
    # Headquarters need none.
    assert told("0404 red-1", "0404 red-staff")["isolated"] == []


def _weakest_first(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity._capacity_demands
    patch.setattr(
        supply_capacity, "_capacity_demands", lambda *args: [(-one[0], *one[1:]) for one in real(*args)]
    )


def _farthest_first(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity._capacity_demands
    patch.setattr(
        supply_capacity,
        "_capacity_demands",
        lambda *args: [(one[0], -one[1], *one[2:]) for one in real(*args)],
    )


def _as_they_come(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity._capacity_demands
    patch.setattr(
        supply_capacity,
        "_capacity_demands",
        lambda *args: [(0, 0, UnitId(""), one[3]) for one in real(*args)],
    )


def _nobody_beyond(patch: pytest.MonkeyPatch) -> None:
    real = CompiledGame.applies_now
    patch.setattr(
        CompiledGame,
        "applies_now",
        lambda a, b, when: not isinstance(when, AlsoSupplied) and real(a, b, when),
    )


def _always(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CompiledGame, "applies_now", lambda *_: True)


def _supplied_by_them(patch: pytest.MonkeyPatch) -> None:
    real = supply_range._capacities_in_use
    patch.setattr(
        supply_range,
        "_capacities_in_use",
        lambda *args: [
            one._replace(supplied_units=one.supplied_units | one.unsupplied_units) for one in real(*args)
        ],
    )


def _only_near(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.supply.supply_movement._limited_multiplier", lambda _reach: Fraction(1))


def _nobody_exempt(patch: pytest.MonkeyPatch) -> None:
    real = supply_range._shortage_without_capacities

    def all_need(a: Any, b: Any, c: Any, tracing: CompiledSupplyLine, found: TracedSupply) -> SupplyShortage:
        return real(a, b, c, replace(tracing, exempt=0), found)

    patch.setattr(supply_range, "_shortage_without_capacities", all_need)


@pytest.mark.parametrize(
    "fault",
    sampled(
        [
            _weakest_first,
            _farthest_first,
            _as_they_come,
            _nobody_beyond,
            _always,
            _supplied_by_them,
            _only_near,
            _nobody_exempt,
        ],
        0,
        2,
        5,
        6,
        7,
    ),
)
def test_planted_faults_in_rations_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        compared(rationed())


def test_rations_that_cannot_be_played_are_refused() -> None:
    assert not list(find_unplayable(rationed(), rationed().scenarios[0]))
    at = ("supply_lines", 0, "supply_capacity")
    for found, where in (
        (rationed(range_in_mp=replace(NEAR, limited_multiplier=None)), at),
        (rationed((replace(BRIDGE, enemy_zoc="in"), DEPOT)), (*at, 0, "enemy_zoc")),
        (
            rationed((replace(BRIDGE, also_supplies=(AlsoSupplied(enemy_zoc="in"),)),)),
            (*at, 0, "also_supplies", 0, "enemy_zoc"),
        ),
        (rationed((replace(BRIDGE, classes=("staff",)),)), (*at, 0, "classes")),
    ):
        assert ("rules", *where) in [fault.path for fault in find_unplayable(found, found.scenarios[0])]


def test_the_booklet_explains_rations() -> None:
    lines = by_subject(rationed())["Supply"]
    assert "Red: Headquarters need no supply" in lines
    fed = "Foot units that would be isolated without it"
    also = "also Tanks in clear terrain, counted as the farthest"
    order = "the strongest first, then the nearest"
    assert f"Red: Siege line supplies 5 strength points of {fed}: {order}; {also}" in lines


# At the table ---------------------------------------------------------------------------------------------


def test_module_hands_out_rations_like_the_rules_engine(tmp_path: Path) -> None:
    tally = walked(rationed(), rationed(), tmp_path, range(31, 36 if ALL else 33))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["supply capacities compared"]


@pytest.mark.slow
def test_module_shows_half_points_of_rations_like_the_rules_engine(tmp_path: Path) -> None:
    right = rationed()
    halves = tuple(
        replace(unit, steps=tuple(replace(step, defence="3/2") for step in unit.steps))
        if unit.steps[0].strength
        else unit
        for unit in right.counters.units
    )
    right = replace(right, counters=replace(right.counters, units=halves))
    tally = walked(right, right, tmp_path, range(31, 36 if ALL else 33))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["supply capacities compared"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    [(replace(BRIDGE, max=9), DEPOT), (DEPOT, BRIDGE), (replace(BRIDGE, also_supplies=()), DEPOT)],
    ids=["most", "order", "beyond"],
)
def test_a_module_that_hands_out_otherwise_is_found_out(
    wrong: tuple[SupplyCapacity, ...], tmp_path: Path
) -> None:
    # Seed 47 finds the third of them.
    assert walked(rationed(), rationed(wrong), tmp_path, (*range(31, 35), 47)).differences


@pytest.mark.engine
def test_real_engine_rations_supply_like_the_rules(tmp_path: Path) -> None:
    right = rationed()
    with Engine(write_module(right, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), VassalModule(engine))
        assert not replay_turns(bench, SCENARIO, 3).differences
        total = ComparisonTally()
        for seed in (31, 32, 33):
            total.add(walk(bench, replace(plan_walk(right, seed), kind="combat", length=1, by_hand=False)))
    assert [str(one) for one in total.differences] == []
    assert total.counts["supply capacities compared"]
