"""A set-up with pieces that are no longer as the module defines them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from builder.vassal.buildfile import components as c
from builder.vassal.codec.fields import Record, Trait, UnknownTrait
from builder.vassal.codec.traits import BasicPiece, Prototype
from builder.vassal.codec.values import Key
from validators.checks.framework import Check, Finding, Subject
from validators.reading.keys import identity
from validators.reading.pieces import Design
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    slots = [d for d in subject.module.pieces if isinstance(d.component, c.PieceSlot)]
    defined = {design.gpid: design for design in slots}
    types: dict[str | None, tuple[object, ...]] = {}
    for setup in subject.set_ups:
        stale: list[str] = []
        for added in setup.pieces:
            basic = added.piece.basic
            design = defined.get(basic.gpid) if isinstance(basic, BasicPiece) else None
            names = {trait.name for trait in added.piece.traits if isinstance(trait, Prototype)}
            if design is None or not names <= set(subject.module.prototypes.by_name):
                continue
            if design.gpid not in types:
                types[design.gpid] = _types(subject, design)
            if types[design.gpid] != _types(subject, Design(design.place, "", added.piece)):
                stale.append(design.name)
        if stale:
            some = ", ".join(quoted(name, 40) for name in dict.fromkeys(stale[:3]))
            message = f"pieces that differ from the module's: {len(stale)}, such as {some}"
            yield Finding(setup.node.place, message)


def _types(subject: Subject, design: Design) -> tuple[object, ...]:
    # A saved game holds pieces with their prototypes put in place, as the engine had them in play.
    expanded = subject.module.prototypes.expand(design)
    return tuple(_type(p.trait) for p in expanded if not isinstance(p.trait, Prototype))


def _type(trait: Trait) -> object:
    return type(trait), _plain(trait), trait.type_text if isinstance(trait, UnknownTrait) else ""


def _plain(value: object) -> object:
    # The code of a named key differs from session to session, and older engines wrote fewer fields.
    if isinstance(value, Key):
        return identity(value)
    if isinstance(value, Record):
        return tuple(_plain(getattr(value, row.name)) for row in type(value).fields())
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value


CHECK = Check(
    code="V314",
    name="setup-stale",
    level=Severity.ADVICE,
    title="A set-up with pieces that are no longer as the module defines them",
    why=(
        "A saved game holds each piece with its traits as they were when it was saved. When the "
        "module's pieces change, the set-up keeps the old ones until it is refreshed, and players "
        "start with them."
    ),
    remedy="Refresh the set-up with the Editor's tool, or build it anew.",
    run=_run,
)
