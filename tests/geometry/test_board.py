"""The board in bits agrees with the hex grid, hex by hex."""

from __future__ import annotations

import pytest

from hexwright.geometry.bitsets import members, select, union
from hexwright.geometry.hex_board import UNREACHABLE, Board
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.hex_map import Grid, HexMap, Terrain
from hexwright.model.ids import HexId, Mm
from hexwright.model.provenance import Provenance
from tests.rules.positions import game


def _plain(orientation: str, shifted: str, columns: int, rows: int) -> HexMap:
    grid = Grid(
        orientation=orientation,  # type: ignore[arg-type]
        columns=columns,
        rows=rows,
        shifted=shifted,  # type: ignore[arg-type]
        numbering="{column:02}{row:02}",
        hex_mm=Mm(20),
    )
    return HexMap("t", Provenance("ruling", "test"), grid, (Terrain("clear", "Clear", "clear"),), 10)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_around_gives_the_neighbours_of_every_hex(orientation: str, shifted: str) -> None:
    board = Board.of(_plain(orientation, shifted, 7, 5))
    for hex_id in board.grid:
        expected = set(board.grid.neighbours(hex_id).values())
        assert set(board.names(board.around(1 << board.index[hex_id]))) == expected


def test_rings_hold_the_hexes_at_each_distance() -> None:
    board = Board.of(game().hexmap)
    grid = HexGrid.of(game().hexmap.grid)
    for centre in grid:
        for distance in range(6):
            found = set(board.names(board.ring(board.index[centre], distance)))
            assert found == {h for h in grid if grid.distance(centre, h) == distance}


def test_distances_are_those_of_the_grid_and_kept_only_where_asked() -> None:
    board = Board.of(_plain("flat", "even", 60, 43))
    for name in ("0101", "3020", "6043"):
        row = board.distances(board.index[HexId(name)])
        assert all(row[n] == board.grid.distance(HexId(name), h) for h, n in board.index.items())
        assert {row[n] for n, hex_id in enumerate(board.ids) if not hex_id} == {UNREACHABLE}
    assert len(board._distances) == 3
    assert not board._rings


def test_around_a_set_is_the_union_of_its_neighbours() -> None:
    board = Board.of(game().hexmap)
    some = board.bits(game().hexmap.features[0].hexes)
    assert board.around(some) == union(n for h in members(some) for n in members(board.near[h]))


def test_pick_takes_the_entries_of_a_set() -> None:
    assert select("abcdef", 0b101001) == ["a", "d", "f"]
    assert select("abc", 0) == []


def test_river_sides_and_rail_links_are_the_same_from_both_hexes() -> None:
    board = Board.of(game().hexmap)
    for table in (board.across["river"], board.links["rail"]):
        for number, far in enumerate(table):
            assert all(table[other] >> number & 1 for other in members(far))
            assert far & ~board.near[number] == 0
