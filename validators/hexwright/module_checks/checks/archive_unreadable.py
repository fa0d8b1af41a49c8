"""Check that the file is an archive that is safe to read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for trouble in subject.module.troubles:
        if trouble.about == "archive":
            yield Finding(trouble.place, f"archive: {trouble.message}")


CHECK = Check(
    code="V001",
    name="archive-unreadable",
    level=Severity.ERROR,
    title="A file that is not an archive or is not safe to read",
    why=(
        "A module is a zip archive. An archive may be truncated, or have entries that overlap, lead "
        "outside the archive, are links, or claim false sizes. Such an archive is damaged or malicious, "
        "and is not read any further."
    ),
    since="no part of the module can be read",
    remedy="Download or save the module again; create archives with VASSAL's Editor or with hexwright.",
    run=_run,
)
