"""Units that a die brings: who waits for it, judged naively from the data, and alike in the module."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, replay, walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.replacement import reinforcements
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.turn import event_dice
from tests.generated import trial
from tests.generated.game_by_die import LATE, PHASE, Data, made
from tests.generated.plan import Plan
from tests.generated.trial import tried
from tests.tiers import ALL
from tests.vassal.engine.conftest import module_with_plain_pictures


def watched(found: Game, seeds: range) -> Counter[str]:
    """Play games at random, and judge by the data alone when a die is thrown and who may come."""
    kernel = RulesEngine(found, "day-1")
    (event,) = found.rules.events
    (own,) = (one for one in found.oob.reinforcements if one.side == "red")
    seen: Counter[str] = Counter()
    for seed in seeds:
        choose, state, brought = random.Random(seed), kernel.set_up(seed), False
        waiting, dice = set(LATE), Counter[int]()
        while not kernel.is_over(state):
            actions = kernel.legal_actions(state)
            due = brought or state.turn >= own.turn
            if state.stage == "event-roll":
                assert kernel.phase(state) == PHASE
                assert waiting, "nobody waits"
                assert not due, "they may come already"
                assert state.turn >= event.first_turn
                action = kernel.draw(state)
                dice[state.turn] += 1
                assert dice[state.turn] == 1
                brought = action.roll in event.arrives_on
                word = "they come" if brought else "they wait"
                assert word in kernel.describe(state, action)
                seen[word] += 1
            elif kernel.chance_outcomes(state):
                action = kernel.draw(state)
            else:
                coming = {one.unit for one in actions if one.kind == "new"} & waiting
                assert due or not coming, (state.turn, coming)
                seen["may come by the die"] += bool(coming) and brought
                seen["may come in time"] += bool(coming) and not brought
                action = choose.choice(actions)
                if action.unit in waiting and action.kind == "new":
                    waiting.remove(str(action.unit))
            before, state = state, kernel.apply(state, action)
            if waiting and not due and event.first_turn <= before.turn < state.turn:
                assert dice[before.turn] == 1, "a turn without its die"
    return seen


def test_a_die_brings_units_and_is_thrown_while_they_wait(tmp_path: Path) -> None:
    seen = watched(made(tmp_path / "all"), range(12))
    assert seen["they come"] > 3
    assert seen["they wait"] > 3
    assert seen["may come by the die"]
    assert not seen["may come in time"]
    seen = watched(made(tmp_path / "later", turn=4, first_turn=3, arrives_on=[1]), range(12))
    assert seen["may come in time"]


def _for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        event_dice,
        "units_before_their_turn",
        lambda setting, state, entry: [setting.unit_numbers[one] for one in entry.units],
    )


def _too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reinforcements, "arrival_turn_of", lambda setting, state, unit: 1)


def _never(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(event_dice, "units_before_their_turn", lambda setting, state, entry: [])


@pytest.mark.parametrize("fault", [_for_ever, _too_early, _never])
def test_faults_of_the_reference_are_seen(
    fault: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = made(tmp_path)
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(found, range(6))


# Module and reference --------------------------------------------------------------------------------


def bench_of(module: Game, reference: Game, folder: Path) -> ConformanceBench:
    """Return a bench of a module and the game whose rules it is compared with."""
    sheet = plan_sheet(module)
    path = module_with_plain_pictures(module, folder / "game.vmod", sheet)
    return ConformanceBench(reference, SavedGameWriter(reference, sheet), EmulatedModule(path))


def compared(bench: ConformanceBench, seeds: range) -> ComparisonTally:
    """Return the tally of walks and of a game on both sides."""
    total = replay(bench, "day-1", seeds.start, {})
    for seed in seeds:
        total.add(walk(bench, plan_walk(bench.game, seed)))
    return total


def test_module_and_reference_bring_units_alike(tmp_path: Path) -> None:
    found = made(tmp_path, arrives_on=[4, 5, 6])
    tally = compared(bench_of(found, found, tmp_path), range(8 if ALL else 2))
    assert [str(one) for one in tally.differences] == []
    assert tally.problems == []
    assert tally.counts["events"] > (2 if ALL else 0), tally.counts


@pytest.mark.slow
def test_a_module_that_throws_too_soon_is_found_out(tmp_path: Path) -> None:
    dice: Data = {"arrives_on": [1, 2, 3, 4, 5, 6]}
    module = made(tmp_path / "module", **dice)
    reference = made(tmp_path / "reference", first_turn=5, **dice)
    assert compared(bench_of(module, reference, tmp_path), range(8)).differences


# What is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "event", "key"),
    [
        ({"may_come_early": True}, {}, "entry"),
        ({"arrives": "when-eliminated"}, {}, "entry"),
        ({"units": ["red-4", "red-5", "red-6"]}, {}, "entry"),
        ({}, {"arrives_on": [7]}, "arrives_on"),
        ({}, {"arrives_on": []}, "ends_game_on"),
        ({}, {"arrives_text": ""}, "arrives_on"),
        ({}, {"ends_game_on": [1], "winner": "blue", "ends_game_text": "all is lost"}, "arrives_on"),
    ],
)
def test_an_arrival_that_no_die_roll_brings_is_refused_at_its_place(
    entry: Data, event: Data, key: str, tmp_path: Path
) -> None:
    found = made(tmp_path, 5, entry, **event)
    faults = [one for one in find_unplayable(found, found.scenarios[0]) if one.code == "P014"]
    assert faults
    assert faults[0].path[:3] == ("rules", "events", 0)
    assert key in {one.path[3] for one in faults}
    assert faults[0].hint


@pytest.mark.slow
def test_the_proof_follows_a_module_that_went_on_by_itself_from_the_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "MOVES", 5)
    told = tried(
        Plan.read(
            "81006:5x5:4:2:communication,replacements,late-units,entries,fire,recovery-phases,supply-phases,"
            "supply-grace,arrivals-by-die"
        )
    )
    assert (told.kind, told.told) == ("passed", "")
