"""Check for a module that starts with empty maps."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.vassal.codec.buildfile import components as c


def _run(subject: CheckedModule) -> Iterator[Finding]:
    started = subject.module.all(c.SetupStack, c.DrawPile, c.PredefinedSetup)
    if subject.module.maps and subject.module.pieces and not started:
        yield Finding(subject.module.place, "no set-up and no at-start stack")


CHECK = Check(
    code="V803",
    name="no-set-up",
    level=Severity.ADVICE,
    title="A module that starts with empty maps",
    why=("Without a set-up or at-start stacks, players have to place every piece themselves."),
    since="some games start with empty maps",
    remedy="Add a pre-defined set-up, or at-start stacks.",
    run=_run,
    needs_module=True,
)
