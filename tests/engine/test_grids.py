"""Points of all kinds of grids are called, snapped and measured as in the engine."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from tests.engine import grid_ground
from tests.engine.conftest import recorded
from validators.engine import Game
from validators.engine_bridge.errors import EngineFault


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Game:
    game = Game.open(grid_ground.write(tmp_path_factory.mktemp("grids") / "grids.vmod"))
    game.new_game()
    return game


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_points_are_called_and_snap_as_in_the_engine(ground: Game, case: dict[str, Any]) -> None:
    spots = grid_ground.points()
    seen = [list(astuple(place)[2:]) for place in ground.locate(case["map"], spots)]
    wrong = [(s, ours, real) for s, ours, real in zip(spots, seen, case["seen"], strict=True) if ours != real]
    assert wrong == []


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_ranges_are_as_in_the_engine(ground: Game, case: dict[str, Any]) -> None:
    name = case["map"]
    ours = [ground.evaluate(f'{{Range({a},{b},{x},{y},"{name}")}}') for a, b, x, y in grid_ground.pairs()]
    assert ours == case["ranges"]


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_names_are_found_where_the_engine_finds_them(ground: Game, case: dict[str, Any]) -> None:
    ours: dict[str, Any] = {}
    for name in case["found"]:
        try:
            ours[name] = list(astuple(ground.locate(case["map"], [name])[0])[:2])
        except EngineFault:
            ours[name] = None
    assert ours == case["found"]


def test_module_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    assert grid_ground.write(tmp_path / "x.vmod").is_file()
