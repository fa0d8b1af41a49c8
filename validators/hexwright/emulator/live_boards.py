"""The boards of a map and their zones (VASSAL.build.module.map.boardPicker)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hexwright.emulator.board_grids import (
    BoardGrid,
    CellNumbering,
    HexBoardGrid,
    Point,
    RegionBoardGrid,
    SquareBoardGrid,
    contains,
    fill_format,
)
from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import BoardChoice
from hexwright.vassal.codec.sequence_encoder import CodecError

OFF_BOARD = "offboard"


class LiveZone:
    """A Zone. `bounds` contains its x, y, width and height on its board."""

    def __init__(self, node: ComponentNode, grid: BoardGrid | None) -> None:
        zone = node.component
        assert isinstance(zone, c.Zone)
        self.node = node
        self.zone = zone
        self.title = zone.name
        self.grid = grid
        self.path = tuple((int(x), int(y)) for x, y in grid_locations.parse_path(zone.path))
        self.board: LiveBoard | None = None
        xs, ys = [x for x, _ in self.path] or [0], [y for _, y in self.path] or [0]
        self.bounds = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def contains(self, point: Point) -> bool:
        """Return whether a point of the board is inside the zone."""
        x, y, width, height = self.bounds
        if not (x <= point[0] <= x + width and y <= point[1] <= y + height):
            return False
        return contains(self.path, point)

    def name(self, point: Point) -> str:
        """Return the location name of a point in the zone."""
        inner = self.grid.name(point) if self.grid is not None else None
        words = {"name": self.title}
        if inner is not None:
            words["gridLocation"] = inner
        return fill_format(self.zone.location_format, words)

    def locate(self, name: str) -> Point | None:
        """Return the point with the given name in the zone, or None.

        The name is that of the zone or of a location of its grid.
        """
        inner = grid_locations._zone_match(self.zone, name, self.grid is not None)
        if inner is None or not self.path:
            return None
        if inner:
            point = self.grid.locate(inner) if self.grid is not None else None
            return point if point is not None and self.contains(point) else None
        count = len(self.path)
        middle = sum(x for x, _ in self.path) // count, sum(y for _, y in self.path) // count
        return middle if self.contains(middle) else self.path[0]


class ZonedBoardGrid(BoardGrid):
    """A Multi-zoned Grid (ZonedGrid)."""

    def __init__(self, zones: Sequence[LiveZone], background: BoardGrid | None) -> None:
        self.zones = tuple(zones)
        self.background = background

    def find(self, point: Point) -> LiveZone | None:
        """Return the zone at a point of the board."""
        return next((zone for zone in self.zones if zone.contains(point)), None)

    def name(self, point: Point) -> str | None:
        zone = self.find(point)
        if zone is not None:
            return zone.name(point)
        return self.background.name(point) if self.background is not None else None

    def locate(self, name: str) -> Point | None:
        for zone in self.zones:
            point = zone.locate(name)
            if point is not None and zone.contains(point):
                return point
        return self.background.locate(name) if self.background is not None else None

    def restricts(self, point: Point) -> bool:
        zone = self.find(point)
        grid = zone.grid if zone is not None else self.background
        return grid is not None and grid.restricts(point)

    def snap(self, point: Point) -> Point:
        zone = self.find(point)
        if zone is not None:
            return zone.grid.snap(point) if zone.grid is not None else point
        return self.background.snap(point) if self.background is not None else point

    def range(self, one: Point, other: Point, snap: Callable[[Point], Point]) -> int:
        grid = self.background
        zone = self.find(one)
        if zone is not None and zone is self.find(other) and zone.grid is not None:
            grid = zone.grid
        return grid.range(one, other, snap) if grid is not None else super().range(one, other, snap)

    @property
    def unit(self) -> int:
        return self.background.unit if self.background is not None else 1


@dataclass
class LiveBoard:
    """A board that is laid out on a map."""

    node: ComponentNode
    title: str
    left: int
    top: int
    width: int
    height: int
    grid: BoardGrid | None
    module: ModuleView
    zones: tuple[LiveZone, ...] = field(default=())

    def holds(self, point: Point) -> bool:
        """Return whether a point of the map is on the board."""
        return (
            self.left <= point[0] < self.left + self.width and self.top <= point[1] < self.top + self.height
        )

    def local(self, point: Point) -> Point:
        """Convert a point of the map to the board's coordinates."""
        return point[0] - self.left, point[1] - self.top

    def locate(self, name: str) -> Point | None:
        """Return the point of the map that has a location name, or None."""
        point = self.grid.locate(name) if self.grid is not None else None
        return (point[0] + self.left, point[1] + self.top) if point is not None else None


