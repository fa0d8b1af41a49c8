"""Check for two maps with the same name."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    seen: set[str] = set()
    for node in subject.module.maps:
        name = node.component.get("mapName", "")
        if not name and not isinstance(node.component, c.WidgetMap):
            yield Finding(node.place, "a map without a name")
        elif name in seen:
            yield Finding(node.place, f"another map is also called {quoted(name)}")
        seen.add(name)


CHECK = Check(
    code="V106",
    name="duplicate-map-name",
    level=Severity.ERROR,
    title="Two maps with the same name",
    why=(
        "VASSAL finds maps by name: for saved positions, Send To Location and key commands. If two "
        "maps have the same name, the second is never found."
    ),
    since="pieces end up on the wrong map",
    remedy="Give every map window its own name.",
    run=_run,
)
