"""Retreats past zones and through enemies who are passed are alike in module and reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.words.all_rule_words import by_subject
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.close_combat import close, placed, walked
from tests.conformance.games_with_passing import SLUG, passing
from tests.conformance.walking import around, bench_of
from tests.tiers import sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def mixed(found: Game) -> Game:
    """Return the toy with both sides beside each other, and of those who are passed some behind the enemy."""
    stands = {
        "0304": ("blue-1",),
        "0305": ("blue-2",),
        "0303": ("blue-3",),
        "0204": ("red-staff",),
        "0404": ("red-1",),
        "0403": ("red-2", "red-3"),
        "0504": ("blue-staff",),
        "0503": ("blue-tank",),
    }
    towns = (
        Place("west", "West", HexId("0204"), "town", SideId("red")),
        Place("east", "East", HexId("0504"), "town", SideId("blue")),
    )
    found = replace(found, hexmap=replace(found.hexmap, places=(*found.hexmap.places, *towns)))
    return placed(found, {HexId(here): tuple(map(UnitId, units)) for here, units in stands.items()})


@pytest.mark.parametrize("stand", sampled([close, mixed], 0))
def test_retreats_past_zones_and_enemies_are_alike(stand: Callable[[Game], Game], tmp_path: Path) -> None:
    tally = walked(bench_of(stand(passing()), tmp_path), (0, 9, 21, 27), {"retreats": 6})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["retreats"] > 5, tally.counts


FAULTS = {
    "zones bar all": (passing(unhindered=()), close),
    "zones bar nobody": (passing(unhindered=("tank", "foot")), mixed),
    "nobody is passed": (passing(passed=()), mixed),
    "others are passed": (passing(passed=("foot", "staff", "tank")), close),
}


@pytest.mark.parametrize("fault", sampled(FAULTS, 1))
def test_a_module_that_retreats_otherwise_is_found_out(fault: str, tmp_path: Path) -> None:
    found, stand = FAULTS[fault]
    first = 4 if stand is mixed else 0
    assert walked(bench_of(stand(found), tmp_path, stand(passing())), around(first, 40)).differences


def test_booklet_and_help_explain_retreats_past_zones_and_enemies() -> None:
    lines = by_subject(passing())["Battles"]
    assert any(line.endswith("may retreat through enemy zones of control") for line in lines), lines
    held = "may retreat through hexes that hold only enemy "
    assert any(held in line for line in lines), lines


def test_retreat_entries_without_effect_are_refused() -> None:
    def told(found: Game) -> str:
        return " ".join(one.message for one in find_unplayable(found, found.scenarios[0]))

    assert told(passing()) == ""
    assert "'ignores_ezoc' has no effect" in told(passing(ezoc="ignored"))
    combat = passing().rules.combat
    assert combat is not None
    never = replace(combat, retreat=replace(combat.retreat, cannot_retreat=("tank",)))
    found = replace(passing(), rules=replace(passing().rules, combat=never))
    assert "is in 'cannot_retreat' and in 'ignores_ezoc'" in told(found)


@pytest.mark.engine
def test_real_engine_retreats_through_enemies_like_the_rules(tmp_path: Path) -> None:
    found = mixed(passing())
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        tally = walked(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), (4, 9, 11)
        )
    assert [str(one) for one in tally.differences] == []
