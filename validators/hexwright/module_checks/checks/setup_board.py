"""Check for set-ups on a board or map that the module lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import count_noun

#: Older versions of VASSAL named maps in saved games by their number.
_NUMBERED = re.compile(r"Map\d{1,3}$")


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for setup in subject.set_ups:
        for layout in setup.boards:
            if layout.map not in subject.module.map_names and not _NUMBERED.match(layout.map):
                # A map without pieces is an empty window, whose absence does no harm.
                if setup.maps.get(layout.map, 0):
                    cause = f"pieces are on the map {quoted(layout.map)}, which the module lacks"
                    number = setup.maps.get(layout.map, 0)
                    pieces = f"{count_noun(number, 'piece')} {'is' if number == 1 else 'are'}"
                    yield Finding(setup.node.place, cause.replace("pieces are", pieces, 1), cause=cause)
                continue
            for choice in layout.boards:
                if choice.name not in subject.module.board_names:
                    yield Finding(
                        setup.node.place, f"uses the board {quoted(choice.name)}, which the module lacks"
                    )


CHECK = Check(
    code="V311",
    name="setup-board",
    level=Severity.WARNING,
    title="A set-up on a board or map that the module lacks",
    why=(
        "A saved game refers to maps and boards by name. A missing board is left out, and pieces on a "
        "missing map are invisible."
    ),
    since="the rest of the set-up works",
    remedy="Save the set-up again with the current module, or restore the board's name.",
    run=_run,
)
