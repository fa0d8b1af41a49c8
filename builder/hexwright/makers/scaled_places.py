"""Where the points of a module's maps are after its boards and grids were scaled.

A piece on a point of a grid goes to the same point of the scaled grid, which may be a pixel beside its scaled
position. So pieces that are dropped there later join its stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hexwright.emulator.board_grids import Point
from hexwright.emulator.live_boards import LiveBoard, lay_boards, starting_boards
from hexwright.inspect.analysis.module_view import ComponentNode, ModuleView
from hexwright.vassal.codec.commands import BoardChoice

_NEAR = 2
"""The distance in pixels, in each direction, within which a scaled point may move to a point of the grid."""
_AROUND = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))

_Pair = tuple[LiveBoard, LiveBoard, bool]
"""A board before and after, and whether it is turned by half a circle."""


@dataclass(eq=False)
class ScaledPlaces:
    """The maps of a module before and after, with the boards of one game.

    `boards` has the boards of each map by its name; others have those of a new game. `renamed` counts the
    points whose location has another name afterwards.
    """

    before: ModuleView
    after: ModuleView
    factor: float
    boards: Mapping[str, Sequence[BoardChoice]] = field(default_factory=dict)
    renamed: int = 0
    _laid: dict[str, tuple[_Pair, ...]] = field(default_factory=dict)

    def with_boards(self, boards: Mapping[str, Sequence[BoardChoice]]) -> ScaledPlaces:
        """Return the places with the boards of another game."""
        return ScaledPlaces(self.before, self.after, self.factor, boards)

    def plain(self, point: Point) -> Point:
        """Return a point multiplied by the factor."""
        return round(point[0] * self.factor), round(point[1] * self.factor)

    def on_map(self, name: str, point: Point) -> Point:
        """Return where a point of a map is afterwards."""
        for old, new, turned in self._pairs(name):
            if old.holds(point):
                x, y = self._on(old, new, old.local(point), turned)
                return new.left + x, new.top + y
        return self.plain(point)

    def on_board(self, name: str, board: str, point: Point) -> Point:
        """Return where a point of a board is afterwards, in the board's own coordinates."""
        choice = (BoardChoice(board),)
        for old, new, turned in self._lay(name, choice):
            return self._on(old, new, point, turned)
        return self.plain(point)

    def _pairs(self, name: str) -> tuple[_Pair, ...]:
        found = self._laid.get(name)
        if found is None:
            window = _window(self.before, name)
            choices = self.boards.get(name) or (starting_boards(window) if window is not None else ())
            found = self._laid[name] = self._lay(name, choices)
        return found

    def _lay(self, name: str, choices: Sequence[BoardChoice]) -> tuple[_Pair, ...]:
        windows = _window(self.before, name), _window(self.after, name)
        if windows[0] is None or windows[1] is None:
            return ()
        old = lay_boards(self.before, windows[0], choices)
        new = lay_boards(self.after, windows[1], choices)
        turned = {choice.name for choice in choices if choice.reversed}
        return tuple((one, other, one.title in turned) for one, other in zip(old, new, strict=True))

    def _on(self, old: LiveBoard, new: LiveBoard, point: Point, turned: bool) -> Point:
        x, y = self.plain(point)
        x, y = min(x, new.width - 1), min(y, new.height - 1)
        if turned or old.grid is None or new.grid is None:
            return x, y
        if old.grid.restricts(point) and old.grid.snap(point) == point:
            near = new.grid.snap((x, y))
            if max(abs(near[0] - x), abs(near[1] - y)) <= _NEAR:
                x, y = near
        name = old.grid.name(point)
        for right, down in _AROUND:
            if new.grid.name((x + right, y + down)) == name:
                return x + right, y + down
        self.renamed += 1
        return x, y


def _window(module: ModuleView, name: str) -> ComponentNode | None:
    return next((node for node in module.maps if node.component.get("mapName", "") == name), None)
