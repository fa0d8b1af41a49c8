"""Find locations on boards by name, as VASSAL's grids do (MapGrid.getLocation)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hexwright.inspect.analysis.image_headers import ImageHeader
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.support.linear_regex import LinearRegex
from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.buildfile import components as c

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LocationResult:
    """The result of a search for a name: a point, nothing, or unknown.

    `has_name` is true for the name of a region or zone, which VASSAL finds even outside the board.
    """

    point: Point | None = None
    known: bool = True
    has_name: bool = False


_NEAR, _FAR = 1e-3, 1e6
"""The lower and upper bounds, in pixels, for the sizes and corners of grids."""

MOST_SEARCHED = 2_000_000
"""The number of zones, regions and their corners that a check may search for all names together."""

UNKNOWN = LocationResult(known=False)
NOWHERE = LocationResult()


def board_size(module: ModuleView, node: ComponentNode) -> tuple[float, float] | None:
    """Return a board's width and height in pixels, or None if its picture doesn't show them."""
    board = node.component
    assert isinstance(board, c.Board)
    if not board.image:
        return board.width, board.height
    picture = module.pictures.get(module.image_entry(board.image) or "")
    if isinstance(picture, ImageHeader) and picture.width and picture.height:
        return picture.width, picture.height
    return None


def boards_of(module: ModuleView, node: ComponentNode) -> tuple[ComponentNode, ...]:
    """Return the boards on which a stack or deck may start: the named board, or all boards of its map."""
    window = next((a for a in node.ancestors() if isinstance(a.component, c.Map)), None)
    if window is None:
        return ()
    name = node.component.get("owningBoard", "")
    if name and name not in ("<any>", "null"):
        return module.named_boards.get((window, name), ())
    return module.boards_by_map.get(window, ())


def search_cost(board: ComponentNode) -> int:
    """Return how many zones, regions and corners a search on a board may look at."""
    waiting, cost = [board], 1
    while waiting:
        node = waiting.pop()
        cost += 1 + node.component.get("path", "").count(";")
        waiting += node.children
    return cost


def locate_by_name(module: ModuleView, node: ComponentNode, name: str) -> LocationResult:
    """Return the location with the given name on a board. Grid cells outside the board aren't found."""
    size = board_size(module, node)
    if size is None:
        return UNKNOWN
    grid = grid_of(node)
    if grid is None:
        return NOWHERE
    found = _in_grid(grid, name, size)
    if found.point is None or found.has_name:
        return found
    x, y = found.point
    return found if 0 <= x <= size[0] and 0 <= y <= size[1] else NOWHERE


def grids_of(node: ComponentNode) -> tuple[ComponentNode, ...]:
    """Return the grids directly inside a board, a zone or a multi-zoned grid, in the file's order."""
    kinds = (c.HexGrid, c.SquareGrid, c.RegionGrid, c.ZonedGrid)
    return tuple(child for child in node.children if isinstance(child.component, kinds))


def grid_of(node: ComponentNode) -> ComponentNode | None:
    """Return the grid that VASSAL uses of those directly inside a board or zone: the last; None if none."""
    return next(reversed(grids_of(node)), None)


def _in_regions(node: ComponentNode, name: str) -> LocationResult:
    for child in node.children:
        region = child.component
        if isinstance(region, c.Region) and region.name == name:
            return LocationResult((region.originx, region.originy), has_name=True)
    return NOWHERE


def _in_grid(node: ComponentNode, name: str, size: tuple[float, float]) -> LocationResult:
    grid = node.component
    if isinstance(grid, c.ZonedGrid):
        return _in_zones(node, name, size)
    if isinstance(grid, c.RegionGrid):
        return _in_regions(node, name)
    numbering = next(
        (
            k.component
            for k in node.children
            if isinstance(k.component, c.HexGridNumbering | c.SquareGridNumbering)
        ),
        None,
    )
    if numbering is None:
        return NOWHERE
    cell = cell_reader(numbering)(name)
    if cell is None:
        return NOWHERE
    if isinstance(grid, c.HexGrid) and isinstance(numbering, c.HexGridNumbering):
        return LocationResult(_hex_centre(grid, numbering, *cell, size))
    if isinstance(grid, c.SquareGrid):
        column, row = cell
        if numbering.v_descend:
            row = int(size[1] / cell_size(grid.dy) + 0.5) - row
        if numbering.h_descend:
            column = int(size[0] / cell_size(grid.dx) + 0.5) - column
        return LocationResult((column * cell_size(grid.dx) + grid.x0, row * cell_size(grid.dy) + grid.y0))
    return UNKNOWN


def _in_zones(node: ComponentNode, name: str, size: tuple[float, float]) -> LocationResult:
    background = grid_of(node)
    doubtful = False
    for child in node.children:
        zone = child.component
        if not isinstance(zone, c.Zone):
            continue
        path = parse_path(zone.path)
        inner = background if zone.use_parent_grid else grid_of(child)
        around = size if zone.use_parent_grid else zone_size(path)
        grid_name = _zone_match(zone, name, inner is not None)
        if inner is not None:
            # At-start stacks may name a region of a zone even if the zone reports only its own name.
            inside = _in_grid(inner, name, around)
            if inside.point is not None and isinstance(inner.component, c.RegionGrid):
                return inside
        if grid_name is None:
            continue
        if grid_name == "":
            return LocationResult(_mean(path), has_name=True) if path else UNKNOWN
        found = _in_grid(inner, grid_name, around) if inner is not None else NOWHERE
        doubtful |= not found.known
        if found.point is not None and contains(path, found.point):
            return found
    if background is not None:
        return _in_grid(background, name, size)
    return UNKNOWN if doubtful else NOWHERE


