"""Check for Global Options placed after a map."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        nodes = [node for node in subject.module.nodes if node.file is file]
        first = next((node.order for node in nodes if isinstance(node.component, c.Map)), None)
        for node in nodes:
            if not isinstance(node.component, c.GlobalOptions):
                continue
            around = node.parent.component if node.parent else None
            if not isinstance(around, c.GameModule | c.ExtensionElement):
                yield Finding(node.place, "Global Options are not directly in the module")
            elif first is not None and node.order > first:
                yield Finding(
                    node.place, ("Global Options come after a map window, which is therefore never shown")
                )


CHECK = Check(
    code="V105",
    name="options-misplaced",
    level=Severity.ERROR,
    title="Global Options placed after a map",
    why="If VASSAL reads the first map window before the Global Options, it never shows the main map.",
    since="no game can be played without its map",
    remedy="Put Global Options directly into the module, before the first map window.",
    run=_run,
)
