"""The grids of boards: hexes, squares, regions (VASSAL.build.module.map.boardPicker.board)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import floor

from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.hex_grid_cells import HexGridCells

Point = tuple[int, int]


def _round(value: float) -> int:
    """Round a number as Java's Math.round does."""
    return floor(value + 0.5)


class BoardGrid:
    """A grid within a board; points are in the board's coordinates."""

    def name(self, point: Point) -> str | None:
        """Return the printed name of a point, or None if the point has no name."""
        return None

    def snap(self, point: Point) -> Point:
        """Return the point to which a piece snaps if it is dropped at `point`."""
        return point

    def range(self, one: Point, other: Point, snap: Callable[[Point], Point]) -> int:
        """Return the distance between two points of the map, in cells if the grid has cells.

        VASSAL passes coordinates of the map as if they were coordinates of the board. This function does the
        same.
        """
        return _round(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)

    def locate(self, name: str) -> Point | None:
        """Return the point that has a printed name, on the board or outside it; None for an unknown name."""
        return None

    def restricts(self, point: Point) -> bool:
        """Return whether pieces snap to the grid at a point."""
        return False

    @property
    def unit(self) -> int:
        """Return the greatest length in pixels that counts as one unit of `range`."""
        return 1


@dataclass(frozen=True)
class CellNumbering:
    """The numbering of cells (RegularGridNumbering)."""

    component: c.HexGridNumbering | c.SquareGridNumbering
    size: tuple[float, float]

    def write(self, column: int, row: int) -> str:
        """Return the name of a cell."""
        horizontal, vertical, sep, first, text = self._read
        across = _number(column + horizontal[0], *horizontal[1:])
        down = _number(row + vertical[0], *vertical[1:])
        cell = across + sep + down if first == "H" else down + sep + across
        words = {"gridLocation": cell, "row": down, "column": across}
        return fill_format(text, words)

    @cached_property
    def _read(self) -> tuple[tuple[int, str, int], tuple[int, str, int], str, str, str]:
        """Return the attributes of columns and rows, the separator, which is first, and the format."""
        n = self.component
        return (
            (n.h_off, n.h_type, n.h_leading),
            (n.v_off, n.v_type, n.v_leading),
            n.sep,
            n.first,
            n.location_format,
        )

    def cell(self, name: str) -> tuple[int, int] | None:
        """Return the column and the row of the cell with a printed name, or None for an invalid name."""
        return self._cell_of(name)

    @cached_property
    def _cell_of(self) -> Callable[[str], tuple[int, int] | None]:
        return grid_locations.cell_reader(self.component)

    @cached_property
    def turned(self) -> tuple[bool, bool, bool]:
        """Return whether columns and rows descend, and whether columns are staggered."""
        n = self.component
        staggered = isinstance(n, c.HexGridNumbering) and bool(n.stagger)
        return bool(n.h_descend), bool(n.v_descend), staggered


def fill_format(text: str, words: dict[str, str]) -> str:
    """Replace `$name$` in a string by the value for that name.

    Unknown names are removed, as in localised text.
    """
    if "$" not in text:
        return text
    tokens = sequence_encoder.decode(text, "$")
    last = len(tokens) - 1
    return "".join(
        token if number % 2 == 0 or number == last else words.get(token, "")
        for number, token in enumerate(tokens)
    )


def _number(value: int, kind: str, leading: int) -> str:
    sign = "-" if value < 0 else ""
    value = abs(value)
    if kind == "A":
        letters = ""
        while True:
            letters += chr(65 + value % 26)
            value -= 26
            if value < 0 or len(letters) > 60:
                return sign + letters
    zeros = ""
    for power in range(min(leading, 12), 0, -1):
        if value < 10**power:
            zeros += "0"
    return sign + zeros + str(value)


