"""The die for the weather of a scenario's first turn: thrown as the game begins, in module and reference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay
from hexwright.model.ids import SideId
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.model.rules.victory_record import AutomaticVictory, VictoryRules
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.close_combat import close
from tests.conformance.conftest import CAUSEWAY, real_bench
from tests.conformance.game_with_first_weather import FACES, toy
from tests.conformance.walking import bench_of, several
from tests.tiers import ALL
from tests.vassal.enforcement.playing import Table, opened_game

SCENARIO = "the-week"


def walked(bench: ConformanceBench, seeds: range, *, by_hand: bool = False) -> ComparisonTally:
    """Return what was compared on walks from the beginning."""
    plans = (
        replace(plan_walk(bench.game, s), kind="", phases_skipped=0, by_hand=by_hand, length=5) for s in seeds
    )
    return several(bench, plans)


def test_a_game_that_begins_with_a_weather_roll_can_be_played() -> None:
    assert not list(find_unplayable(toy(), toy().scenarios[0]))
    begun = {RulesEngine(toy(), SCENARIO).set_up(seed).stage for seed in range(4)}
    assert begun == {"weather-roll"}


def test_module_and_reference_begin_alike(tmp_path: Path) -> None:
    bench = bench_of(close(toy()), tmp_path)
    tally = walked(bench, range(4 if ALL else 1))
    assert [str(one) for one in tally.differences] == []
    game = replay(bench, SCENARIO, 3, {}, turns=2 if ALL else 1)
    assert [str(one) for one in game.differences] == []


@pytest.mark.slow
def test_module_and_reference_begin_alike_after_a_set_up_by_hand(tmp_path: Path) -> None:
    tally = walked(bench_of(toy(), tmp_path), range(3 if ALL else 1), by_hand=True)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["set-ups"], tally.counts


def test_a_module_with_another_table_is_found_out(tmp_path: Path) -> None:
    other = {face: "rain" if now == "fair" else "fair" for face, now in FACES.items()}
    assert walked(bench_of(close(toy(other)), tmp_path, close(toy())), range(3)).differences


def test_a_game_may_end_as_the_weather_of_a_turn_is_thrown(tmp_path: Path) -> None:
    found = toy()
    red, first = SideId("red"), found.rules.sequence[0].id
    held = Situation("held", "Red holds the depot", (first,), (SituationFacts(red, owns=("depot",)),))
    wins = VictoryRules(
        "towns",
        automatic_victory=(AutomaticVictory(red, situation="held", consecutive=2),),
        default_winner=red,
    )
    (week,) = found.charts.turn_tracks
    turns = (week.turns[0], replace(week.turns[1], weather_roll=FACES), *week.turns[2:])
    found = replace(
        found,
        rules=replace(found.rules, situations=(held,), victory=(wins,)),
        charts=replace(found.charts, turn_tracks=(replace(week, turns=turns),)),
        scenarios=(replace(found.scenarios[0], first_phase=first),),
    )
    assert not list(find_unplayable(found, found.scenarios[0]))
    game = replay(bench_of(found, tmp_path), SCENARIO, 3, {})
    assert [str(one) for one in game.differences] == []
    assert game.counts["whole games"] == 1


def test_a_ready_set_up_waits_for_the_die() -> None:
    table = Table(opened_game(toy(), CAUSEWAY)).start(toy().scenario(SCENARIO).title)
    assert table.get("SettingUp") == "true"
    assert table.get("Weather") == ""
    assert "die for the weather is thrown" in str(table.get("PhaseText"))
    table.press("Begin the game")
    assert table.get("SettingUp") == "false"
    assert table.get("Turn") == "1"
    assert table.get("Weather") in ("fair", "rain")


@pytest.mark.engine
def test_real_engine_throws_for_the_first_weather_like_the_rules(tmp_path: Path) -> None:
    with real_bench(close(toy()), CAUSEWAY, tmp_path) as bench:
        tally = walked(bench, range(2))
    assert [str(one) for one in tally.differences] == []
