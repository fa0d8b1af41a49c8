"""Check for sides that are not in the roster."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.shared_records import PieceAccess
from hexwright.vassal.codec.traits import Invisible, Mask, RestrictedAccess

_NOBODY = frozenset({"nobody", "none", "no one", "noone", "no-one", "no player", "locked", "never"})


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = {*subject.module.sides, "<observer>", "Solitaire", "Referee", "Moderator", ""}
    for place, what, side in _named(subject):
        # Designers write such a side to lock something for all players.
        if side not in known and side.strip().lower() not in _NOBODY:
            yield Finding(place, f"{what}: no side is called {quoted(side)}")


def _named(subject: CheckedModule) -> Iterator[tuple[ModulePlace, str, str]]:
    for placed, trait in subject.module.traits(RestrictedAccess, Mask, Invisible):
        if isinstance(trait, RestrictedAccess):
            sides: tuple[str, ...] = trait.sides
        else:
            access = getattr(trait, "access", PieceAccess())
            sides = access.sides if access.by == "sides" else ()
        yield from ((placed.place, trait.TITLE, side) for side in sides)
    for node in subject.module.nodes:
        component = node.component
        match component:
            case c.PrivateMap():
                yield from ((node.place, "Belongs to side", side) for side in component.side)
            case c.DrawPile() if component.deck_restrict_access:
                yield from ((node.place, "Deck owners", side) for side in component.deck_owners)
            case c.Inventory():
                yield from ((node.place, "Available to these sides", side) for side in component.sides)
            case _:
                continue


CHECK = Check(
    code="V701",
    name="side-unknown",
    level=Severity.ERROR,
    title="A side that is not in the roster",
    why=(
        "No player can use an item that is restricted to a side outside the roster, and VASSAL "
        "doesn't report this. A side such as Nobody or None is no mistake: it locks the item for all players."
    ),
    since="no player can use the restricted item",
    remedy="Correct the side's name, or add it to the Definition of Player Sides.",
    run=_run,
    needs_module=True,
)
