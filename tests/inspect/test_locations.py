"""Points are named as the grids name them, and a name leads back to its point."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.inspect.analysis.grid_locations import locate_by_name
from hexwright.inspect.analysis.location_names import LocationNames
from hexwright.inspect.analysis.module_view import open_module
from tests.foreign.modules import IMAGES, map_window, module, write

_BOARD = "VASSAL.build.module.map.boardPicker.board"


def _hexes(grid: str = "", numbering: str = "") -> str:
    inner = f'<{_BOARD}.mapgrid.HexGridNumbering hOff="1" vOff="1" {numbering}/>'
    return f'<{_BOARD}.HexGrid dx="40.0" dy="50.0" x0="20" y0="25" {grid}>{inner}</{_BOARD}.HexGrid>'


def _write(tmp_path: Path, grid: str) -> Path:
    return write(tmp_path, {"buildFile.xml": module(map_window(grid=grid)).encode(), **IMAGES})


@pytest.mark.parametrize("grid", ["", 'sideways="true"'])
@pytest.mark.parametrize("stagger", ["true", "false"])
@pytest.mark.parametrize("numbering", ["", 'first="V"', 'sep="-"', 'hType="A"', 'hLeading="3"'])
def test_every_hex_is_called_by_the_name_that_leads_to_it(
    tmp_path: Path, grid: str, stagger: str, numbering: str
) -> None:
    path = _write(tmp_path, _hexes(grid, f'stagger="{stagger}" {numbering}'))
    with open_module([path]) as opened:
        names = LocationNames(opened)
        found = 0
        for x in range(5, 400, 13):
            for y in range(5, 300, 11):
                name = names.name("Main", x, y)
                point = locate_by_name(opened, opened.boards[0], name).point
                if point is None:
                    continue  # a hex whose centre lies off the board
                found += 1
                assert (x - point[0]) ** 2 + (y - point[1]) ** 2 <= 33**2
        assert found > 400


def test_a_point_in_no_grid_is_told_in_pixels(tmp_path: Path) -> None:
    with open_module([_write(tmp_path, "")]) as opened:
        assert LocationNames(opened).name("Main", 31, 7) == "31, 7"
        assert LocationNames(opened).name("No such map", 1, 2) == "1, 2"


def test_a_region_is_the_nearest(tmp_path: Path) -> None:
    regions = "".join(
        f'<{_BOARD}.Region name="{name}" originx="{x}" originy="50"/>'
        for name, x in (("Kiev", 50), ("Lvov", 300))
    )
    with open_module([_write(tmp_path, f"<{_BOARD}.RegionGrid>{regions}</{_BOARD}.RegionGrid>")]) as opened:
        assert LocationNames(opened).name("Main", 120, 90) == "Kiev"
        assert LocationNames(opened).name("Main", 220, 90) == "Lvov"


def test_a_zone_goes_before_the_grid_behind_it(tmp_path: Path) -> None:
    zone = (
        f'<{_BOARD}.mapgrid.Zone name="Dead pool" locationFormat="$name$" '
        'path="0,0;100,0;100,100;0,100" useParentGrid="false"/>'
    )
    grid = f"<{_BOARD}.ZonedGrid>{zone}{_hexes()}</{_BOARD}.ZonedGrid>"
    with open_module([_write(tmp_path, grid)]) as opened:
        names = LocationNames(opened)
        assert names.name("Main", 60, 60) == "Dead pool"
        assert names.name("Main", 180, 125) == "0503"


def test_a_square_grid_names_columns_and_rows(tmp_path: Path) -> None:
    numbering = f'<{_BOARD}.mapgrid.SquareGridNumbering hType="A" sep="" vOff="1" vLeading="0"/>'
    grid = f'<{_BOARD}.SquareGrid dx="50.0" dy="50.0" x0="25" y0="25">{numbering}</{_BOARD}.SquareGrid>'
    with open_module([_write(tmp_path, grid)]) as opened:
        assert LocationNames(opened).name("Main", 80, 30) == "C1"
