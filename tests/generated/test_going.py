"""Units come and go by turn and by what is chosen, in games of odds as of fire: all sides play it alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, replay
from hexwright.conformance.running_module import EmulatedModule
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.order_of_battle import OrderOfBattle
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import NOT_IN_PLAY, OUT_OF_GAME, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.walking import differs
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.tiers import ALL, sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAN = (
    "31:7x6:8:4:pointy,wood,towns,horse,stacks-of-two,communication,replacements,late-units,"
    "options,arrivals-by-option,withdrawals"
)
LATE, LEAVER = "red-8", "blue-1"
MOODS = ("mild", "wild")
Files = dict[str, dict[str, Any]]


def edited(files: Files) -> None:
    """Make units come on turn 2 or 3, and one leave after turn 1 or 2, by choice; another leaves without
    one.
    """
    oob = files["oob.yaml"]
    comes = {"side": "red", "units": ["red-7", LATE], "text": "They come."}
    oob["reinforcements"] = [
        *(entry for entry in oob["reinforcements"] if entry["side"] != "red"),
        comes | {"turn": 2, "option": {"mood": "mild"}},
        comes | {"turn": 3, "option": {"mood": "wild"}},
    ]
    leaves = {"side": "blue", "text": "They leave."}
    oob["withdrawals"] = [
        leaves | {"turn": 1, "units": [LEAVER], "option": {"mood": "wild"}},
        leaves | {"turn": 2, "units": [LEAVER, "blue-2"]},
    ]


def loaded(folder: Path, edit: Callable[[Files], None] = edited) -> Game:
    files, pictures = files_of(Plan.read(PLAN))
    edit(files)
    found = load_game(write_files(files, pictures, folder), SLUG)
    assert found.diagnostics == ()
    return found.game


@pytest.mark.parametrize("mood", MOODS)
def test_units_come_and_go_on_the_turns_of_what_is_chosen(mood: str, tmp_path: Path) -> None:
    game = loaded(tmp_path)
    kernel = RulesEngine(game, "day-1", {"mood": mood})
    late, *leavers = (kernel.setting.unit_numbers[UnitId(name)] for name in (LATE, LEAVER, "blue-2"))
    comes, *left = {"mild": (2, 2, 2), "wild": (3, 1, 2)}[mood]
    seen = set()

    def watch(_: State, __: Action, state: State) -> None:
        if state.stage == "over":
            return
        seen.add(state.turn)
        assert (state.locations[late] == NOT_IN_PLAY) == (state.turn < comes)
        for unit, turn in zip(leavers, left, strict=True):
            assert (state.locations[unit] == OUT_OF_GAME) == (state.turn > turn)

    for seed in range(3):
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), watch)
    assert seen == {1, 2, 3, 4}


def _as_it_was(oob: OrderOfBattle) -> OrderOfBattle:
    return oob


def _whatever_is_chosen(oob: OrderOfBattle) -> OrderOfBattle:
    arrivals = tuple(
        dataclasses.replace(one, option={}) for one in oob.reinforcements if one.option != {"mood": "mild"}
    )
    return dataclasses.replace(oob, reinforcements=arrivals)


def _a_turn_later(oob: OrderOfBattle) -> OrderOfBattle:
    return dataclasses.replace(
        oob, withdrawals=tuple(dataclasses.replace(one, turn=one.turn + 1) for one in oob.withdrawals)
    )


def _leaves_anyhow(oob: OrderOfBattle) -> OrderOfBattle:
    return dataclasses.replace(
        oob, withdrawals=tuple(dataclasses.replace(one, option={}) for one in oob.withdrawals)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault", sampled([_as_it_was, _whatever_is_chosen, _a_turn_later, _leaves_anyhow], 3)
)
def test_a_module_with_other_comings_and_goings_is_found_out(
    fault: Callable[[OrderOfBattle], OrderOfBattle], tmp_path: Path
) -> None:
    game = loaded(tmp_path)
    wrong = dataclasses.replace(game, oob=fault(game.oob))
    sheet = plan_sheet(game)
    module = module_with_plain_pictures(wrong, tmp_path / "game.vmod", sheet)
    bench = ConformanceBench(game, SavedGameWriter(game, sheet), EmulatedModule(module))
    right, found = fault is _as_it_was, list[str]()
    for mood, seed in product(MOODS if ALL or not right else MOODS[:1], range(1 if right and not ALL else 2)):
        tally = replay(bench, "day-1", seed, {"mood": mood}, enough=differs)
        found = [str(one) for one in tally.differences]
        if found:
            break
    assert bool(found) == (not right), found


def test_a_unit_that_arrives_twice_under_one_choice_is_refused(tmp_path: Path) -> None:
    def twice(files: Files) -> None:
        edited(files)
        files["oob.yaml"]["reinforcements"][-1]["option"] = {"mood": "mild"}

    with pytest.raises(InputError) as told:
        loaded(tmp_path, twice)
    assert {fault.code for fault in told.value.diagnostics} == {"O005"}


def test_a_unit_that_leaves_a_side_with_replacements_needs_another_box_than_its_pool(tmp_path: Path) -> None:
    game = loaded(tmp_path)
    boxes = tuple(box for box in game.hexmap.boxes if box.kind != "eliminated")
    changed = dataclasses.replace(game, hexmap=dataclasses.replace(game.hexmap, boxes=boxes))
    at = {
        fault.path
        for fault in find_unplayable(changed, changed.scenarios[0])
        if "leave the game" in fault.message
    }
    assert at == {("rules", "replacements", 1, "pool")}
