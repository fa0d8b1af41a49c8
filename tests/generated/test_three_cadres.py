"""Among three sides what remains of units is taken off the points of the side that the entry names."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.conformance_walk import WalkPlan as Walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.victory import unit_points
from tests.conformance.walking import several
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.tiers import sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAN = "SEED:5x5:7:6:three-sides,horse,one-step,points,losses-by-kind,remnants,points-less-remnants"


def drawn(folder: Path, seed: int = 2) -> Game:
    files, pictures = files_of(Plan.read(PLAN.replace("SEED", str(seed))))
    loaded = load_game(write_files(files, pictures, folder), SLUG)
    assert loaded.diagnostics == ()
    return loaded.game


def wrong(game: Game, seeds: range = range(10)) -> tuple[list[str], int]:
    """Return where points differ from those that the data give, and how many cadres appeared."""
    kernel = RulesEngine(game, "day-1")
    (loss,) = game.rules.victory[0].losses
    payee = kernel.setting.sides.index(loss.scored_by)
    counters = [game.counters.unit(unit) for unit in kernel.setting.units]
    remnants = {unit for entry in game.rules.odds_combat.cadres for unit in entry.replaced_by}
    found, came = list[str](), 0
    for seed in seeds:
        total = 0

        def watch(before: State, action: Action, after: State) -> None:
            nonlocal total, came
            for unit, place in enumerate(before.locations):
                if counters[unit].side == loss.scored_by:
                    continue
                worth = loss.points * (counters[unit].steps[0].strength or 0)
                if place >= 0 > after.locations[unit]:
                    total += worth
                if place < 0 <= after.locations[unit] and counters[unit].id in remnants:
                    total -= worth
                    came += 1
            if unit_points.loss_points(after, payee) != total:
                found.append(f"{action.text}: {unit_points.loss_points(after, payee)}, not {total}")

        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), watch)
    return found, came


def test_points_are_those_of_the_side_that_is_named(tmp_path: Path) -> None:
    found, came = wrong(drawn(tmp_path))
    assert found == []
    assert came


def test_points_of_another_side_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_points, "cadre_deductions", lambda *_: ("nobody", 1))
    assert wrong(drawn(tmp_path))[0]


@pytest.mark.slow
@pytest.mark.parametrize("less", sampled([True, False], 1))
def test_a_module_that_takes_nothing_off_is_found_out(less: bool, tmp_path: Path) -> None:
    game = drawn(tmp_path)
    (rules,) = game.rules.victory
    losses = tuple(dataclasses.replace(one, less_cadres=less) for one in rules.losses)
    other = dataclasses.replace(game.rules, victory=(dataclasses.replace(rules, losses=losses),))
    module = module_with_plain_pictures(dataclasses.replace(game, rules=other), tmp_path / "game.vmod")
    bench = ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), EmulatedModule(module))
    plans = (Walk("day-1", seed, {}, "random", False, 0, "", 12, 0.5) for seed in range(1, 9))
    tally = several(bench, plans, {"cadres": 1})
    assert bool(tally.differences) == (not less)
    assert tally.differences or tally.counts["cadres"]


def test_an_entry_that_names_no_side_is_refused(tmp_path: Path) -> None:
    game = drawn(tmp_path)
    (rules,) = game.rules.victory
    losses = tuple(dataclasses.replace(one, scored_by=None) for one in rules.losses)
    other = dataclasses.replace(game.rules, victory=(dataclasses.replace(rules, losses=losses),))
    faults = [
        fault.hint for fault in find_unplayable(dataclasses.replace(game, rules=other), game.scenarios[0])
    ]
    assert faults == ["write that side as 'scored_by'"]
