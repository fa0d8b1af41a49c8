"""Check for a next gpid (game piece id) that is already in use."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import PlaceMarker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        if not isinstance(file.root, c.GameModule | c.ModuleExtension):
            continue
        gpids = [n.component.get("gpid", "") for n in subject.module.all(c.PieceSlot) if n.file is file]
        gpids += [t.gpid for p, t in subject.module.traits(PlaceMarker) if p.place.file == file.name]
        tails = [gpid.rpartition(":")[2] for gpid in gpids]
        largest = max((int(n) for n in tails if n.isascii() and n.isdigit() and len(n) < 10), default=-1)
        following = file.root.next_piece_slot_id
        if "nextPieceSlotId" in file.root.attrib and following <= largest:
            yield Finding(
                file.place, (f"nextPieceSlotId is {following}, but the largest gpid in use is {largest}")
            )


CHECK = Check(
    code="V206",
    name="gpid-counter",
    level=Severity.ADVICE,
    title="A next gpid that is already in use",
    why=(
        "The module counts its gpids in nextPieceSlotId. If the counter is too low, the next piece made in "
        "the Editor gets a gpid that is already in use."
    ),
    since="the Editor corrects the counter when it opens the module; other programs don't",
    remedy="Set nextPieceSlotId above the largest gpid in use.",
    run=_run,
)
