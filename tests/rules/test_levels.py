"""Levels of victory by points, as the rules engine and the module report them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.victory_record import Level, VictoryRules
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module

SLUG = "toy-causeway"
LEVELS = (
    Level("Edge"),
    Level("Win", lead=2, ratio="3/2"),
    Level("Rout", lead=4, ratio="2", side=SideId("red")),
)


def with_levels(*levels: Level) -> Game:
    found = game(SLUG)
    first = found.rules.victory[0]
    rules = replace(
        first, levels=levels, place_kind_points={}, place_points={}, eliminated=1, losses=(), presence=()
    )
    return replace(found, rules=replace(found.rules, victory=(rules,)))


def told(blue: int, red: int, *levels: Level) -> str:
    kernel = RulesEngine(with_levels(*levels), "the-week")
    state: State = replace(kernel.set_up(1), destroyed=(blue, red))
    return kernel.outcome(state).text.partition(":")[0]


@pytest.mark.parametrize(
    ("blue", "red", "text"),
    [
        (3, 3, "A draw"),
        (4, 3, "Edge of the Blues"),
        (3, 4, "Edge of the Reds"),
        (5, 3, "Win of the Blues"),
        (6, 4, "Win of the Blues"),
        (8, 6, "Edge of the Blues"),
        (1, 0, "Edge of the Blues"),
        (2, 0, "Win of the Blues"),
        (9, 1, "Win of the Blues"),
        (1, 9, "Rout of the Reds"),
        (4, 8, "Rout of the Reds"),
        (3, 6, "Win of the Reds"),
    ],
)
def test_the_last_grade_that_fits_counts(blue: int, red: int, text: str) -> None:
    assert told(blue, red, *LEVELS) == text


def test_points_that_reach_no_grade_are_a_draw() -> None:
    assert told(4, 3, Level("Win", lead=2)) == "A draw"
    assert told(4, 3) == "The Blues win"


def test_a_place_has_a_worth_of_its_own() -> None:
    places = {place.id: place for place in game(SLUG).hexmap.places}
    rules = VictoryRules("towns", place_kind_points={"town": 2}, place_points={"bridge": 5})
    assert [rules.points_for(places[name]) for name in ("bridge", "cross", "depot")] == [5, 2, 0]


def test_grades_where_points_do_not_decide_are_refused() -> None:
    found = game(SLUG)
    rules = replace(found.rules.victory[0], hold="depot", losses=(), presence=())
    changed = replace(found, rules=replace(found.rules, victory=(rules,)))
    (fault,) = find_unplayable(changed, changed.scenarios[0])
    assert (fault.code, fault.path) == ("P006", ("rules", "victory", "towns", "levels"))


def _stricter(level: Level) -> Level:
    return replace(level, lead=(level.lead or 1) + 4, ratio=None)


def _never(level: Level) -> Level:
    return replace(level, lead=99)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [_stricter, _never])
def test_a_module_with_other_grades_is_found_out(fault: Callable[[Level], Level], tmp_path: Path) -> None:
    right = with_levels(Level("Edge"))
    wrong = with_levels(fault(Level("Edge")))
    table = EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod"))
    bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
    # Games are played until one ends with the lead that the two tell apart.
    found = (difference for seed in range(40) for difference in replay_game(bench, seed).differences)
    assert any("Edge" in str(difference) for difference in found)
