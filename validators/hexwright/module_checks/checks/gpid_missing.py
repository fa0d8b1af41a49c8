"""Check for pieces without a gpid."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import PlaceMarker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for node in subject.module.all(c.PieceSlot):
        if not node.component.get("gpid", "").strip():
            yield Finding(node.place, "the piece has no gpid")
    for placed, trait in subject.module.traits(PlaceMarker):
        if not trait.gpid.strip() and trait.marker not in ("", "null"):
            yield Finding(placed.place, f"{trait.TITLE}: the piece that it places has no gpid")


CHECK = Check(
    code="V204",
    name="gpid-missing",
    level=Severity.WARNING,
    title="A piece without a gpid",
    why=(
        "VASSAL refreshes saved games by the gpid of each piece; a piece without one can't be refreshed. "
        "The Place Marker and Replace With Other traits also need a gpid for the piece they place."
    ),
    since="play continues; only saved games of older versions can't be refreshed",
    remedy="Save the module in VASSAL's Editor, which assigns missing gpids.",
    run=_run,
)
