"""Among three sides, points for eliminated units go to the side that eliminated them: all sides count
alike.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, replay
from hexwright.conformance.running_module import EmulatedModule
from hexwright.geometry.bitsets import members
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.turn.sequence_of_play import victory_points
from tests.conformance.walking import differs
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.rules.asking import so
from tests.tiers import ALL, sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

UNITS = "35:5x5:6:5:three-sides,horse,one-step,points,stacks-of-two,differences,exchanges"
STACKS = "33:5x5:6:5:three-sides,horse,one-step,points,stacks-of-two,more-results,stacks-as-one,several-hexes"
LOSSES: list[dict[str, Any]] = [
    {"points": 3, "classes": "horse", "side": "red"},
    {"points": 2, "per": "strength", "side": "blue"},
    {"points": 5, "side": "green", "scored_by": "red"},
    {"points": 1},
]
BY_KIND: dict[str, Any] = {"losses": LOSSES}
BY_NUMBER: dict[str, Any] = {"eliminated": 2}


def loaded(folder: Path, plan: str, victory: dict[str, Any]) -> Game:
    files, pictures = files_of(Plan.read(plan))
    files["rules.yaml"]["victory"]["who-wins"] = victory
    found = load_game(write_files(files, pictures, folder), SLUG)
    assert found.diagnostics == ()
    return found.game


def paid(kernel: RulesEngine, before: State, unit: int) -> dict[str, int]:
    """Return who gets how many points for a unit that is eliminated, by the data and who fights whom."""
    setting = kernel.setting
    lost = setting.game.counters.unit(setting.units[unit])
    mover = setting.game.rules.sequence[before.phase].side
    if lost.side != mover:
        victors = {mover}
    elif before.fight is not None:
        victors = {
            setting.game.counters.unit(setting.units[one]).side for one in members(before.fight.defenders)
        }
    else:
        victors = {side.id for side in setting.game.info.sides} - {lost.side}
    rules = setting.game.rules.victory[0]
    if not rules.losses:
        return dict.fromkeys(victors, rules.eliminated)
    for entry in rules.losses:
        if entry.scored_by != lost.side and so(kernel, before, entry, lost.id):
            worth = entry.points * ((lost.steps[0].strength or 0) if entry.per == "strength" else 1)
            return dict.fromkeys([entry.scored_by] if entry.scored_by else victors, worth)
    return {}


@pytest.mark.parametrize("plan", [UNITS, STACKS])
@pytest.mark.parametrize("victory", [BY_KIND, BY_NUMBER])
def test_points_are_those_of_who_fought_whom(plan: str, victory: dict[str, Any], tmp_path: Path) -> None:
    kernel = RulesEngine(loaded(tmp_path, plan, victory), "day-1")
    sides = kernel.setting.sides
    told: set[str] = set()
    for seed in range(8):
        had = dict.fromkeys(map(str, sides), 0)

        def watch(before: State, _: Action, after: State, had: dict[str, int] = had) -> None:
            for unit, place in enumerate(before.locations):
                if place >= 0 > after.locations[unit]:
                    for side, worth in paid(kernel, before, unit).items():
                        had[side] += worth
            assert dict(victory_points(kernel.setting, after)) == had

        play_game(kernel, seed, dict.fromkeys(sides, "greedy"), watch)
        told |= {side for side, worth in had.items() if worth}
    assert len(told) > 1


def _as_it_was(rules: VictoryRules) -> VictoryRules:
    return rules


def _to_one(rules: VictoryRules) -> VictoryRules:
    losses = tuple(dataclasses.replace(one, scored_by=one.scored_by or "blue") for one in rules.losses)  # type: ignore[arg-type]
    return dataclasses.replace(rules, losses=losses)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "victory", "fault"),
    sampled(
        [
            (UNITS, BY_KIND, _as_it_was),
            (STACKS, BY_KIND, _as_it_was),
            (UNITS, BY_NUMBER, _as_it_was),
            (UNITS, BY_KIND, _to_one),
        ],
        3,
    ),
)
def test_a_module_that_pays_another_is_found_out(
    plan: str, victory: dict[str, Any], fault: Callable[[VictoryRules], VictoryRules], tmp_path: Path
) -> None:
    game = loaded(tmp_path, plan, victory)
    wrong = dataclasses.replace(game.rules, victory=(fault(game.rules.victory[0]),))
    sheet = plan_sheet(game)
    module = module_with_plain_pictures(dataclasses.replace(game, rules=wrong), tmp_path / "game.vmod", sheet)
    bench = ConformanceBench(game, SavedGameWriter(game, sheet), EmulatedModule(module))
    right, found = fault is _as_it_was, list[str]()
    for seed in range(1 if right and not ALL else 3):
        found += [str(one) for one in replay(bench, "day-1", seed, {}, enough=differs).differences]
        if found:
            break
    assert bool(found) == (not right), found