def _zone_match(zone: c.Zone, name: str, has_grid: bool) -> str | None:
    """Return the grid location that a zone's location name contains.

    An empty string stands for the zone as a whole. None means that the name doesn't belong to this zone.
    """
    # The texts before, between and after the wildcards.
    fixed = [""]
    tokens = sequence_encoder.decode(zone.location_format, "$")
    for number, token in enumerate(tokens):
        if number % 2 == 0 or number == len(tokens) - 1:
            fixed[-1] += token
        elif token == "name":
            fixed[-1] += zone.name
        elif token == "gridLocation" and has_grid:
            fixed.append("")
    groups = len(fixed) - 1
    if fixed == [""] or groups > 2:
        return None
    if groups == 0:
        return "" if name == fixed[0] else None
    rest = name.removeprefix(fixed[0])
    if len(rest) + len(fixed[0]) != len(name) or not rest.endswith(fixed[-1]) or "\n" in rest:
        return None
    rest = rest.removesuffix(fixed[-1])
    if groups == 1:
        return rest
    # The first wildcard matches as much as possible, as in VASSAL's pattern.
    between = rest.rfind(fixed[1])
    return rest[between + len(fixed[1]) :] if between >= 0 else None


def cell_reader(
    numbering: c.HexGridNumbering | c.SquareGridNumbering,
) -> Callable[[str], tuple[int, int] | None]:
    """Return the function from a cell's name to its column and row; it returns None for other names."""
    across = _number_pattern(numbering.h_type, numbering.h_leading)
    down = _number_pattern(numbering.v_type, numbering.v_leading)
    pattern: list[str] = []
    order = ""
    tokens = sequence_encoder.decode(numbering.location_format, "$")
    for number, token in enumerate(tokens):
        if not token:
            continue
        if number % 2 == 0 or number == len(tokens) - 1:
            pattern.append(re.escape(token))
        elif token == "gridLocation":
            parts = (across, down) if numbering.first == "H" else (down, across)
            pattern.append(re.escape(numbering.sep).join(parts))
            order += "cr" if numbering.first == "H" else "rc"
        elif token in ("row", "column"):
            pattern.append(down if token == "row" else across)
            order += "r" if token == "row" else "c"
    if "c" not in order or "r" not in order or len(order) > 4:
        return lambda name: None
    location = _location("".join(pattern))
    horizontal = order.rindex("c") + 1, numbering.h_type, numbering.h_off
    vertical = order.rindex("r") + 1, numbering.v_type, numbering.v_off

    def read(name: str) -> tuple[int, int] | None:
        match = location.fullmatch(name)
        if match is None:
            return None
        column, row = (_number(match[group], kind) - first for group, kind, first in (horizontal, vertical))
        return column, row

    return read


@lru_cache(maxsize=64)
def _location(pattern: str) -> LinearRegex[str]:
    return LinearRegex(pattern)


def _number_pattern(kind: str, leading: int) -> str:
    if kind == "A":
        return r"(-?[A-Z]{1,9})"
    return f"(-?[0-9]{{{min(max(leading, 0), 8) + 1},9}})"


def _number(text: str, kind: str) -> int:
    if kind != "A":
        return int(text)
    letters = text.lstrip("-")
    value = 26 * (len(letters) - 1) + ord(letters[-1]) - ord("A")
    return -value if text.startswith("-") else value


def _hex_centre(
    grid: c.HexGrid, numbering: c.HexGridNumbering, column: int, row: int, size: tuple[float, float]
) -> Point:
    sideways = grid.sideways
    down, across = numbering.v_descend, numbering.h_descend
    if numbering.stagger and column % 2:
        row += 1 if (across if sideways else down) else -1
    rows = int(size[1] / (cell_size(grid.dx) if sideways else cell_size(grid.dy)) + 0.5)
    columns = int(size[0] / (cell_size(grid.dy) if sideways else cell_size(grid.dx)) + 0.5)
    if sideways:
        column = rows - column if down else column
        row = columns - row if across else row
    else:
        column = columns - column if across else column
        row = rows - row if down else row
    x = column * cell_size(grid.dx) + grid.x0
    y = row * cell_size(grid.dy) + (cell_size(grid.dy) / 2 if column % 2 else 0) + grid.y0
    return (y, x) if sideways else (x, y)


def parse_path(text: str) -> list[Point]:
    """Return the corners of a zone. Parts of the string that aren't a pair of numbers are skipped."""
    found: list[Point] = []
    for part in text.split(";")[:2000]:
        x, _, y = part.partition(",")
        try:
            point = float(x), float(y)
        except ValueError:
            continue
        if all(abs(number) < _FAR for number in point):
            found.append(point)
    return found


def zone_size(path: Sequence[Point]) -> tuple[float, float]:
    """Return the width and height of a zone. Its own grid counts descending numbers by them."""
    xs, ys = [x for x, _ in path] or [0.0], [y for _, y in path] or [0.0]
    return max(xs) - min(xs), max(ys) - min(ys)


def cell_size(given: float) -> float:
    """Return the size of a grid's cell, or 1 for impossible values such as zero or infinity."""
    return given if _NEAR < abs(given) < _FAR else 1.0


def _mean(path: Sequence[Point]) -> Point:
    return sum(x for x, _ in path) / len(path), sum(y for _, y in path) / len(path)


def contains(path: Sequence[Point], point: Point) -> bool:
    """Return whether a point lies in a polygon or on its border.

    A polygon with fewer than three corners contains every point.
    """
    if len(path) < 3:
        return True
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(path, [*path[1:], path[0]], strict=True):
        if min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if abs(cross) < 1e-9:
                return True
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
