"""Check for global properties that are defined twice in one place."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.used_prototypes import is_heading
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    seen: set[tuple[object, str]] = set()
    for node in subject.module.all(c.GlobalProperty):
        name = node.component.get("name", "")
        holder = next((a for a in node.ancestors() if isinstance(a.component, _HOLDERS)), None)
        if name and not is_heading(name) and (holder, name) in seen:
            yield Finding(node.place, f"another global property here is also called {quoted(name)}")
        seen.add((holder, name))


_HOLDERS = (c.Map, c.Zone, c.ModuleExtension, c.GameModule)


CHECK = Check(
    code="V511",
    name="duplicate-global-property",
    level=Severity.WARNING,
    title="Two global properties with the same name",
    why=(
        "The module, a map or a zone has one value for each name. Of two global properties with one name, "
        "only one is found, and which initial value counts depends on their order."
    ),
    since="one of the two works",
    remedy="Remove one of the two, or rename it.",
    run=_run,
)
