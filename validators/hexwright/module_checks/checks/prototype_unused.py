"""Check for prototypes that no piece uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    made_up = any("$" in p or "{" in p for p in subject.used_prototypes)
    for design in subject.module.definitions:
        if design.prototype is not None and design.prototype not in subject.used_prototypes and not made_up:
            yield Finding(design.place, "no piece uses this prototype")


CHECK = Check(
    code="V215",
    name="prototype-unused",
    level=Severity.ADVICE,
    title="A prototype that no piece uses",
    why="A prototype that no piece uses is a leftover, or a sign of a misspelt name elsewhere.",
    since="it only makes the module harder to read",
    remedy="Remove the prototype, or use it.",
    run=_run,
    needs_module=True,
)
