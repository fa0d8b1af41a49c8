"""Locations are found on boards as the engine finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.module_view import open_module
from hexwright.module_checks.checks import zones_overlap
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.damages import zones
from tests.module_checks.sound import NAME, files


def _locate(tmp_path: Path, name: str, *changes: tuple[str, str]) -> grid_locations.LocationResult:
    made = files()
    for old, new in changes:
        made.replace(old, new)
    write(tmp_path / NAME, made.entries)
    with open_module([tmp_path / NAME]) as module:
        (board,) = module.boards
        return grid_locations.locate_by_name(module, board, name)


@pytest.mark.parametrize(
    ("name", "point"),
    [("0101", (55.0, 64.0)), ("0102", (55.0, 128.0)), ("0302", (55 + 2 * 55.42562584220407, 128.0))],
)
def test_a_hex_lies_where_the_grid_puts_it(name: str, point: tuple[float, float], tmp_path: Path) -> None:
    found = _locate(tmp_path, name)
    assert found.point == pytest.approx(point)


def test_staggered_columns_lie_half_a_hex_lower(tmp_path: Path) -> None:
    found = _locate(tmp_path, "0203")
    assert found.point == pytest.approx((55 + 55.42562584220407, 64 + 32 + 64))


@pytest.mark.parametrize("name", ["9901", "101", "01-01", "", "x", "00000101000"])
def test_names_that_are_no_hex_have_no_place(name: str, tmp_path: Path) -> None:
    assert _locate(tmp_path, name) == grid_locations.NOWHERE


def test_a_separator_and_letters_are_understood(tmp_path: Path) -> None:
    changes = (('sep=""', 'sep="-"'), ('hType="N"', 'hType="A"'), ('hOff="1"', 'hOff="0"'))
    assert _locate(tmp_path, "B-01", *changes).point is not None
    assert _locate(tmp_path, "BB-01", *changes) == grid_locations.NOWHERE
    assert _locate(tmp_path, "B01", *changes) == grid_locations.NOWHERE


def test_a_format_of_rows_and_columns_is_understood(tmp_path: Path) -> None:
    change = ('locationFormat="$gridLocation$"', 'locationFormat="r$row$ c$column$"')
    assert _locate(tmp_path, "r02 c01", change).point == pytest.approx((55.0, 128.0))
    assert _locate(tmp_path, "0102", change) == grid_locations.NOWHERE


def test_of_two_grids_the_last_counts(tmp_path: Path) -> None:
    zone = "<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone "
    regions = (
        "<VASSAL.build.module.map.boardPicker.board.RegionGrid>"
        '<VASSAL.build.module.map.boardPicker.board.Region name="Ford" originx="7" originy="9"/>'
        "</VASSAL.build.module.map.boardPicker.board.RegionGrid>"
    )
    assert _locate(tmp_path, "Ford", (zone, regions + zone)).point == (7, 9)
    assert _locate(tmp_path, "0101", (zone, regions + zone)) == grid_locations.NOWHERE


def test_a_zone_is_found_by_its_name(tmp_path: Path) -> None:
    assert _locate(tmp_path, "Depot").point == pytest.approx((50, 50))


def test_a_hex_in_a_zone_goes_by_the_zones_format(tmp_path: Path) -> None:
    changes = (
        ('locationFormat="$name$" name="Depot"', 'locationFormat="$name$ $gridLocation$" name="Depot"'),
        ('useHighlight="false" useParentGrid="false"', 'useHighlight="false" useParentGrid="true"'),
    )
    assert _locate(tmp_path, "Depot 0101", *changes).point == pytest.approx((55, 64))
    assert _locate(tmp_path, "Depot 0502", *changes) == grid_locations.NOWHERE


def test_a_board_without_a_picture_leaves_it_open(tmp_path: Path) -> None:
    made = files()
    made.entries["images/board.png"] = b"broken"
    write(tmp_path / NAME, made.entries)
    with open_module([tmp_path / NAME]) as module:
        assert grid_locations.locate_by_name(module, module.boards[0], "9999") == grid_locations.UNKNOWN


def test_zones_that_cost_too_much_to_compare_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zones_overlap, "_MOST_CORNERS", 1)
    made = files()
    square = "900,0;950,0;950,50;900,50"
    zones(Wood=square, Glade=square, Marsh=square)(made)
    write(tmp_path / NAME, made.entries)
    found = [str(d) for d in verify_paths([tmp_path / NAME]).diagnostics]
    assert len(found) == 1
    assert "aren't compared" in found[0]
