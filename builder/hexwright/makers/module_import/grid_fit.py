"""Find the hexes of a laid-out map, and the grid of map.yaml that numbers them as the module does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, hypot
from typing import Final

from hexwright.diagnostics.diagnostic import InputError
from hexwright.emulator.board_grids import BoardGrid, CellNumbering, HexBoardGrid, fill_format
from hexwright.emulator.live_boards import LiveBoard, ZonedBoardGrid
from hexwright.geometry.hexgrid import HexGrid
from hexwright.inspect.analysis.module_place import ModulePlace
from hexwright.model.hex_map import Corner, Grid, GridNumbers
from hexwright.model.ids import HexId, Mm
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.hex_grid_cells import HexGridCells

MOST: Final = 200
"""The most columns, and the most rows, of a game's grid."""
_NEAR: Final = 0.15
"""The share of a hex by which the hexes of several boards may lie aside of one grid."""

Cell = tuple[int, int]
"""The column and row of a hex as VASSAL counts them: lanes from the grid's offset, which may be negative."""
Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """The hexes of one Hex Grid, in pixels of the map window."""

    cells: HexGridCells

    @property
    def flat_px(self) -> float:
        """Return the width of a hex across its flats."""
        return abs(self.cells.dy)

    @property
    def stretch(self) -> float:
        """Return how much wider than regular the lanes are; 1 for regular hexes."""
        return abs(self.cells.dx) / (abs(self.cells.dy) * 3**0.5 / 2)

    def near(self, x: float, y: float) -> Cell:
        """Return the cell whose centre is nearest to a point."""
        cells = self.cells
        across, along = (y, x) if cells.sideways else (x, y)
        guess = floor((across - cells.x0) / cells.dx + 0.5)

        def row(column: int) -> int:
            return floor((along - cells.y0 - (cells.dy / 2 if column % 2 else 0)) / cells.dy + 0.5)

        nearest = [(column, row(column)) for column in (guess - 1, guess, guess + 1)]
        return min(nearest, key=lambda cell: self.distance(cell, x, y))

    def distance(self, cell: Cell, x: float, y: float) -> float:
        """Return the distance of a point from a cell's centre, in pixels."""
        centre = self.cells.centre(*cell)
        return hypot(centre[0] - x, centre[1] - y)


@dataclass(frozen=True)
class FoundHexes:
    """The hexes of a map window: the printed name of each, "" without one."""

    lattice: Lattice
    names: Mapping[Cell, str]
    numbering: CellNumbering | None
    place: ModulePlace
    """The Hex Grid."""

    def cell_at(self, spot: Spot) -> Cell | None:
        """Return the hex in which a piece lies, or None if it lies on no hex."""
        cell = self.lattice.near(*spot)
        on_hex = cell in self.names and self.lattice.distance(cell, *spot) <= self.lattice.flat_px * 0.58
        return cell if on_hex else None


def grid_under(board: LiveBoard, spot: Spot) -> BoardGrid | None:
    """Return the grid at a point of a board; that of the zone, if a zone is there."""
    grid = board.grid
    if not isinstance(grid, ZonedBoardGrid):
        return grid
    zone = grid.find(spot)
    return zone.grid if zone is not None else grid.background


def hex_grids(board: LiveBoard) -> tuple[HexBoardGrid, ...]:
    """Return the hex grids of a board: its own, and those of its zones."""
    grid = board.grid
    found: list[BoardGrid | None] = [grid]
    if isinstance(grid, ZonedBoardGrid):
        found += [grid.background, *(zone.grid for zone in grid.zones)]
    return tuple(one for one in found if isinstance(one, HexBoardGrid))


def find_hexes(boards: Sequence[LiveBoard]) -> FoundHexes | None:
    """Return the hexes of the boards on a map; None without a hex grid.

    The board with the most hexes gives the grid. Hexes of other boards and zones count if they lie on the
    same grid. Raises InputError (J011) for a grid with too many hexes.
    """
    candidates: list[FoundHexes] = []
    tried: set[HexGridCells] = set()
    for board in boards:
        for grid in hex_grids(board):
            lattice = _lattice(grid, board)
            if lattice.cells not in tried:
                tried.add(lattice.cells)
                place = board.node.place
                candidates.append(FoundHexes(lattice, _named(lattice, boards), grid.numbering, place))
    return max(candidates, key=lambda found: len(found.names), default=None)


