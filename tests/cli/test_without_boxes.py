"""A position whose lost units have no box to lie in is told with what to write, not as a fault of ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.cli.positions import Saver
from builder.diagnostics import Faults
from builder.model.game import Game
from builder.render.map.plan import plan_sheet
from tests.vassal.compile.games import game
from validators.rules.arrange import arrange
from validators.rules.kernel import Kernel
from validators.rules.state import State


def lost(found: Game) -> tuple[Saver, Kernel, State]:
    kernel = Kernel(found, found.scenarios[0].id)
    state = arrange(kernel, ("0203 blue-1",), phase="blue-movement", pool=("red-1",))
    return Saver(found, plan_sheet(found)), kernel, state


def test_a_lost_unit_lies_in_its_box() -> None:
    save, kernel, state = lost(game("toy-causeway"))
    assert save(kernel, state)


def test_a_lost_unit_without_a_box_is_told() -> None:
    toy = game("toy-causeway")
    boxes = tuple(box for box in toy.hexmap.boxes if box.side != "red")
    save, kernel, state = lost(replace(toy, hexmap=replace(toy.hexmap, boxes=boxes)))
    with pytest.raises(Faults) as caught:
        save(kernel, state)
    [told] = caught.value.diagnostics
    assert str(told.message) == "units of red that aren't on the map have no box to lie in"
    assert "'side: red'" in told.hint
