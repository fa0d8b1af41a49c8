"""Describe the hexes with VASSAL's own hex grid if it can produce the printed hex numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexwright.geometry.hex_layout import Layout
from hexwright.geometry.hex_numbering import printed_numbers
from hexwright.geometry.hexgrid import HexGrid as Hexes
from hexwright.model.ids import HexId
from hexwright.render.map.sheet.board_resolution import BoardResolution
from hexwright.vassal.codec.buildfile.component_element import Component
from hexwright.vassal.codec.buildfile.components import HexGrid, HexGridNumbering
from hexwright.vassal.codec.field_values import PixelPoint
from hexwright.vassal.codec.hex_grid_cells import HexGridCells


@dataclass(frozen=True)
class NumberedGrid:
    """VASSAL's hex grid for a map: the centres of its cells, and the numbering of its columns and rows."""

    hexes: Hexes
    cells: HexGridCells
    numbering: Mapping[str, Any]
    """The attribute values of a Hex Grid Numbering."""

    def component(self) -> Component:
        """Return the grid as a new build file component."""
        cells = self.cells
        return HexGrid.new(
            HexGridNumbering.new(**self.numbering),
            sideways=cells.sideways,
            x0=cells.x0,
            y0=cells.y0,
            dx=cells.dx,
            dy=cells.dy,
            snap_to=True,
        )

    def centres(self) -> Iterator[tuple[HexId, PixelPoint]]:
        """Yield every hex with the pixel to which VASSAL snaps pieces that are dropped on it."""
        grid = self.hexes.grid
        for hex_id in self.hexes:
            column, row = self.hexes.position(hex_id)
            lane, place = (column, row) if grid.orientation == "flat" else (row, column)
            yield hex_id, PixelPoint(*self.cells.centre(lane - (grid.shifted != "odd"), place - 1))


def numbered_grid(layout: Layout, resolution: BoardResolution) -> NumberedGrid | None:
    """Return VASSAL's own hex grid, or None if it can't produce the printed hex numbers."""
    hexes = layout.grid
    numbering = _numbering(hexes)
    if numbering is None:
        return None
    grid = hexes.grid
    flat = grid.orientation == "flat"
    first = _first(layout, resolution)
    along, across = layout.hex_width * resolution.px_per_mm, layout.radius * 1.5 * resolution.px_per_mm
    lane, place = (first.x, first.y) if flat else (first.y, first.x)
    if grid.shifted == "odd":
        # VASSAL shifts odd columns, counted from 0, so its column 0 is the one before our first.
        lane, place = round(lane - across), round(place - along / 2)
    return NumberedGrid(hexes, HexGridCells(lane, place, across, along, sideways=not flat), numbering)


def _first(layout: Layout, resolution: BoardResolution) -> PixelPoint:
    """Return the position of the hex in column 1 and row 1, even if the map lacks that hex."""
    hexes = layout.grid
    known = hexes.hexes[0]
    column, row = hexes.position(known)
    centre = layout.centre(known)
    flat = hexes.grid.orientation == "flat"
    lane, place = (column, row) if flat else (row, column)
    shift = hexes.shift(lane) - hexes.shift(1)
    across = layout.radius * 1.5 * (lane - 1)
    along = layout.hex_width * (place - 1 + shift / 2)
    left, up = (across, along) if flat else (along, across)
    return PixelPoint(resolution.pixels(centre.x - left), resolution.pixels(centre.y - up))


def _numbering(hexes: Hexes) -> Mapping[str, Any] | None:
    """Return the attribute values of VASSAL's numbering for a pattern such as {column:02}{row:02}.

    None means that VASSAL can't produce the pattern, or that other programs read it differently.
    """
    grid = hexes.grid
    found = re.fullmatch(
        r"([^{}$]*)\{(column|row)(?::(0\d|AA?))?\}([^{}$]*)\{(column|row)(?::(0\d|AA?))?\}([^{}$]*)",
        grid.numbering,
    )
    # Numbers that fall depend on the size of each zone.
    if found is None or grid.corner != "upper-left":
        return None
    before, first, first_form, between, second, second_form, after = found.groups()
    forms = {first: first_form or "", second: second_form or ""}
    numbers = {
        "column": printed_numbers(grid.columns, grid.column_numbers),
        "row": printed_numbers(grid.rows, grid.row_numbers),
    }
    lane_name, place_name = ("column", "row") if grid.orientation == "flat" else ("row", "column")
    lane_base = 0 if grid.shifted == "odd" else 1
    values: dict[str, Any] = {}
    for prefix, name, base in (("h", lane_name, lane_base), ("v", place_name, 1)):
        found_numbers = numbers[name]
        begin, last = found_numbers[0], found_numbers[-1] + (grid.staggered and name == place_name)
        if found_numbers != tuple(range(begin, begin + len(found_numbers))):
            return None
        letters = forms[name].startswith("A")
        # After Z, VASSAL writes AA, BB; that is `:AA`, not `:A`.
        if forms[name] == "A" and last > 26:
            return None
        values[f"{prefix}_type"] = "A" if letters else "N"
        values[f"{prefix}_leading"] = 0 if letters or not forms[name] else int(forms[name]) - 1
        values[f"{prefix}_off"] = base + begin - 1 - letters
    return values | {
        "first": "H" if first == lane_name else "V",
        "sep": between,
        "stagger": grid.staggered,
        "location_format": f"{before}$gridLocation${after}",
    }