class HexBoardGrid(BoardGrid):
    """A Hex Grid (HexGrid)."""

    def __init__(self, grid: c.HexGrid, numbering: CellNumbering | None) -> None:
        self.grid = grid
        self.numbering = numbering
        self.dx, self.dy = grid_locations.cell_size(grid.dx), grid_locations.cell_size(grid.dy)
        self._sideways, self._x0, self._y0 = bool(grid.sideways), grid.x0, grid.y0
        self._cells = HexGridCells(self._x0, self._y0, self.dx, self.dy, self._sideways)

    def restricts(self, point: Point) -> bool:
        return bool(self.grid.snap_to)

    def _turned(self, point: Point) -> Point:
        return (point[1], point[0]) if self._sideways else point

    def _raw(self, point: Point) -> tuple[int, int]:
        x, y = self._turned(point)
        column = floor((x - self._x0) / self.dx + 0.5)
        near = _round((x - self._x0) / self.dx)
        shift = 0.0 if near % 2 == 0 else self.dy / 2
        return column, _round((y - self._y0 - shift) / self.dy)

    def name(self, point: Point) -> str | None:
        if self.numbering is None or not isinstance(self.numbering.component, c.HexGridNumbering):
            return None
        width, height = self.numbering.size
        across, along, staggered = self.numbering.turned
        column, row = self._raw(point)
        odd = column % 2 != 0
        # VASSAL counts rows by a hex's width and columns by its height, whichever way the grid is oriented.
        rows = floor(height / self.dx + 0.5)
        columns = floor(width / self.dy + 0.5)
        if self._sideways:
            column = rows - column if along else column
            row = columns - row if across else row
        else:
            column = columns - column if across else column
            row = rows - row if along else row
        if staggered and odd:
            row += -1 if (across if self._sideways else along) else 1
        return self.numbering.write(column, row)

    def _centre(self, nx: int, ny: int) -> Point:
        return self._cells.unturned_centre(nx, ny)

    def _inside(self, centre: Point, x: int, y: int) -> bool:
        cx, cy = centre
        r = 2.0 * self.dx / 3.0
        half = 0.5 * self.dy
        corners = (
            (_round(cx - r), cy),
            (_round(cx - 0.5 * r), _round(cy - half)),
            (_round(cx + 0.5 * r) + 1, _round(cy - half)),
            (_round(cx + r) + 1, cy),
            (_round(cx + 0.5 * r) + 1, _round(cy + half) + 1),
            (_round(cx - 0.5 * r), _round(cy + half) + 1),
        )
        return contains(corners, (x, y))

    def locate(self, name: str) -> Point | None:
        found = self.numbering.cell(name) if self.numbering is not None else None
        if found is None or self.numbering is None:
            return None
        width, height = self.numbering.size
        across, along, staggered = self.numbering.turned
        column, row = found
        sideways = self._sideways
        if staggered and column % 2:
            row += 1 if (across if sideways else along) else -1
        rows, columns = floor(height / self.dx + 0.5), floor(width / self.dy + 0.5)
        if along:
            column, row = (rows - column, row) if sideways else (column, rows - row)
        if across:
            column, row = (column, columns - row) if sideways else (columns - column, row)
        shift = self.dy / 2 if column % 2 else 0.0
        return self._turned((int(column * self.dx) + self._x0, int(row * self.dy + shift) + self._y0))

    def snap(self, point: Point) -> Point:
        grid = self.grid
        if not grid.snap_to:
            return point
        centre = self.hex_centre(point)
        if grid.edges_legal or grid.corners_legal:
            return self._legal(point, centre)
        return centre

    def hex_centre(self, point: Point) -> Point:
        x, y = self._turned(point)
        nx = floor((x - self._x0 + self.dx / 2) / self.dx)
        shift = self.dy / 2 if nx % 2 == 0 else 0.0
        ny = floor((y - self._y0 + shift) / self.dy)
        first = self._centre(nx, ny)
        if self._inside(first, x, y):
            return self._turned(first)
        around = ((-1, -1), (-1, 0), (1, -1), (1, 0)) if nx % 2 == 0 else ((-1, 0), (-1, 1), (1, 0), (1, 1))
        for across, along in around:
            other = self._centre(nx + across, ny + along)
            if self._inside(other, x, y):
                return self._turned(other)
        return self._turned(first)

    def _legal(self, point: Point, centre: Point) -> Point:
        x, y = self._turned(point)
        dx, dy, x0, y0 = self.dx, self.dy, self._x0, self._y0
        found: list[Point] = []
        if self.grid.corners_legal:
            n = floor((y - y0 + dy / 4) * 2 / dy)
            across = (
                int(2 * dx / 3 * int(floor(x - x0 + dx / 3) * 3 / (2 * dx)) + x0)
                if n % 2 == 0
                else int(2 * dx / 3 * int(floor(x - x0 + dx / 3 + dx / 3) * 3 / (2 * dx)) - int(dx / 3) + x0)
            )
            found.append((across, int(dy / 2 * n + y0)))
        if self.grid.edges_legal:
            n = floor((x - x0 + dx / 4) * 2 / dx)
            along = (
                int(dy / 2 * floor((y - y0 + dy / 4) * 2 / dy) + y0)
                if n % 2 == 0
                else int(dy / 2 * floor((y - y0) * 2 / dy) + int(dy / 4) + y0)
            )
            found.append((int(dx / 2 * n + x0), along))
        turned = [self._turned(p) for p in found]
        best = min(turned, key=lambda p: (p[0] - point[0]) ** 2 + (p[1] - point[1]) ** 2)
        near = (centre[0] - best[0]) ** 2 + (centre[1] - best[1]) ** 2 <= 2
        return centre if near else best

    def range(self, one: Point, other: Point, snap: Callable[[Point], Point]) -> int:
        (c1, r1), (c2, r2) = self._raw(snap(one)), self._raw(snap(other))
        z1, z2 = r1 - (c1 - (c1 & 1)) // 2, r2 - (c2 - (c2 & 1)) // 2
        dq, dr = c1 - c2, z1 - z2
        return max(abs(dq), abs(dr), abs(dq + dr))

    @property
    def unit(self) -> int:
        return int(max(self.dx, self.dy) * 1.1)


