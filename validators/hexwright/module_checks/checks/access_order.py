"""Check for traits that Restricted Access does not protect."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.inspect.analysis.piece_key_commands import CHANGES_STATE, menu_items
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.traits import RestrictedAccess, SetGlobalProperty

# Setting a global property doesn't change the piece itself.
_CHANGES_PIECE = tuple(kind for kind in CHANGES_STATE if kind is not SetGlobalProperty)


def _run(subject: CheckedModule) -> Iterator[Finding]:
    told: set[ModulePlace] = set()
    for design in subject.module.pieces:
        guard: ModulePlace | None = None
        for placed in subject.module.expanded(design):
            if isinstance(placed.trait, RestrictedAccess):
                guard = placed.place
            elif guard is not None and isinstance(placed.trait, _CHANGES_PIECE) and guard not in told:
                shown = next((text for text, _ in menu_items(placed.trait) if text), "")
                if shown:
                    told.add(guard)
                    yield Finding(
                        guard,
                        (f"the command {quoted(shown)} comes after Restricted Access and is not protected"),
                    )


CHECK = Check(
    code="V702",
    name="access-order",
    level=Severity.ADVICE,
    title="Traits that Restricted Access doesn't protect",
    why=(
        "Restricted Access protects only the traits before it in the piece's list. A command of a later "
        "trait is open to all players."
    ),
    since="some commands are meant for all players",
    remedy="Move Restricted Access to the end of the list.",
    run=_run,
)
