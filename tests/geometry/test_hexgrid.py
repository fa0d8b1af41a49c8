from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hex_numbering import Numbering
from hexwright.geometry.hexgrid import HexGrid, opposite
from hexwright.model.hex_map import Grid, GridNumbers
from hexwright.model.ids import HexId, Hexside, Mm

MOSCOW = Grid("flat", 14, 10, "even", "{column:02}{row:02}", Mm(24))
POINTY = Grid("pointy", 5, 4, "odd", "{row:A}{column}", Mm(30))
SHAPES = [
    MOSCOW,
    POINTY,
    Grid("flat", 5, 6, "odd", "{column}.{row}", Mm(10)),
    Grid("pointy", 6, 5, "even", "{column:A}{row:02}", Mm(10), absent=(HexId("C03"),)),
]
grids = pytest.mark.parametrize("grid", SHAPES, ids=lambda g: f"{g.orientation}-{g.shifted}")


def naive_neighbours(grid: Grid, column: int, row: int) -> set[tuple[int, int]]:
    """Touching hexes by comparing centres in half-hex units, with no cube coordinates."""
    lane, place = (column, row) if grid.orientation == "flat" else (row, column)

    def along(lane: int, place: int) -> int:
        return 2 * place + (1 if (lane % 2 == 0) == (grid.shifted == "even") else 0)

    here = along(lane, place)
    found = set()
    for other_lane in (lane - 1, lane, lane + 1):
        for other_place in range(place - 2, place + 3):
            gap = abs(along(other_lane, other_place) - here)
            if (other_lane == lane and gap == 2) or (other_lane != lane and gap == 1):
                found.add((other_lane, other_place))
    return found if grid.orientation == "flat" else {(p, lane) for lane, p in found}