class SquareBoardGrid(BoardGrid):
    """A Rectangular Grid (SquareGrid)."""

    def __init__(self, grid: c.SquareGrid, numbering: CellNumbering | None) -> None:
        self.grid = grid
        self.numbering = numbering
        self.dx, self.dy = grid_locations.cell_size(grid.dx), grid_locations.cell_size(grid.dy)

    def name(self, point: Point) -> str | None:
        if self.numbering is None:
            return None
        n, (width, height) = self.numbering.component, self.numbering.size
        column = floor((point[0] - self.grid.x0) / self.dx + 0.5)
        row = int((point[1] - self.grid.y0) / self.dy + 0.5)
        if n.h_descend:
            column = int(width / self.dx + 0.5) - column
        if n.v_descend:
            row = int(height / self.dy + 0.5) - row
        return self.numbering.write(column, row)

    def locate(self, name: str) -> Point | None:
        found = self.numbering.cell(name) if self.numbering is not None else None
        if found is None or self.numbering is None:
            return None
        n, (width, height) = self.numbering.component, self.numbering.size
        column = int(width / self.dx + 0.5) - found[0] if n.h_descend else found[0]
        row = int(height / self.dy + 0.5) - found[1] if n.v_descend else found[1]
        return int(column * self.dx + self.grid.x0), int(row * self.dy + self.grid.y0)

    def restricts(self, point: Point) -> bool:
        return bool(self.grid.snap_to)

    def snap(self, point: Point) -> Point:
        g = self.grid
        if not g.snap_to:
            return point
        x, y = point[0] - g.x0, point[1] - g.y0
        nx, ny = _round(x / (0.5 * self.dx)), _round(y / (0.5 * self.dy))
        if not (g.corners_legal and g.edges_legal):
            if g.corners_legal:
                nx = 2 * _round(x / self.dx) if ny % 2 == 0 else 1 + 2 * _round(x / self.dx - 0.5)
            elif g.edges_legal:
                if ny % 2 != 0 or nx % 2 == 0:
                    nx = 2 * _round(x / self.dx)
            else:
                nx, ny = 2 * _round(x / self.dx), 2 * _round(y / self.dy)
        return g.x0 + _round(nx * self.dx / 2), g.y0 + _round(ny * self.dy / 2)

    def range(self, one: Point, other: Point, snap: Callable[[Point], Point]) -> int:
        across = abs(floor((other[0] - one[0]) / self.dx + 0.5))
        along = abs(floor((other[1] - one[1]) / self.dy + 0.5))
        return max(across, along) if self.grid.range == "Metric" else across + along

    @property
    def unit(self) -> int:
        if self.grid.range == "Metric":
            return int((self.dx * self.dx + self.dy * self.dy) ** 0.5 + 0.5)
        return int(max(self.dx, self.dy) + 1.0)


class RegionBoardGrid(BoardGrid):
    """An Irregular Grid (RegionGrid)."""

    def __init__(self, node: ComponentNode) -> None:
        grid = node.component
        assert isinstance(grid, c.RegionGrid)
        self.snaps = grid.snapto
        self.regions = [r.component for r in node.children if isinstance(r.component, c.Region)]

    def _nearest(self, point: Point) -> c.Region | None:
        return min(
            self.regions,
            key=lambda r: (r.originx - point[0]) ** 2 + (r.originy - point[1]) ** 2,
            default=None,
        )

    def name(self, point: Point) -> str | None:
        nearest = self._nearest(point)
        return str(nearest.name) if nearest is not None else None

    def locate(self, name: str) -> Point | None:
        found = next((r for r in self.regions if r.name == name), None)
        return (found.originx, found.originy) if found is not None else None

    def restricts(self, point: Point) -> bool:
        return bool(self.snaps)

    def snap(self, point: Point) -> Point:
        nearest = self._nearest(point)
        return (nearest.originx, nearest.originy) if nearest is not None and self.snaps else point


@lru_cache(maxsize=1 << 14)
def contains(path: tuple[Point, ...], point: Point) -> bool:
    """Return whether a polygon contains a point, as java.awt.Polygon does: even-odd rule, left and top
    edges inside.
    """
    if len(path) < 3:
        return False
    x, y = point
    hits = 0
    last_x, last_y = path[-1]
    for cur_x, cur_y in path:
        previous = (last_x, last_y)
        last_x, last_y = cur_x, cur_y
        if cur_y == previous[1]:
            continue
        if cur_x < previous[0]:
            if x >= previous[0]:
                continue
            left = cur_x
        else:
            if x >= cur_x:
                continue
            left = previous[0]
        if cur_y < previous[1]:
            if y < cur_y or y >= previous[1]:
                continue
            if x < left:
                hits += 1
                continue
            test_x, test_y = x - cur_x, y - cur_y
        else:
            if y < previous[1] or y >= cur_y:
                continue
            if x < left:
                hits += 1
                continue
            test_x, test_y = x - previous[0], y - previous[1]
        if test_x < test_y / (previous[1] - cur_y) * (previous[0] - cur_x):
            hits += 1
    return hits & 1 != 0
