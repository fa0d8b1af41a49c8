"""Name the points of a map as VASSAL's grids do (MapGrid.locationName): hex, zone or region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, hypot

from hexwright.inspect.analysis.grid_locations import (
    Point,
    board_size,
    contains,
    grid_of,
    parse_path,
    zone_size,
)
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice

MAX_BOARDS = 400
"""The maximum number of boards on a map; further boards of a saved game are ignored."""


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board on a map, with the position of its upper left corner and its size."""

    board: ComponentNode
    left: float
    top: float
    width: float
    height: float


class LocationNames:
    """The names of points on a module's maps; `boards` lists the boards that a saved game uses."""

    def __init__(self, module: ModuleView, boards: Mapping[str, Sequence[BoardChoice]] | None = None) -> None:
        self.module = module
        self.boards = boards or {}
        self._laid: dict[str, tuple[LaidBoard, ...]] = {}

    @cached_property
    def _maps(self) -> dict[str, ComponentNode]:
        return {node.component.get("mapName", ""): node for node in self.module.maps}

    def name(self, map_name: str, x: int, y: int) -> str:
        """Return the printed name of a point, such as 0405, or "x, y" if no grid names it."""
        for laid in self.boards_on(map_name):
            if laid.left <= x < laid.left + laid.width and laid.top <= y < laid.top + laid.height:
                grid = grid_of(laid.board)
                found = _name(grid, (x - laid.left, y - laid.top), laid) if grid is not None else ""
                if found:
                    return found
        return f"{x}, {y}"

    def boards_on(self, map_name: str) -> tuple[LaidBoard, ...]:
        """Return the boards on a map, each with its position."""
        if map_name not in self._laid:
            self._laid[map_name] = tuple(self._lay_out(map_name))
        return self._laid[map_name]

    def _lay_out(self, map_name: str) -> list[LaidBoard]:
        node = self._maps.get(map_name)
        if node is None or not isinstance(node.component, c.Map):
            return []
        boards = {n.component.get("name", ""): n for n in self.module.boards if node in n.ancestors()}
        choices = tuple(self.boards.get(map_name, ()))[:MAX_BOARDS]
        if not choices:
            choices = tuple(BoardChoice(name) for name in boards) if len(boards) == 1 else ()
        sizes: dict[tuple[int, int], tuple[ComponentNode, tuple[float, float]]] = {}
        for choice in choices:
            board = boards.get(choice.name)
            size = board_size(self.module, board) if board is not None else None
            if board is not None and size is not None and not choice.reversed:
                sizes[choice.column, choice.row] = (board, size)
        across: dict[int, float] = {}
        down: dict[int, float] = {}
        for (column, row), (_, size) in sizes.items():
            across[column] = max(across.get(column, 0), size[0])
            down[row] = max(down.get(row, 0), size[1])
        edge = node.component
        return [
            LaidBoard(
                board,
                edge.edge_width + sum(width for n, width in across.items() if n < column),
                edge.edge_height + sum(height for n, height in down.items() if n < row),
                *size,
            )
            for (column, row), (board, size) in sorted(sizes.items())
        ]


def _name(node: ComponentNode, point: Point, laid: LaidBoard) -> str:
    grid = node.component
    if isinstance(grid, c.ZonedGrid):
        return _zone_name(node, point, laid)
    if isinstance(grid, c.RegionGrid):
        regions = [child.component for child in node.children if isinstance(child.component, c.Region)]
        nearest = min(
            (r for r in regions if isinstance(r, c.Region)),
            key=lambda r: hypot(r.originx - point[0], r.originy - point[1]),
            default=None,
        )
        return nearest.name if nearest is not None else ""
    numbering = next(
        (
            child.component
            for child in node.children
            if isinstance(child.component, c.HexGridNumbering | c.SquareGridNumbering)
        ),
        None,
    )
    if numbering is None:
        return ""
    if isinstance(grid, c.HexGrid) and isinstance(numbering, c.HexGridNumbering):
        return _written(numbering, *_hex_cell(grid, numbering, point, laid))
    if isinstance(grid, c.SquareGrid) and grid.dx and grid.dy:
        column = floor((point[0] - grid.x0) / grid.dx + 0.5)
        row = floor((point[1] - grid.y0) / grid.dy + 0.5)
        if numbering.v_descend:
            row = int(laid.height / grid.dy + 0.5) - row
        if numbering.h_descend:
            column = int(laid.width / grid.dx + 0.5) - column
        return _written(numbering, column, row)
    return ""


def _zone_name(node: ComponentNode, point: Point, laid: LaidBoard) -> str:
    background = grid_of(node)
    for child in node.children:
        zone = child.component
        if not isinstance(zone, c.Zone):
            continue
        path = parse_path(zone.path)
        if len(path) < 3 or not contains(path, point):
            continue
        inner = background if zone.use_parent_grid else grid_of(child)
        if not zone.use_parent_grid:
            width, height = zone_size(path)
            laid = replace(laid, width=width, height=height)
        grid_name = _name(inner, point, laid) if inner is not None else ""
        return zone.location_format.replace("$name$", zone.name).replace("$gridLocation$", grid_name)
    return _name(background, point, laid) if background is not None else ""


def _hex_cell(
    grid: c.HexGrid, numbering: c.HexGridNumbering, point: Point, laid: LaidBoard
) -> tuple[int, int]:
    """Return the column and row that HexGridNumbering computes before it adds the starting numbers."""
    if not grid.dx or not grid.dy:
        return 0, 0
    across, along = (point[1], point[0]) if grid.sideways else point
    guess = floor((across - grid.x0) / grid.dx + 0.5)
    nearest = (float("inf"), 0, 0)
    for column in (guess - 1, guess, guess + 1):
        shift = grid.dy / 2 if column % 2 else 0.0
        row = floor((along - grid.y0 - shift) / grid.dy + 0.5)
        x, y = column * grid.dx + grid.x0, row * grid.dy + shift + grid.y0
        nearest = min(nearest, (hypot(x - across, y - along), column, row))
    _, column, row = nearest
    odd = column % 2 == 1
    # VASSAL computes row and column numbers this way for both orientations of the hexes.
    rows, columns = int(laid.height / grid.dx + 0.5), int(laid.width / grid.dy + 0.5)
    along_descends = numbering.h_descend if grid.sideways else numbering.v_descend
    across_descends = numbering.v_descend if grid.sideways else numbering.h_descend
    if across_descends:
        column = (rows if grid.sideways else columns) - column
    if along_descends:
        row = (columns if grid.sideways else rows) - row
    if numbering.stagger and odd:
        row += -1 if along_descends else 1
    return column, row


def _written(numbering: c.HexGridNumbering | c.SquareGridNumbering, column: int, row: int) -> str:
    across = _number(column + numbering.h_off, numbering.h_type, numbering.h_leading)
    down = _number(row + numbering.v_off, numbering.v_type, numbering.v_leading)
    both = (across, down) if numbering.first == "H" else (down, across)
    text = numbering.location_format.replace("$gridLocation$", numbering.sep.join(both))
    return text.replace("$gridColumn$", across).replace("$gridRow$", down)


def _number(value: int, kind: str, leading: int) -> str:
    if kind == "A":
        letter = chr(ord("A") + abs(value) % 26)
        return ("-" if value < 0 else "") + letter * (abs(value) // 26 + 1)
    digits = str(abs(value)).rjust(min(max(leading, 0), 8) + 1, "0")
    return f"-{digits}" if value < 0 else digits
