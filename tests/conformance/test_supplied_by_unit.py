"""Units of one hex that are supplied in different ways, fought by fire: reference and module side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import WalkPlan, plan_walk
from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.players.policies import play_game
from hexwright.rules.air.air_missions import legal_flights
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.supply.supply_range import find_supply_shortage
from tests.conformance.conftest import VOLLEY, real_bench
from tests.conformance.walking import bench_of, several
from tests.tiers import sampled
from tests.vassal.compile.games import game

SEEDS = range(1, 9)
NEAR = SupplyRange("haul", points=1, limited_multiplier="2")
SCENARIO = "the-marsh"


def supplied(exempt: tuple[str, ...] = ("foot",), reach: SupplyRange = NEAR, **traced: Any) -> Game:
    """Return the game of fire with supply that comes by degrees and some who need none.

    Dice of those out of supply are halved, of those in limited supply divided by three.
    """
    found = game(VOLLEY)
    rules = found.rules
    assert rules.fire is not None
    haul = MovementMode("haul", "Haul", ezoc="ignored")
    said: dict[str, Any] = {"exempt": exempt, "range_in_mp": reach} | traced
    (changed,) = (one for one in rules.fire.hit_modifiers if one.id == "unsupplied")
    limited = replace(changed, id="short", name="short of supply", supply="limited", minus=1)
    (halved,) = rules.fire.dice_divisors
    third = replace(halved, id="short", name="short of supply", supply="limited", divide_by=3)
    fire = replace(
        rules.fire,
        hit_modifiers=(*rules.fire.hit_modifiers, limited),
        dice_divisors=(replace(halved, supply="isolated"), third),
    )
    return replace(
        found,
        rules=replace(
            rules,
            movement=(*rules.movement, haul),
            supply_lines=tuple(replace(rule, **said) for rule in rules.supply_lines),
            fire=fire,
        ),
    )


def plans(found: Game, seeds: Iterable[int]) -> Iterable[WalkPlan]:
    """Return walks that begin where supply counts: as attacks are allocated, and as it is judged."""
    for seed in seeds:
        kind = ("allocation", "supply")[seed % 2]
        yield replace(plan_walk(found, seed), kind=kind, length=3, by_hand=False, phases_skipped=seed % 7)


def test_units_of_one_hex_are_supplied_in_different_ways() -> None:
    kernel, seen = RulesEngine(supplied(), SCENARIO), set[tuple[str, ...]]()
    flown = 0

    def watch(state: State, _action: Action, _after: State) -> None:
        nonlocal flown
        for side in range(2):
            lack, by_hex = find_supply_shortage(kernel.setting, state, side), dict[int, set[str]]()
            for unit in members(kernel.setting.unit_sets_by_side[side]):
                if state.locations[unit] >= 0:
                    so = "out" if lack.out_of_supply >> unit & 1 else "in"
                    by_hex.setdefault(state.locations[unit], set()).add(so)
            seen.update(tuple(sorted(one)) for one in by_hex.values())
            flown += len(legal_flights(kernel.setting, state, side))

    for seed in range(8):
        play_game(kernel, seed, {}, watch)
    assert ("in", "out") in seen
    assert flown


@pytest.mark.parametrize("kept", sampled([False, True], 1))
def test_module_and_reference_play_it_alike(kept: bool, tmp_path: Path) -> None:
    found = supplied(fixed_in_movement=kept)
    total = several(bench_of(found, tmp_path), plans(found, SEEDS), {"units cut off": 1})
    assert [str(one) for one in total.differences] == []
    assert total.counts["units cut off"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    sampled(
        [
            (supplied(), supplied(exempt=())),
            (supplied(("levy",)), supplied(("levy",), replace(NEAR, limited_multiplier="4"))),
            (supplied(), supplied(range_in_mp=replace(NEAR, points=2))),
        ],
        2,
    ),
    ids=["nobody exempt", "limited farther", "in farther"],
)
def test_a_module_that_supplies_otherwise_is_found_out(right: Game, wrong: Game, tmp_path: Path) -> None:
    assert several(bench_of(wrong, tmp_path, right), plans(right, SEEDS)).differences


@pytest.mark.engine
def test_real_engine_supplies_single_units_like_the_rules(tmp_path: Path) -> None:
    found = supplied(fixed_in_movement=True)
    # The bridge finds the phase by the name of the pool: on these walks nobody is given up.
    seeds = (2, 6, 11)
    with real_bench(found, VOLLEY, tmp_path) as bench:
        total = several(bench, plans(found, seeds))
    assert [str(one) for one in total.differences] == []