def lay_boards(module: ModuleView, node: ComponentNode, choices: Sequence[BoardChoice]) -> list[LiveBoard]:
    """Lay out the boards of a map, except boards of unknown size."""
    edge = node.component
    assert isinstance(edge, c.Map)
    nodes = {n.component.get("name", ""): n for n in module.boards if node in n.ancestors()}
    sized = []
    for choice in choices:
        board = nodes.get(choice.name)
        size = grid_locations.board_size(module, board) if board is not None else None
        if board is not None and size is not None:
            sized.append((choice, board, (int(size[0]), int(size[1]))))
    across: dict[int, int] = {}
    down: dict[int, int] = {}
    for choice, _, size in sized:
        across[choice.column] = max(across.get(choice.column, 0), size[0])
        down[choice.row] = max(down.get(choice.row, 0), size[1])
    found = []
    for choice, board, (width, height) in sized:
        left = edge.edge_width + sum(w for n, w in across.items() if n < choice.column)
        top = edge.edge_height + sum(h for n, h in down.items() if n < choice.row)
        grid_node = grid_locations.grid_of(board)
        grid = build_grid(grid_node, (width, height)) if grid_node is not None else None
        zones = grid.zones if isinstance(grid, ZonedBoardGrid) else ()
        live = LiveBoard(board, choice.name, left, top, width, height, grid, module, zones)
        for zone in zones:
            zone.board = live
        found.append(live)
    return found


def build_grid(node: ComponentNode, size: tuple[int, int]) -> BoardGrid | None:
    """Build the grid that a component describes."""
    component = node.component
    number = next(
        (
            CellNumbering(k.component, size)
            for k in node.children
            if isinstance(k.component, c.HexGridNumbering | c.SquareGridNumbering)
        ),
        None,
    )
    match component:
        case c.HexGrid():
            return HexBoardGrid(component, number)
        case c.SquareGrid():
            return SquareBoardGrid(component, number)
        case c.RegionGrid():
            return RegionBoardGrid(node)
        case c.ZonedGrid():
            under = grid_locations.grid_of(node)
            background = build_grid(under, size) if under is not None else None
            zones = []
            for child in node.children:
                if isinstance(child.component, c.Zone):
                    own = grid_locations.grid_of(child)
                    if child.component.use_parent_grid:
                        zones.append(LiveZone(child, background))
                    else:
                        zone = LiveZone(child, None)
                        # Descending numbers are counted from the end of the zone, not of the board.
                        zone.grid = build_grid(own, zone.bounds[2:]) if own is not None else None
                        zones.append(zone)
            return ZonedBoardGrid(zones, background)
        case _:
            return None


def starting_boards(node: ComponentNode) -> tuple[BoardChoice, ...]:
    """Return the boards with which a map starts a new game; none if a player chooses among several."""
    for child in node.children:
        picker = child.component
        if not isinstance(picker, c.BoardPicker):
            continue
        try:
            setup = picker.setup
        except (CodecError, ValueError):
            setup = None
        if setup is not None and setup.boards:
            return setup.boards
        boards = [n for n in child.children if isinstance(n.component, c.Board)]
        if len(boards) == 1:
            return (BoardChoice(boards[0].component.get("name", "")),)
    return ()
