"""Survival without supply: rules engine and module, compared with a naive oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import WalkPlan, plan_walk
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId
from hexwright.model.rules.supply_record import OutOfSupplySurvival
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_phase
from tests.conformance.walking import bench_of, several
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-volley", "the-marsh"
TEAL, GOLD = SideId("teal"), SideId("gold")
ENTRIES = (
    OutOfSupplySurvival(max=3, place=("fort",), side=(TEAL,), turns=(1, 2)),
    OutOfSupplySurvival(max=1, weather=("dry",), terrain=("field",), side=(GOLD,)),
    OutOfSupplySurvival(max=2, place_kinds=("city", "town")),
    OutOfSupplySurvival(max=1, phases=(PhaseId("teal-supply"),), option={"pursuit": "on"}),
)


def spared(entries: tuple[OutOfSupplySurvival, ...] = ENTRIES) -> Game:
    """Return the fire combat game with survival entries and very short supply lines."""
    found = game(SLUG)
    assert found.rules.out_of_supply is not None
    far = {GOLD: HexId("1A"), TEAL: HexId("6C")}
    cut = tuple(replace(rule, edge=(), hexes=(far[rule.side],), range=1) for rule in found.rules.supply_lines)
    told = replace(found.rules.out_of_supply, survival=entries)
    return replace(found, rules=replace(found.rules, out_of_supply=told, supply_lines=cut))


def plainly(kernel: RulesEngine, state: State, here: str, side: str) -> int:
    """Return how many units survive in a hex, from the data alone."""
    found, phase = kernel.setting.game, kernel.setting.phases[state.phase].id
    places = [place for place in found.hexmap.places if place.hex == here]
    for entry in found.rules.out_of_supply.survival if found.rules.out_of_supply is not None else ():
        kinds, names = {place.kind for place in places}, {place.id for place in places}
        terrain = next(one.id for one in (found.hexmap.terrain_of(here),))  # type: ignore[arg-type]
        asked: list[tuple[Any, bool]] = [
            (entry.side, side in entry.side),
            (entry.turns, state.turn in entry.turns),
            (entry.weather, kernel.setting.weather_now(state) in entry.weather),
            (entry.phases, phase in entry.phases),
            (entry.terrain, terrain in entry.terrain),
            (entry.place, bool(names & set(entry.place))),
            (entry.place_kinds, bool(kinds & set(entry.place_kinds))),
            (entry.option, all(kernel.setting.options[k] == v for k, v in entry.option.items())),
        ]
        if all(so for what, so in asked if what):
            return entry.max
    return 0


def compared(found: Game, options: dict[str, str] | None = None, games: int = 6) -> Counter[int]:
    """Compare all hexes after every action; return how often each number of units could survive."""
    kernel, seen = RulesEngine(found, SCENARIO, options), Counter[int]()

    def watch(state: State, _action: Action, _after: State) -> None:
        if state.stage != "weather-roll" and state.turn in kernel.setting.turns:
            for number, here in enumerate(kernel.setting.board.ids):
                for side, name in enumerate(kernel.setting.sides):
                    if here:
                        told = supply_phase.survival_room(kernel.setting, state, number, side)
                        assert told == plainly(kernel, state, here, name), (here, name, state.turn)
                        seen[told] += 1

    for seed in range(games):
        play_game(kernel, seed, {}, watch)
    return seen


@pytest.mark.parametrize("pursuit", ["on", "off"])
def test_units_hold_out_where_a_plain_reading_says(pursuit: str) -> None:
    seen = compared(spared(), {"pursuit": pursuit})
    assert set(seen) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("name", "value"),
    [("applies_at", lambda *_: True), ("applies_at", lambda *_: False)],
    ids=["at any time", "never"],
)
def test_a_reference_that_lets_others_hold_out_is_found_out(
    name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supply_phase, name, value)
    with pytest.raises(AssertionError, match=r"gold|teal"):
        compared(spared())


def plans(found: Game, seeds: Iterable[int]) -> Iterable[WalkPlan]:
    for seed in seeds:
        yield replace(plan_walk(found, seed), kind="supply", length=4, by_hand=False, phases_skipped=seed % 6)


def test_module_and_reference_let_the_same_units_hold_out(tmp_path: Path) -> None:
    total = several(bench_of(spared(), tmp_path), plans(spared(), (3, 0, 5, 6)), {"survivors": 1})
    assert [str(one) for one in total.differences] == []
    assert total.counts["survivors"]


@pytest.mark.parametrize(
    "wrong",
    [(), (OutOfSupplySurvival(max=9),), tuple(replace(one, turns=(3,)) for one in ENTRIES)],
    ids=["nobody", "everybody", "on another turn"],
)
def test_a_module_that_lets_others_hold_out_is_found_out(
    wrong: tuple[OutOfSupplySurvival, ...], tmp_path: Path
) -> None:
    bench = bench_of(spared(wrong), tmp_path, spared())
    assert several(bench, plans(spared(), (3, *range(10)))).differences


def test_the_booklet_explains_units_that_hold_out() -> None:
    told = [line for line in by_subject(spared())["Supply"] if "survive" in line]
    assert told[:2] == [
        "3 disrupted Teal units survive in a hex without supply (in Fort, on turns 1 or 2)",
        "one disrupted Gold unit survives in a hex without supply (in field, in dry weather)",
    ]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (OutOfSupplySurvival(max=1, supply="out"), "supply"),
        (OutOfSupplySurvival(max=1, across=("stream",)), "across"),
        (OutOfSupplySurvival(max=1, phases=(PhaseId("gold-fire"),)), "phases"),
    ],
)
def test_conditions_that_holding_out_does_not_ask_are_refused(entry: OutOfSupplySurvival, key: str) -> None:
    found = spared((entry,))
    assert [one.path[-1] for one in find_unplayable(found, found.scenarios[0])] == [key]
