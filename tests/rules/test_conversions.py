"""Conversions: the units that may be replaced, in rules engine and module, from the data alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.replacement_record import Conversion
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.walking import bench_of, several
from tests.rules.asking import so
from tests.rules.supplying import Supply
from tests.tiers import sampled
from tests.vassal.compile.games import game
from tests.vassal.enforcement.games_with_conversions import with_horse_made_of_foot

RED = SideId("red")
MADE = Conversion(unit=UnitId("red-tank"), cost=0, rule="1")
ASKS: dict[str, Any] = {
    "classes": ("staff",),
    "units": (UnitId("red-1"), UnitId("red-3")),
    "terrain": ("wood", "marsh"),
    "place_kinds": ("town",),
    "unless": Unless(feature=("red-start",)),
    "weather": ("fair",),
    "enemy_zoc": "in",
    "near": Near(classes=("staff",), within=1),
}
"""Criteria for the unit to be converted."""


def making(**asks: Any) -> Game:
    """Return the toy with a conversion."""
    found = game("toy-causeway")
    first, side = found.rules.replacements
    made = replace(side, entries=(), conversions=(replace(MADE, **asks),))
    rules = replace(found.rules, replacements=(first, made))
    return replace(found, rules=replace(rules, stacking=replace(rules.stacking, limits=())))


def compared(kernel: RulesEngine, seeds: Iterable[int]) -> Counter[str]:
    """Compare the units that may be converted in random positions with a naive oracle."""
    setting, seen = kernel.setting, Counter[str]()
    (made,) = setting.game.rules.replacements[1].conversions
    ((_, turn, _),) = setting.arrivals_and_departures.conversions
    hexes = [here for here in setting.board.ids if here]
    for seed in seeds:
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines = []
        for unit in setting.units:
            here, side = chance.choice(hexes), setting.game.counters.unit(unit).side
            if unit != made.unit and taken.setdefault(here, side) == side:
                lines.append(f"{here} {unit}")
        state = build_state(kernel, lines, turn=turn, phase="red-reinforcement")
        supply = Supply(kernel, state, RED)
        places = enumerate(setting.units)
        stands = {u: setting.board.ids[state.locations[n]] for n, u in places if state.locations[n] >= 0}
        wanted = {
            unit
            for unit, here in stands.items()
            if setting.game.counters.unit(unit).side == RED
            and supply.has(here)
            and so(kernel, state, made, unit)
        }
        assert {a.unit for a in kernel.legal_actions(state) if a.kind == "designate"} == wanted
        seen.update({"may": len(wanted), "may not": len(stands) - len(wanted)})
    return seen


@pytest.mark.parametrize("key", ASKS)
def test_conversions_replace_the_units_that_the_condition_names(key: str) -> None:
    seen = compared(RulesEngine(making(**{key: ASKS[key]}), "the-week"), range(60))
    assert seen["may not"]
    assert seen["may"] or key == "weather"


@pytest.mark.parametrize("key", ASKS)
def test_conversions_that_ignore_a_condition_are_found(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = RulesEngine(making(**{key: ASKS[key]}), "the-week")
    monkeypatch.setitem(
        vars(kernel.setting), "conversions", RulesEngine(making(), "the-week").setting.conversions
    )
    with pytest.raises(AssertionError):
        compared(kernel, range(60))


def horse(**asks: Any) -> Game:
    """Return another toy, whose sheet has a box for converted units."""
    found = with_horse_made_of_foot()
    red, blue = found.rules.replacements
    (made,) = red.conversions
    red = replace(red, conversions=(replace(made, **asks),))
    return replace(found, rules=replace(found.rules, replacements=(red, blue)))


def walked(bench: ConformanceBench, seeds: Iterable[int]) -> ComparisonTally:
    """Return the tally of walks that begin with replacements."""
    plans = (plan_walk(bench.game, seed) for seed in seeds)
    return several(
        bench,
        (replace(one, kind="", by_hand=False, phases_skipped=0, length=2, attempt_rate=0.7) for one in plans),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "value"),
    sampled(
        [
            ("units", (UnitId("red-2"),)),
            ("terrain", ("meadow",)),
            ("unless", Unless(feature=("red-start",))),
            ("enemy_zoc", "in"),
            ("near", Near(units=(UnitId("red-2"),), within=1)),
        ],
        1,
    ),
)
def test_a_module_asks_every_condition_of_conversions(key: str, value: Any, tmp_path: Path) -> None:
    # Single units count beside those of classes.
    right = horse(**{"classes": () if key == "units" else ("foot",), key: value})
    tally = walked(bench_of(right, tmp_path), range(6))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["replacements: designate"]
    assert walked(bench_of(horse(), tmp_path, right), range(20)).differences


@pytest.mark.parametrize(
    ("key", "value"),
    [("side", (RED,)), ("turns", (3,)), ("supply", "in"), ("across", ("river",)), ("condition", "disrupted")],
)
def test_conditions_that_conversions_do_not_ask_are_refused(key: str, value: Any) -> None:
    found = horse(**{key: value})
    assert [one.path[-1] for one in find_unplayable(found, found.scenarios[0])] == [key]


def test_booklet_and_help_explain_conversions() -> None:
    lines = by_subject(making(classes=("foot",), terrain=("wood",)))["Replacements"]
    assert "Red Tanks takes the place of a Foot unit (in wood), at no cost" in lines, lines