def _lattice(grid: HexBoardGrid, board: LiveBoard) -> Lattice:
    g = grid.grid
    across, along = (board.top, board.left) if g.sideways else (board.left, board.top)
    return Lattice(HexGridCells(g.x0 + across, g.y0 + along, grid.dx, grid.dy, bool(g.sideways)))


def _named(lattice: Lattice, boards: Sequence[LiveBoard]) -> Mapping[Cell, str]:
    cells = lattice.cells
    found: dict[Cell, str] = {}
    for board in boards:
        size = (board.height, board.width) if cells.sideways else (board.width, board.height)
        start = (board.top, board.left) if cells.sideways else (board.left, board.top)
        columns = _range(start[0], size[0], cells.x0, cells.dx)
        rows = _range(start[1], size[1], cells.y0, cells.dy)
        if len(columns) * len(rows) > 4 * MOST * MOST:
            what = f"the grid has {len(columns)} × {len(rows)} hexes"
            hint = f"a game may have {MOST} × {MOST} hexes: check the hexes' size in the Editor"
            raise InputError.single("J011", what, board.node.place.span(), hint)
        for column in columns:
            for row in rows:
                name = _name_on(board, lattice, (column, row))
                if name is not None:
                    found.setdefault((column, row), name)
    return found


def _range(start: float, size: float, first: float, step: float) -> range:
    ends = sorted(((start - first) / step, (start + size - first) / step))
    return range(floor(ends[0]) - 1, ceil(ends[1]) + 2)


def _name_on(board: LiveBoard, lattice: Lattice, cell: Cell) -> str | None:
    """Return the name of a hex whose centre is on a board, "" without one; None if no hex is there."""
    centre = lattice.cells.centre(*cell)
    if not board.holds(centre):
        return None
    local = board.local(centre)
    grid = grid_under(board, local)
    if not isinstance(grid, HexBoardGrid):
        return None
    own = grid.hex_centre(local)
    if hypot(own[0] - local[0], own[1] - local[1]) > _NEAR * lattice.flat_px:
        return None
    return grid.name(own) or ""


# The numbering ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FittedGrid:
    """A grid of map.yaml with the hex of each of the module's cells."""

    grid: Grid
    ids: Mapping[Cell, HexId]
    same_names: bool
    """Whether all hexes have the names that the module gives them."""


def fit_grid(found: FoundHexes, occupied: Iterable[Cell], hex_mm: float) -> FittedGrid:
    """Return the grid that has a map's hexes, numbered as in the module if a game's grid can do that.

    Hexes with negative numbers are left out unless a piece is there: they lie beside the printed map.
    """
    kept = set(occupied)
    names = {
        cell: name for cell, name in found.names.items() if cell in kept or not _is_negative(found, name)
    }
    names = names or dict(found.names)
    sideways = found.lattice.cells.sideways
    lanes, places = [cell[0] for cell in names], [cell[1] for cell in names]
    size = max(lanes) - min(lanes) + 1, max(places) - min(places) + 1
    if max(size) > MOST:
        what = f"the grid has {size[0]} × {size[1]} hexes"
        raise InputError.single("J011", what, found.place.span(), f"a game may have {MOST} × {MOST} hexes")
    width = max(2, len(str(max(size))))
    grid = Grid(
        orientation="pointy" if sideways else "flat",
        columns=size[1] if sideways else size[0],
        rows=size[0] if sideways else size[1],
        shifted="odd" if min(lanes) % 2 else "even",
        numbering=f"{{column:0{width}}}{{row:0{width}}}",
        hex_mm=Mm(hex_mm),
    )
    for candidate in _numbered(found, names, grid):
        fitted = _with_ids(candidate, names)
        if fitted is not None and all(fitted.ids[cell] == name for cell, name in names.items()):
            return fitted
    plain = _with_ids(grid, names)
    assert plain is not None
    return replace(plain, same_names=False)


def _is_negative(found: FoundHexes, name: str) -> bool:
    numbering = found.numbering
    if numbering is None:
        return False
    plain = numbering.component.sep.count("-") + numbering.component.location_format.count("-")
    return name.count("-") > plain


