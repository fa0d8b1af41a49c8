"""A set-up on a board or map that the module lacks."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Subject
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    for setup in subject.set_ups:
        for layout in setup.boards:
            if layout.map not in subject.module.map_names:
                yield Finding(
                    setup.node.place, f"lays out the map {quoted(layout.map)}, which the module lacks"
                )
                continue
            for choice in layout.boards:
                if choice.name not in subject.module.board_names:
                    yield Finding(
                        setup.node.place, f"uses the board {quoted(choice.name)}, which the module lacks"
                    )


CHECK = Check(
    code="V311",
    name="setup-board",
    level=Severity.ERROR,
    title="A set-up on a board or map that the module lacks",
    why=(
        "A saved game lays out boards by name. One that isn't there is left out, with all that stands on it."
    ),
    remedy="Save the set-up anew with the module as it is, or restore the board's name.",
    run=_run,
)
