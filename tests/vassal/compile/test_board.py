"""Every hex has its printed number as location name, and no place beside the map has one."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hexwright.geometry.hex_layout import Layout
from hexwright.geometry.hex_layout import Point as MmPoint
from hexwright.geometry.hexgrid import HexGrid as Hexes
from hexwright.model.hex_map import Grid, GridNumbers
from hexwright.model.ids import HexId, Mm
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import THEMES
from hexwright.vassal.codec.buildfile.components import BoardPicker, HexGrid, HexGridNumbering, Region, Zone
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.module.board_positions import BoardPositions
from hexwright.vassal.module.hex_zones import HEX_ZONE
from hexwright.vassal.module.module_board import main_board
from tests.vassal.compile.games import GAMES, game, module, plan


def engine_name(picker: BoardPicker, point: PixelPoint) -> str | None:
    """Return the location name that VASSAL computes for a point of the hex field, or None outside.

    The field is several zones, which never overlap.
    """
    held = [zone for zone in picker.all(Zone) if zone.name == HEX_ZONE and inside(zone.path, point)]
    if not held:
        return None
    [zone] = held
    grids = list(zone.all(HexGrid))
    if not grids:
        regions = list(zone.all(Region))
        return min(regions, key=lambda r: (r.originx - point.x) ** 2 + (r.originy - point.y) ** 2).name
    grid, numbering = grids[0], next(zone.all(HexGridNumbering))
    x, y = (point.y, point.x) if grid.sideways else (point.x, point.y)
    lane = math.floor((x - grid.x0) / grid.dx + 0.5)
    shift = grid.dy / 2 if lane % 2 else 0
    row = math.floor((y - grid.y0 - shift) / grid.dy + 0.5)
    row += numbering.stagger and lane % 2
    parts = [
        _written(lane + numbering.h_off, numbering.h_type, numbering.h_leading),
        _written(row + numbering.v_off, numbering.v_type, numbering.v_leading),
    ]
    if numbering.first == "V":
        parts.reverse()
    return numbering.location_format.replace("$gridLocation$", numbering.sep.join(parts))


_SPOTS: list[tuple[BoardPicker, list[PixelPoint]]] = []
"""The board that was asked last, with its regions: hundreds of drops are on one board."""


def region_spots(picker: BoardPicker) -> list[PixelPoint]:
    """Return the points of all regions of the hex field."""
    if not (_SPOTS and _SPOTS[0][0] is picker):
        zones = [zone for zone in picker.all(Zone) if zone.name == HEX_ZONE]
        spots = [PixelPoint(region.originx, region.originy) for zone in zones for region in zone.all(Region)]
        _SPOTS[:] = [(picker, spots)]
    return _SPOTS[0][1]


def engine_drop(picker: BoardPicker, point: PixelPoint) -> PixelPoint:
    """Return where the engine puts a counter that is dropped on a point of the hex field (HexGrid.snapTo).

    Every zone of the field has the same grid. Java's casts to int drop the fraction.
    """
    grid = next(picker.all(HexGrid), None)
    if grid is None:
        return min(region_spots(picker), key=lambda spot: (spot.x - point.x) ** 2 + (spot.y - point.y) ** 2)
    x, y = (point.y, point.x) if grid.sideways else (point.x, point.y)
    centres: list[tuple[int, int]] = []
    for lane in range(math.floor((x - grid.x0) / grid.dx) - 1, math.ceil((x - grid.x0) / grid.dx) + 2):
        rise = 0 if lane % 2 == 0 else int(grid.dy / 2)
        first = math.floor((y - grid.y0) / grid.dy) - 1
        centres += [
            (int(grid.dx * lane + grid.x0), int(grid.dy * row + rise + grid.y0))
            for row in range(first, first + 4)
        ]
    across, down = min(centres, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
    return PixelPoint(down, across) if grid.sideways else PixelPoint(across, down)


def _written(number: int, form: str, leading: int) -> str:
    if form == "A":
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26] * (number // 26 + 1)
    return str(number).zfill(leading + 1)


def inside(path: str, point: PixelPoint) -> bool:
    """Return whether a point lies in a polygon, by the even-odd rule."""
    corners = [tuple(int(n) for n in corner.split(",")) for corner in path.split(";")]
    odd = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > point.y) != (y2 > point.y) and point.x < x1 + (point.y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_hex_is_called_as_printed(slug: str) -> None:
    places = BoardPositions(game(slug), plan(slug))
    board = next(module(slug).all(BoardPicker))
    for hex_id in places.grid:
        assert engine_name(board, places.hex(hex_id)) == hex_id


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_place_beside_the_hexes_has_no_number(slug: str) -> None:
    places = BoardPositions(game(slug), plan(slug))
    layout = plan(slug).layout
    board = next(module(slug).all(BoardPicker))
    for x in range(0, places.size.x, 97):
        for y in range(0, places.size.y, 89):
            if layout.hex_at(MmPoint(x / 10, y / 10)) is None and _clear_of_hexes(layout, x / 10, y / 10):
                assert engine_name(board, PixelPoint(x, y)) is None


def _clear_of_hexes(layout: Layout, x: float, y: float) -> bool:
    near = [(x + dx, y + dy) for dx in (-0.4, 0.4) for dy in (-0.4, 0.4)]
    return all(layout.hex_at(MmPoint(*point)) is None for point in near)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_within_the_hexes_the_engine_goes_round_four_corners(slug: str) -> None:
    within, *strips = (
        zone for zone in next(module(slug).all(BoardPicker)).all(Zone) if zone.name == HEX_ZONE
    )
    assert len(within.path.split(";")) == 4
    assert strips


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_zones_have_names_of_their_own(slug: str) -> None:
    board = next(module(slug).all(BoardPicker))
    names = [zone.name for zone in board.all(Zone)]
    others = [name for name in names if name != HEX_ZONE]
    assert len(set(others)) == len(others) < len(names)
    assert {box.name for box in game(slug).hexmap.boxes} <= set(names)


grids = st.builds(
    Grid,
    orientation=st.sampled_from(["flat", "pointy"]),
    columns=st.integers(1, 30),
    rows=st.integers(1, 12),
    shifted=st.sampled_from(["odd", "even"]),
    numbering=st.sampled_from(
        [
            "{column:02}{row:02}",
            "{row:02}{column:02}",
            "{column:A}{row}",
            "{row:A}-{column}",
            "{column:03}.{row:03}",
            "H{column}-{row}x",
            "${column}/{row:02}".replace("/", ","),
            "{column:AA}{row:02}",
        ]
    ),
    hex_mm=st.sampled_from([Mm(24), Mm(17.3), Mm(9)]),
    corner=st.sampled_from(["upper-left", "upper-left", "upper-right", "lower-left", "lower-right"]),
    column_numbers=st.sampled_from([None, GridNumbers(7), GridNumbers(1, 2), GridNumbers(2, 1, (5, 9))]),
    row_numbers=st.sampled_from([None, GridNumbers(4), GridNumbers(1, 2)]),
    staggered=st.booleans(),
)


@settings(max_examples=8, deadline=None)
@given(grids, st.sets(st.integers(0, 359), max_size=4))
def test_any_grid_is_numbered_as_printed_even_with_hexes_missing(grid: Grid, gone: set[int]) -> None:
    whole = Hexes.of(grid)
    assume(len(whole) == grid.columns * grid.rows)
    absent = tuple(h for n, h in enumerate(whole.hexes) if n in gone and len(whole) > len(gone))
    grid = dataclasses.replace(grid, absent=absent)
    hexes = Hexes.of(grid)
    toy, sheet = game("toy-bridge"), plan("toy-bridge")
    changed = dataclasses.replace(sheet, layout=Layout(hexes, grid.hex_mm, MmPoint(31.7, 22.9)))
    places = BoardPositions(toy, changed)
    board = main_board(places, "map.png")
    third = math.floor(places.sheet.layout.radius * places.resolution.px_per_mm / 3)
    for hex_id in hexes:
        spot = places.hex(hex_id)
        assert engine_name(board, spot) == hex_id
        for x, y in ((0, 0), (third, third), (-third, third), (third, -third), (-third, -third)):
            assert engine_drop(board, PixelPoint(spot.x + x, spot.y + y)) == spot
    layout = Layout(whole, grid.hex_mm, changed.layout.origin)
    shift = _moved(layout, changed.layout, hexes.hexes[0])
    for hex_id in absent:
        centre = layout.centre(hex_id)
        spot = PixelPoint(round((centre.x - shift.x) * 10), round((centre.y - shift.y) * 10))
        assert engine_name(board, spot) is None


@pytest.mark.parametrize("slug", ["toy-bridge", "toy-volley"])
def test_half_hexes_end_with_the_map_and_keep_their_numbers(slug: str) -> None:
    played = game(slug)
    grid = dataclasses.replace(played.hexmap.grid, half_hexes=("top", "bottom", "left", "right"))
    played = dataclasses.replace(played, hexmap=dataclasses.replace(played.hexmap, grid=grid))
    sheet = plan_sheet(played)
    places = BoardPositions(played, sheet)
    board = main_board(places, "map.png")
    centres = [sheet.layout.centre(hex_id) for hex_id in places.grid]
    field = sheet.field
    assert min(p.x for p in centres) == pytest.approx(field.x)
    assert max(p.x for p in centres) == pytest.approx(field.right)
    assert min(p.y for p in centres) == pytest.approx(field.y)
    assert max(p.y for p in centres) == pytest.approx(field.bottom)
    for hex_id in places.grid:
        assert engine_name(board, places.hex(hex_id)) == hex_id
    numbers = sheet_layers(played, THEMES["classic"], sheet).numbers
    assert all(field.x < at.x < field.right and field.y < at.y < field.bottom for at in numbers.values())
    edge = places.rect(field)
    corners = [
        [int(n) for n in corner.split(",")]
        for zone in board.all(Zone)
        if zone.name == HEX_ZONE
        for corner in zone.path.split(";")
    ]
    assert min(x for x, _ in corners) >= edge.x - 2
    assert max(y for _, y in corners) <= edge.y + edge.height + 2


def _moved(one: Layout, other: Layout, hex_id: HexId) -> MmPoint:
    return one.centre(hex_id) - other.centre(hex_id)
