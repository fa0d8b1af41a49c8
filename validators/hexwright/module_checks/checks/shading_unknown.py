"""Check for Areas of Effect whose map shading is not defined."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c
from hexwright.vassal.codec.traits import AreaOfEffect


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = {node.component.get("name", "") for node in subject.module.all(c.MapShader)}
    for placed, trait in subject.module.traits(AreaOfEffect):
        name = trait.map_shading
        if name and name not in known and "$" not in name and "{" not in name:
            yield Finding(placed.place, f"no map shading is called {quoted(name)}")


CHECK = Check(
    code="V408",
    name="shading-unknown",
    level=Severity.ERROR,
    title="A map shading that doesn't exist",
    why=(
        "An Area of Effect that uses Map Shading is drawn by the shading of that name. If there is none, "
        "VASSAL draws nothing and says nothing."
    ),
    since="the area is never shown",
    remedy="Correct the shading's name, or add the Map Shading to the map.",
    run=_run,
    needs_module=True,
)
