"""Check for prototypes that no piece uses."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.used_prototypes import is_heading
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    if subject.has_made_up_prototypes:
        return
    for design in subject.module.definitions:
        name = design.prototype
        if name is not None and name not in subject.used_prototypes and not is_heading(name):
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
