"""A position whose lost units have no box is reported with what to write, not as an internal error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.vassal.compile.games import game


def lost(found: Game) -> tuple[SavedGameWriter, RulesEngine, State]:
    kernel = RulesEngine(found, found.scenarios[0].id)
    state = build_state(kernel, ("0203 blue-1",), phase="blue-movement", pool=("red-1",))
    return SavedGameWriter(found, plan_sheet(found)), kernel, state


def test_a_lost_unit_lies_in_its_box() -> None:
    save, kernel, state = lost(game("toy-causeway"))
    assert save(kernel, state)


def test_a_lost_unit_without_a_box_is_told() -> None:
    toy = game("toy-causeway")
    boxes = tuple(box for box in toy.hexmap.boxes if box.side != "red")
    save, kernel, state = lost(replace(toy, hexmap=replace(toy.hexmap, boxes=boxes)))
    with pytest.raises(InputError) as caught:
        save(kernel, state)
    [told] = caught.value.diagnostics
    assert str(told.message) == "there is no box for units of red that aren't on the map"
    assert "'side: red'" in told.hint
