"""Check for locations that aren't on the board's grid."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis import grid_locations
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.module_view import ComponentNode
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import SendToLocation


def _run(subject: CheckedModule) -> Iterator[Finding]:
    costs: dict[ComponentNode, int] = {}
    lacking: dict[tuple[tuple[ComponentNode, ...], str], bool] = {}
    left = grid_locations.MOST_SEARCHED
    for place, boards, name in _named(subject):
        if (boards, name) not in lacking:
            for board in boards:
                if board not in costs:
                    costs[board] = grid_locations.search_cost(board)
                left -= costs[board]
            if left < 0:
                told = "this location and those after it aren't searched: too many names for so many zones"
                yield Finding(place, told)
                return
            found = [grid_locations.locate_by_name(subject.module, board, name) for board in boards]
            lacking[boards, name] = all(f.known and f.point is None for f in found)
        if lacking[boards, name]:
            yield Finding(place, f"no board has the location {quoted(name)}")


def _named(subject: CheckedModule) -> Iterator[tuple[ModulePlace, tuple[ComponentNode, ...], str]]:
    """Yield each name of a location with its place in the module, and the boards that may have it."""
    for node in subject.module.all(c.SetupStack):
        boards = grid_locations.boards_of(subject.module, node)
        stack = node.component
        if boards and isinstance(stack, c.SetupStack) and stack.use_grid_location and stack.location:
            yield node.place, boards, stack.location
    for placed, trait in subject.module.traits(SendToLocation):
        name = constant_text(trait.grid_location) if trait.destination == "G" else None
        if name and subject.module.boards:
            yield placed.place, subject.module.boards, name


CHECK = Check(
    code="V402",
    name="location-off-grid",
    level=Severity.WARNING,
    title="A location that is not on the board",
    why=(
        "VASSAL finds a grid location by the numbering and by the names of zones and regions. If the "
        "location isn't found, an at-start stack stays at its stored coordinates, and a piece sent there "
        "stays where it is."
    ),
    since="VASSAL reports this, and a stack still has its coordinates",
    remedy="Write the location as the grid's numbering shows it, including leading zeros.",
    run=_run,
    needs_module=True,
)
