"""Check for maps that don't exist."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.expression_analysis import constant_text
from hexwright.inspect.analysis.module_place import ModulePlace, quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import SendToLocation, SetGlobalProperty


def _run(subject: CheckedModule) -> Iterator[Finding]:
    names: list[tuple[ModulePlace, str, str | None]] = [
        (p.place, "sends to", constant_text(t.map)) for p, t in subject.module.traits(SendToLocation)
    ]
    for placed, setter in subject.module.traits(SetGlobalProperty):
        if setter.level == "Named Map":
            names.append((placed.place, "sets a property of", constant_text(setter.place)))
    windows = subject.module.all(c.PrivateMap)
    names += [(node.place, "uses the boards of", node.component.get("useBoards", "")) for node in windows]
    for place, _, value in subject.module.values("format"):
        if value.name == "target.map":
            names.append((place, "goes to", constant_text(value.value)))
    for place, does, name in names:
        if name and name not in subject.module.map_names:
            yield Finding(place, f"{does} the map {quoted(name)}, which doesn't exist")


CHECK = Check(
    code="V403",
    name="unknown-map",
    level=Severity.ERROR,
    title="A map that doesn't exist",
    why=(
        "VASSAL finds a map by its name. A piece sent to a map that doesn't exist stays where it is, and a "
        "key command for it has no effect."
    ),
    since="the command does nothing",
    remedy="Correct the map's name.",
    run=_run,
    needs_module=True,
)
