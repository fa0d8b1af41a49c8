"""A location that is not on the board."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.buildfile import components as c
from builder.vassal.codec.traits import SendToLocation
from validators.checks.framework import Check, Finding, Subject, literal
from validators.reading import grids
from validators.reading.module import Node
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    for node in subject.module.all(c.SetupStack, c.DrawPile):
        boards = _boards_of(subject, node)
        stack = node.component
        if not boards:
            continue
        if isinstance(stack, c.SetupStack) and stack.use_grid_location and stack.location:
            found = [grids.locate(subject.module, board, stack.location) for board in boards]
            if all(f.known and f.point is None for f in found):
                yield Finding(node.place, f"no board has the location {quoted(stack.location)}")
        elif isinstance(stack, c.SetupStack | c.DrawPile) and node.component.get("owningBoard"):
            sizes = [grids.board_size(subject.module, board) for board in boards]
            known = [size for size in sizes if size is not None]
            off = [size for size in known if not (0 <= stack.x <= size[0] and 0 <= stack.y <= size[1])]
            if len(off) == len(sizes):
                width, height = off[0]
                at = f"{stack.x},{stack.y}"
                told = f"{at} is off the board, which is {width:.0f}×{height:.0f}"
                yield Finding(node.place, told, cause="the position is off the board")
    for placed, trait in subject.module.traits(SendToLocation):
        name = literal(trait.grid_location) if trait.destination == "G" else None
        if name and subject.module.boards:
            found = [grids.locate(subject.module, board, name) for board in subject.module.boards]
            if all(f.known and f.point is None for f in found):
                yield Finding(placed.place, f"no board has the location {quoted(name)}")


def _boards_of(subject: Subject, node: Node) -> list[Node]:
    window = next((a for a in node.ancestors() if isinstance(a.component, c.Map)), None)
    own = [b for b in subject.module.boards if window is not None and window in tuple(b.ancestors())]
    name = node.component.get("owningBoard", "")
    if name and name not in ("<any>", "null"):
        return [b for b in own if b.component.get("name", "") == name]
    return own


CHECK = Check(
    code="V402",
    name="location-off-grid",
    level=Severity.ERROR,
    title="A location that is not on the board",
    why=(
        "The engine puts an at-start stack whose grid location can't be found, or whose coordinates "
        "are off the board, somewhere else or nowhere."
    ),
    remedy=(
        "Write the location as the grid's numbering shows it, leading zeros included; or correct the "
        "coordinates."
    ),
    run=_run,
    needs_module=True,
)
