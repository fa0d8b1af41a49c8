"""Two pieces of one gpid."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import Place, quoted
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import PlaceMarker


def _run(subject: Subject) -> Iterator[Finding]:
    used: dict[str, Place] = {}
    owners = [(node.component.get("gpid", ""), node.place) for node in subject.module.all(c.PieceSlot)]
    owners += [(trait.gpid, placed.place) for placed, trait in subject.module.traits(PlaceMarker)]
    for gpid, place in owners:
        if not gpid.strip():
            continue
        if gpid in used:
            told = f"gpid {quoted(gpid)} is also that of {used[gpid].path}"
            yield Finding(place, told, cause="the gpid is also that of another piece")
        else:
            used[gpid] = place


CHECK = Check(
    code="V205",
    name="gpid-duplicate",
    level=Severity.WARNING,
    title="Two pieces of one gpid",
    why="Refreshing a saved game puts the wrong piece where two share a gpid. The engine never tells.",
    since="play goes on; only saved games of older versions are refreshed wrongly",
    remedy="Give the newer piece a gpid of its own, above all others in use.",
    run=_run,
)
