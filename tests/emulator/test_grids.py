"""Points of all kinds of grids are called, snapped and measured as in the engine."""

from __future__ import annotations

import re
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver.engine_errors import EngineError
from hexwright.vassal.codec import module_archive
from tests.emulator import grid_ground, proving_ground
from tests.emulator.conftest import recorded


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> EmulatedGame:
    game = EmulatedGame.open(grid_ground.write(tmp_path_factory.mktemp("grids") / "grids.vmod"))
    game.new_game()
    return game


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_points_are_called_and_snap_as_in_the_engine(ground: EmulatedGame, case: dict[str, Any]) -> None:
    spots = grid_ground.points()
    seen = [list(astuple(place)[2:]) for place in ground.locate(case["map"], spots)]
    wrong = [(s, ours, real) for s, ours, real in zip(spots, seen, case["seen"], strict=True) if ours != real]
    assert wrong == []


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_ranges_are_as_in_the_engine(ground: EmulatedGame, case: dict[str, Any]) -> None:
    name = case["map"]
    ours = [ground.evaluate(f'{{Range({a},{b},{x},{y},"{name}")}}') for a, b, x, y in grid_ground.pairs()]
    assert ours == case["ranges"]


@pytest.mark.parametrize("case", recorded("grids"), ids=lambda case: case["map"])
def test_names_are_found_where_the_engine_finds_them(ground: EmulatedGame, case: dict[str, Any]) -> None:
    ours: dict[str, Any] = {}
    for name in case["found"]:
        try:
            ours[name] = list(astuple(ground.locate(case["map"], [name])[0])[:2])
        except EngineError:
            ours[name] = None
    assert ours == case["found"]


def test_module_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    assert grid_ground.write(tmp_path / "x.vmod").is_file()


@pytest.mark.parametrize("size", ["NaN", "Infinity", "1e308", "1e-308", "0", "-0.0"])
def test_a_grid_whose_cells_have_no_size_is_played_all_the_same(tmp_path: Path, size: str) -> None:
    entries = proving_ground.entries()
    built = entries["buildFile.xml"].decode()
    assert 'dx="52.0"' in built
    entries["buildFile.xml"] = re.sub(r'd([xy])="[0-9.]+"', rf'd\1="{size}"', built).encode()
    module_archive.write(tmp_path / "odd.vmod", entries)
    game = EmulatedGame.open(tmp_path / "odd.vmod")
    game.new_game("Red")
    piece = game.pieces()[0]
    game.drag(piece.id, "Map", (123, 234))
    assert game.evaluate("{Range(1,1,500,500)}", piece=piece.id).lstrip("-").isdigit()
