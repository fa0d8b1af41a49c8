"""Check for zones and regions that don't exist."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import SendToLocation, SetGlobalProperty


def _run(subject: CheckedModule) -> Iterator[Finding]:
    regions = frozenset(node.component.get("name", "") for node in subject.module.all(c.Region))
    zones = subject.module.zone_names
    names: list[tuple[ModulePlace, str, str | None, frozenset[str]]] = []
    for placed, trait in subject.module.traits(SendToLocation):
        if trait.destination == "Z":
            names.append((placed.place, "zone", constant_text(trait.zone), zones))
        elif trait.destination == "R":
            names.append((placed.place, "region", constant_text(trait.region), regions))
    for placed, setter in subject.module.traits(SetGlobalProperty):
        if setter.level == "Named Zone":
            names.append((placed.place, "zone", constant_text(setter.place), zones))
    for place, _, value in subject.module.values("format"):
        if value.name == "target.zone":
            names.append((place, "zone", constant_text(value.value), zones))
    for place, what, name, known in names:
        if name and name not in known:
            yield Finding(place, f"the {what} {quoted(name)} doesn't exist")


CHECK = Check(
    code="V404",
    name="unknown-zone",
    level=Severity.WARNING,
    title="A zone or region that doesn't exist",
    why="A piece sent to a zone or region that isn't on any board stays where it is.",
    since="an extension may provide the board with the zone",
    remedy="Correct the name of the zone or region.",
    run=_run,
    needs_module=True,
)
