"""Check for boards and zones with more than one grid."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.grid_locations import grids_of
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.Board, c.Zone, c.ZonedGrid):
        *unused, used = grids_of(node) or (node,)
        for grid in unused:
            message = f"VASSAL doesn't use this grid, but the {used.component.TITLE} after it"
            yield Finding(grid.place, message)


CHECK = Check(
    code="V409",
    name="grid-twice",
    level=Severity.WARNING,
    title="A board or zone with two grids",
    why=(
        "A board, a zone and the background of a multi-zoned grid have one grid each. Of several, VASSAL "
        "uses only the last: hexes, regions and names of the others are never found."
    ),
    since="the grid that counts may be the intended one",
    remedy="Remove one of the grids, or put it into a zone of its own.",
    run=_run,
)