def _with_ids(grid: Grid, names: Mapping[Cell, str]) -> FittedGrid | None:
    """Return a grid with the ids of its cells, and with other hexes absent; None if ids aren't unique."""
    try:
        hexes = HexGrid.of(grid)
    except ValueError:
        return None
    if len(hexes) != grid.columns * grid.rows:
        return None
    first = min(cell[0] for cell in names), min(cell[1] for cell in names)
    flat = grid.orientation == "flat"
    ids: dict[Cell, HexId] = {}
    absent: list[HexId] = []
    for hex_id in hexes:
        column, row = hexes.position(hex_id)
        lane, place = (column, row) if flat else (row, column)
        cell = first[0] + lane - 1, first[1] + place - 1
        if cell in names:
            ids[cell] = hex_id
        else:
            absent.append(hex_id)
    return FittedGrid(replace(grid, absent=tuple(absent)), ids, same_names=True)


def _numbered(found: FoundHexes, names: Mapping[Cell, str], grid: Grid) -> list[Grid]:
    """Return grids that may number the hexes as the module does."""
    if found.numbering is None:
        return []
    n = found.numbering.component
    numbers: dict[Cell, tuple[int, int]] = {}
    for cell, name in names.items():
        read = found.numbering.cell(name)
        if read is None:
            return []
        numbers[cell] = read[0] + n.h_off + (n.h_type == "A"), read[1] + n.v_off + (n.v_type == "A")
    pattern = _pattern(n, grid.orientation == "flat")
    if pattern is None:
        return []
    lane_first, lane_far = _lane_numbers(numbers)
    made: list[Grid] = []
    for staggered in (False, True):
        place_first, place_far = _place_numbers(numbers, staggered)
        if lane_first < 0 or place_first < 0:
            continue
        flat = grid.orientation == "flat"
        column, row = (lane_first, place_first) if flat else (place_first, lane_first)
        right, lower = (lane_far, place_far) if flat else (place_far, lane_far)
        made.append(
            replace(
                grid,
                numbering=pattern,
                corner=_corner(right, lower),
                column_numbers=GridNumbers(first=column) if column != 1 else None,
                row_numbers=GridNumbers(first=row) if row != 1 else None,
                staggered=staggered,
            )
        )
    return made


def _corner(right: bool, lower: bool) -> Corner:
    if lower:
        return "lower-right" if right else "lower-left"
    return "upper-right" if right else "upper-left"


def _lane_numbers(numbers: Mapping[Cell, tuple[int, int]]) -> tuple[int, bool]:
    """Return the first number of the lanes, and whether they are numbered from the far end."""
    low, high = min(numbers), max(numbers)
    far = numbers[high][0] < numbers[low][0]
    return (numbers[high][0] if far else numbers[low][0]), far


def _place_numbers(numbers: Mapping[Cell, tuple[int, int]], staggered: bool) -> tuple[int, bool]:
    """Return the first number along the lanes, and whether they are numbered from the far end."""
    low, high = min(numbers, key=lambda cell: cell[1]), max(numbers, key=lambda cell: cell[1])
    far = numbers[high][1] < numbers[low][1]
    # Lanes that begin nearest to the corner have the lower numbers.
    near = [cell for cell in numbers if (cell[0] % 2 == 1) == far] if staggered else list(numbers)
    one = min(near or numbers)
    return numbers[one][1] - ((high[1] - one[1]) if far else (one[1] - low[1])), far


def _pattern(n: c.HexGridNumbering | c.SquareGridNumbering, flat: bool) -> str | None:
    def field(name: str, kind: str, leading: int) -> str:
        return f"{{{name}:AA}}" if kind == "A" else f"{{{name}:0{leading + 1}}}" if leading else f"{{{name}}}"

    lane = field("column" if flat else "row", n.h_type, min(max(n.h_leading, 0), 8))
    place = field("row" if flat else "column", n.v_type, min(max(n.v_leading, 0), 8))
    both = n.sep.join((lane, place) if n.first == "H" else (place, lane))
    text = fill_format(n.location_format, {"gridLocation": both, "row": place, "column": lane})
    plain = text.replace(lane, "").replace(place, "")
    fits = not any(sign in plain for sign in "{}/") and not any(sign.isspace() for sign in plain)
    return text if fits and len(plain) <= 8 else None
