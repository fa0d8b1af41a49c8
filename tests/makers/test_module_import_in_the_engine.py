"""An imported module, built anew, opens in VASSAL with every piece on its hex, as in the original."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.engine_driver import Engine
from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.vassal.codec.hex_grid_cells import HexGridCells
from tests.makers.imported_spots import board_spots
from tests.makers.small_wargame import FROM_ONE, SIZE, Placed, Wargame, write_wargame

pytestmark = pytest.mark.engine

SIDEWAYS = {"dx": 47.3, "dy": 54.62, "x0": 20, "y0": 7, "sideways": True}
BACKWARDS = {**FROM_ONE, "v_descend": True, "stagger": True}
NEAR = 4
"""Pixels of the new board: VASSAL truncates fractions of the old board's pixels, which are half as many."""


def test_every_piece_of_the_set_up_is_on_the_same_hex_and_shows_the_same_face(tmp_path: Path) -> None:
    cells = HexGridCells(20, 7, 47.3, 54.62, sideways=True)
    stack = cells.centre(3, 4)
    game = Wargame(
        SIDEWAYS,
        BACKWARDS,
        grid_zone="5,5;400,5;400,390;5,390",
        placed=[Placed("Blue 1", *cells.centre(2, 2), level=2), Placed("Fort", *cells.centre(4, 1))],
        stacked=[[Placed("Red 1", *stack), Placed("Red 2", *stack, level=2), Placed("Red 1", *stack)]],
    )
    module = write_wargame(tmp_path, game)
    project = tmp_path / "project"
    assert run(["import", str(module), str(project)]) == ExitCode.OK
    assert (
        run(["--project", str(project), "build", "small-war", "--out", str(tmp_path / "out")]) == ExitCode.OK
    )
    (out,) = (tmp_path / "out").glob("*.vmod")
    with Engine(module) as engine:
        engine.start("Spring")
        before = [(p.name.partition(" red")[0], p.x, p.y, p.location, p.index) for p in engine.pieces()]
        levels = [int(p.properties["Step_Level"] or 1) for p in engine.pieces(("Step_Level",))]
    with Engine(out) as engine:
        title = next(one.title for one in engine.setups() if one.title.startswith("Spring"))
        engine.start(title)
        ours = [p for p in engine.pieces(("UnitId", "Step_Level")) if p.map == "Map"]
        assert not [problem for problem in engine.take_problems() if problem.level == "error"]
    spots = board_spots(load_game(Project(project), "small-war").game, SIZE)
    for (name, x, y, place, index), level in zip(before, levels, strict=True):
        want = spots(x, y)
        there = [p for p in ours if abs(p.x - want.x) <= NEAR and abs(p.y - want.y) <= NEAR]
        found = [p for p in there if p.name.startswith(name) and (p.index == index or len(there) == 1)]
        assert [p.location for p in found] == [place], (name, want, there)
        assert found[0].properties["Step_Level"] in (str(level), None)
