"""Check for prototypes that contain each other."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    prototypes = subject.module.prototypes
    for ring in prototypes.cycles:
        names = [quoted(name) for name in (*ring, ring[0])]
        yield Finding(
            prototypes.by_name[ring[0]].place, (f"prototypes that contain each other: {' → '.join(names)}")
        )


CHECK = Check(
    code="V202",
    name="prototype-cycle",
    level=Severity.ERROR,
    title="Prototypes that contain each other",
    why=(
        "A prototype that contains itself, directly or through others, would never end; VASSAL stops with "
        "an error when the first piece uses it."
    ),
    since="VASSAL stops at the first piece that uses it",
    remedy="Remove the Prototype trait from one of these prototypes.",
    run=_run,
)
