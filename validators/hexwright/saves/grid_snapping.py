"""Move the counters of a saved game to the pixels to which VASSAL's grids snap.

Versions of hexwright up to 0.1 wrote some positions one pixel away from these. A counter dropped on such a
counter forms a second stack in the same hex, and hides the first stack.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec import traits as t
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.commands import Command, replace_commands
from hexwright.vassal.codec.hex_grid_cells import HexGridCells
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.stacks_and_decks import Stack

_NEAR = 1
"""The greatest distance in pixels, in each direction, from which a counter is moved to its hex's centre."""

_Spot = tuple[str, int, int]


def snap_to_grids(commands: tuple[Command, ...], module: ModuleView) -> tuple[tuple[Command, ...], int]:
    """Return a saved game's commands with counters snapped to the grids, and the number of counters moved.

    Stacks that end on the same pixel are merged into the first of them, which stays at the bottom. Only maps
    with one board and one hex grid are processed. Counters that ignore the grid are left in place.
    """
    work = _Snapper(_grids(module))
    snapped = replace_commands(commands, work.snap)
    return replace_commands(snapped, work.merge), work.moved


def _grids(module: ModuleView) -> Mapping[str, HexGridCells]:
    """Return the hex grid of each map that has one board, no padding, and one hex grid that snaps."""
    found = {}
    cells_by_map: dict[ComponentNode, set[HexGridCells | None]] = {}
    for grid in module.all(c.HexGrid):
        for around in grid.ancestors():
            cells_by_map.setdefault(around, set()).add(_cells(grid))
    for node in module.maps:
        window = node.component
        assert isinstance(window, c.Map)
        boards = module.boards_by_map.get(node, ())
        cells = cells_by_map.get(node, set())
        if len(boards) == len(cells) == 1 and not window.edge_width and not window.edge_height:
            (only,) = cells
            if only is not None:
                found[node.component.get("mapName", "")] = only
    return found


def _cells(node: ComponentNode) -> HexGridCells | None:
    grid = node.component
    assert isinstance(grid, c.HexGrid)
    if not grid.snap_to or grid.edges_legal or grid.corners_legal or grid.dx < 1 or grid.dy < 1:
        return None
    return HexGridCells(grid.x0, grid.y0, grid.dx, grid.dy, bool(grid.sideways))


class _Snapper:
    def __init__(self, grids: Mapping[str, HexGridCells]) -> None:
        self._grids = grids
        self.moved = 0
        self._stacks: dict[tuple[_Spot, int | None], dict[str | None, tuple[str, ...]]] = {}
        """The contents of the stacks on each pixel, keyed by stack id, in the order of the file."""
        self._reached: set[_Spot] = set()
        """The pixels to which a stack was moved."""

    def snap(self, command: Command) -> Command:
        """Return a command with its counter or stack snapped to the grid, and record its stack
        for `merge`.
        """
        if not isinstance(command, AddPiece):
            return command
        basic = command.piece.basic
        if not isinstance(basic, t.BasicPiece | Stack):
            return command
        spot = self._snapped(command.piece, basic)
        if isinstance(basic, Stack) and basic.pieces:
            self._stacks.setdefault((spot, basic.layer), {})[command.id] = basic.pieces
        if spot == (basic.map, basic.x, basic.y):
            return command
        if isinstance(basic, Stack):
            self._reached.add(spot)
        else:
            self.moved += 1
        made = dataclasses.replace(basic, x=spot[1], y=spot[2])
        return dataclasses.replace(command, piece=GamePiece((made, *command.piece.traits[1:])))

    def _snapped(self, piece: GamePiece, basic: t.BasicPiece | Stack) -> _Spot:
        """Return the grid's pixel for a counter or stack; its own pixel if the grid's pixel is too
        far away.
        """
        grid = self._grids.get(basic.map)
        if grid is None or any("g" in trait.selection for trait in piece.all(t.DoesNotStack)):
            return basic.map, basic.x, basic.y
        x, y = grid.near(basic.x, basic.y)
        if max(abs(x - basic.x), abs(y - basic.y)) > _NEAR:
            return basic.map, basic.x, basic.y
        return basic.map, x, y

    def merge(self, command: Command) -> Command | None:
        """Return a command in which all stacks on one pixel are merged into the first stack.

        Return None for a command that adds another of these stacks.
        """
        if not isinstance(command, AddPiece) or not isinstance(command.piece.basic, Stack):
            return command
        basic = command.piece.basic
        spot = basic.map, basic.x, basic.y
        stacks = self._stacks.get((spot, basic.layer), {})
        if spot not in self._reached or len(stacks) < 2 or command.id not in stacks:
            return command
        if command.id != next(iter(stacks)):
            return None
        pieces = tuple(piece for contents in stacks.values() for piece in contents)
        marks = tuple(item for item in basic.contents if item not in basic.pieces)
        made = dataclasses.replace(basic, contents=(*pieces, *marks))
        return dataclasses.replace(command, piece=GamePiece((made, *command.piece.traits[1:])))
