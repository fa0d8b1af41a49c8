"""Check for two pieces with the same gpid."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import PlaceMarker


def _run(subject: CheckedModule) -> Iterator[Finding]:
    used: dict[str, ModulePlace] = {}
    owners = [(node.component.get("gpid", ""), node.place) for node in subject.module.all(c.PieceSlot)]
    owners += [(trait.gpid, placed.place) for placed, trait in subject.module.traits(PlaceMarker)]
    for gpid, place in owners:
        if not gpid.strip():
            continue
        if gpid in used:
            told = f"gpid {quoted(gpid)} is also used by {used[gpid].path}"
            yield Finding(place, told, cause="another piece has the same gpid")
        else:
            used[gpid] = place


CHECK = Check(
    code="V205",
    name="gpid-duplicate",
    level=Severity.WARNING,
    title="Two pieces with the same gpid",
    why=(
        "If two pieces share a gpid, refreshing a saved game replaces one piece with the other. "
        "VASSAL doesn't report this."
    ),
    since="play continues; only refreshing older saved games fails",
    remedy="Give the newer piece its own gpid, higher than all others in use.",
    run=_run,
)
