"""Check for set-ups whose saved game can't be read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for setup in subject.set_ups:
        if setup.fault:
            yield Finding(setup.node.place, f"the saved game can't be read: {setup.fault}")


CHECK = Check(
    code="V309",
    name="setup-broken",
    level=Severity.ERROR,
    title="A set-up whose saved game can't be read",
    why="A set-up whose saved game is broken opens nothing.",
    since="the set-up can't be played",
    remedy="Save the set-up again and add it to the module.",
    run=_run,
)
