"""A game without any marker, in the real engine."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from hexwright.engine_driver import Engine
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import go_on, write_module

pytestmark = pytest.mark.engine


def test_a_game_without_markers_follows_its_turns(tmp_path: Path) -> None:
    toy = game("toy-bridge")
    bare = dataclasses.replace(toy, counters=dataclasses.replace(toy.counters, markers=()))
    told, phases = toy.scenarios[0], [phase.id for phase in toy.rules.sequence]
    following = toy.rules.sequence[phases.index(told.first_phase) + 1]
    with Engine(write_module(bare, "toy-bridge", tmp_path / "bare.vmod")) as engine:
        engine.start(told.title, BOTH_SIDES)
        go_on(engine)
        seen = engine.globals()
        assert (seen["Phase"], seen["ActiveSide"]) == (following.id, following.side)
        assert any(following.name in line.text for line in engine.take_chat())
        engine.draw_map("Map")
        assert engine.take_problems() == ()
