"""Check for stacks and decks that start outside the board."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis import grid_locations
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    left = grid_locations.MOST_SEARCHED
    for node in subject.module.all(c.SetupStack, c.DrawPile):
        stack = node.component
        if not isinstance(stack, c.SetupStack | c.DrawPile) or not stack.get("owningBoard"):
            continue
        if isinstance(stack, c.SetupStack) and stack.use_grid_location and stack.location:
            continue
        boards = grid_locations.boards_of(subject.module, node)
        left -= len(boards)
        if left < 0:
            told = "this position and those after it aren't compared: too many for so many boards"
            yield Finding(node.place, told)
            return
        sizes = [grid_locations.board_size(subject.module, board) for board in boards]
        known = [size for size in sizes if size is not None]
        off = [size for size in known if not (0 <= stack.x <= size[0] and 0 <= stack.y <= size[1])]
        if off and len(off) == len(sizes):
            width, height = off[0]
            told = f"{stack.x},{stack.y} is off the board, which is {width:.0f}×{height:.0f}"
            yield Finding(node.place, told, cause="the position is off the board")


CHECK = Check(
    code="V406",
    name="position-off-board",
    level=Severity.ADVICE,
    title="A stack or deck that starts outside the board",
    why=(
        "A stack or deck at coordinates outside the board is not visible to the players, unless the map has "
        "a wide border. This also happens when a board's picture is replaced by a smaller one."
    ),
    since="decks and stacks are sometimes hidden there on purpose",
    remedy="Correct the coordinates if the pieces should be visible.",
    run=_run,
    needs_module=True,
)
