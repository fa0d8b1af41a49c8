"""Check for two prototypes with the same name."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for design in subject.module.definitions:
        if design.prototype is None or subject.is_comment(design):
            continue
        if (design.place.file, design.prototype) in seen:
            yield Finding(design.place, "another prototype has this name")
        seen.add((design.place.file, design.prototype))


CHECK = Check(
    code="V203",
    name="duplicate-prototype",
    level=Severity.WARNING,
    title="Two prototypes with the same name",
    why=("Only the last definition of a name counts; which one is last depends on the order in the file."),
    since="the definition that counts may be the intended one",
    remedy="Rename or remove one of them.",
    run=_run,
)