@grids
def test_neighbours_agree_with_a_naive_count_for_every_hex(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    for hex_id in hexes:
        expected = {
            hexes.numbering.format(*place)
            for place in naive_neighbours(grid, *hexes.position(hex_id))
            if 1 <= place[0] <= grid.columns and 1 <= place[1] <= grid.rows
        } - set(grid.absent)
        assert set(hexes.neighbours(hex_id).values()) == expected


@grids
def test_the_opposite_direction_leads_back(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    for hex_id in hexes:
        for direction, other in hexes.neighbours(hex_id).items():
            assert hexes.neighbour(other, opposite(direction)) == hex_id
            assert hexes.direction(hex_id, other) == direction


@pytest.mark.parametrize("grid", SHAPES[:3], ids=["flat-even", "pointy-odd", "flat-odd"])
def test_distance_equals_the_shortest_walk(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    for start in hexes.hexes[::7]:
        walked = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for other in hexes.neighbours(here).values():
                if other not in walked:
                    walked[other] = walked[here] + 1
                    queue.append(other)
        assert {other: hexes.distance(start, other) for other in hexes} == walked


@grids
def test_rings_part_the_map_by_distance(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    centre = hexes.hexes[len(hexes) // 2]
    for radius in range(4):
        ring = hexes.ring(centre, radius)
        assert len(ring) == len(set(ring))
        assert set(ring) == {h for h in hexes if hexes.distance(centre, h) == radius}


def test_even_columns_of_the_moscow_grid_are_shifted_down() -> None:
    hexes = HexGrid.of(MOSCOW)
    assert len(hexes) == 140
    assert dict(hexes.neighbours(HexId("0404"))) == {
        "n": "0403",
        "ne": "0504",
        "se": "0505",
        "s": "0405",
        "sw": "0305",
        "nw": "0304",
    }


def test_hexsides_are_counted_once() -> None:
    hexes = HexGrid.of(MOSCOW)
    assert len(hexes.hexsides) == sum(len(hexes.neighbours(h)) for h in hexes) // 2
    assert Hexside.between(HexId("0106"), HexId("0105")) in hexes.hexsides


@grids
def test_centres_of_neighbours_are_one_hex_width_apart_and_share_a_side(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    layout = Layout(hexes, 24.0, Point(5, 7))
    for side in hexes.hexsides:
        a, b = layout.centre(side.first), layout.centre(side.second)
        assert a.distance(b) == pytest.approx(24.0)
        ends = layout.hexside(side)
        middle = ends[0].towards(ends[1], 0.5)
        assert middle.distance(a.towards(b, 0.5)) == pytest.approx(0, abs=1e-9)


@grids
def test_every_centre_and_near_corner_lies_in_its_hex(grid: Grid) -> None:
    hexes = HexGrid.of(grid)
    layout = Layout(hexes, 24.0, Point(5, 7))
    for hex_id in hexes:
        centre = layout.centre(hex_id)
        for point in (centre, *(centre.towards(corner, 0.97) for corner in layout.corners(hex_id))):
            assert layout.hex_at(point) == hex_id


@grids
def test_all_corners_lie_in_the_box_and_touch_its_sides(grid: Grid) -> None:
    layout = Layout(HexGrid.of(grid), 24.0, Point(5, 7))
    points = [corner for hex_id in layout.grid for corner in layout.corners(hex_id)]
    assert min(p.x for p in points) == pytest.approx(5)
    assert min(p.y for p in points) == pytest.approx(7)
    assert max(p.x for p in points) == pytest.approx(5 + layout.size.x)
    assert max(p.y for p in points) == pytest.approx(7 + layout.size.y)


@given(
    st.sampled_from(["{column:02}{row:02}", "{row:A}{column}", "{column}-{row}", "{column:A}{row:03}"]),
    st.integers(1, 99),
    st.integers(1, 99),
)
def test_numbering_parses_what_it_writes(pattern: str, column: int, row: int) -> None:
    numbering = Numbering(pattern)
    text = numbering.format(column, row)
    assert numbering.parse(text) == (column, row)


@given(st.integers(1, 200), st.integers(1, 99))
def test_letters_are_doubled_or_counted_on(column: int, row: int) -> None:
    for pattern in ("{column:A}{row}", "{column:AA}{row}"):
        assert Numbering(pattern).parse(Numbering(pattern).format(column, row)) == (column, row)
    written = [Numbering("{column:AA}.{row}").format(n, 1) for n in (1, 26, 27, 28, 53)]
    assert written == ["A.1", "Z.1", "AA.1", "BB.1", "AAA.1"]
    assert [Numbering("{column:A}.{row}").format(n, 1) for n in (26, 27, 28)] == ["Z.1", "AA.1", "AB.1"]


@pytest.mark.parametrize(
    ("keys", "first_column", "second_column"),
    [
        ({}, "A1 A2 A3", "B1 B2 B3"),
        ({"corner": "lower-left"}, "A3 A2 A1", "B3 B2 B1"),
        ({"corner": "upper-right"}, "C1 C2 C3", "B1 B2 B3"),
        ({"row_numbers": GridNumbers(0)}, "A0 A1 A2", "B0 B1 B2"),
        # I is left out.
        ({"column_numbers": GridNumbers(8, without=(9,))}, "H1 H2 H3", "J1 J2 J3"),
        ({"staggered": True}, "A1 A2 A3", "B2 B3 B4"),
        ({"staggered": True, "row_numbers": GridNumbers(step=2)}, "A1 A3 A5", "B2 B4 B6"),
        # Counted from below, the columns that are not shifted begin farther away.
        ({"staggered": True, "corner": "lower-left"}, "A4 A3 A2", "B3 B2 B1"),
    ],
)
def test_numbers_of_published_maps(keys: dict[str, Any], first_column: str, second_column: str) -> None:
    hexes = HexGrid.of(Grid("flat", 3, 3, "even", "{column:A}{row}", Mm(20), **keys))
    assert " ".join(hexes.hexes[:3]) == first_column
    assert " ".join(hexes.hexes[3:6]) == second_column
    plain = HexGrid.of(Grid("flat", 3, 3, "even", "{column:A}{row}", Mm(20)))
    for here, other in zip(plain, hexes, strict=True):
        assert [plain.hexes.index(n) for n in plain.neighbours(here).values()] == [
            hexes.hexes.index(n) for n in hexes.neighbours(other).values()
        ]


def test_pointed_hexes_are_numbered_along_their_rows() -> None:
    grid = Grid("pointy", 3, 2, "even", "{row:A}{column}", Mm(20), corner="lower-right", staggered=True)
    assert HexGrid.of(grid).hexes == ("B4", "B3", "B2", "A3", "A2", "A1")


def test_letters_begin_at_a() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        HexGrid.of(Grid("flat", 3, 3, "even", "{column:A}{row}", Mm(20), column_numbers=GridNumbers(0)))


@pytest.mark.parametrize("pattern", ["{column}{row}", "{column:02}", "{col}{row}", "{column:02}{row:02}}"])
def test_an_ambiguous_numbering_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="numbering"):
        Numbering(pattern)


@pytest.mark.parametrize("text", ["404", "04044", "O404", "", "04 04"])
def test_a_text_that_is_no_id_parses_to_nothing(text: str) -> None:
    assert Numbering("{column:02}{row:02}").parse(text) is None
