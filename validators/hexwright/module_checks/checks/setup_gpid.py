"""Check for set-ups with pieces that the module no longer has."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import BasicPiece, PlaceMarker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = {node.component.get("gpid", "") for node in subject.module.all(c.PieceSlot)}
    known |= {trait.gpid for _, trait in subject.module.traits(PlaceMarker)}
    for setup in subject.set_ups:
        strange = {
            row: count
            for row, count in setup.pieces.items()
            if isinstance(row[0].basic, BasicPiece) and row[1] not in known
        }
        if strange:
            told = (f"{quoted(kind.name)} ({gpid or 'no gpid'})" for kind, gpid in strange)
            names = ", ".join(dict.fromkeys(told))
            message = f"gpids that the module lacks, on {sum(strange.values())} of its pieces: {names}"
            yield Finding(setup.node.place, message, cause="pieces have gpids that the module lacks")


CHECK = Check(
    code="V312",
    name="setup-gpid",
    level=Severity.ADVICE,
    title="A set-up with pieces that the module no longer has",
    why=(
        "A set-up is refreshed by gpid. Pieces whose gpid the module lacks keep the traits they had when "
        "the set-up was saved."
    ),
    since="the pieces work as they did when they were saved",
    remedy="Refresh the set-up with the Editor's tool, or place the pieces again.",
    run=_run,
)
