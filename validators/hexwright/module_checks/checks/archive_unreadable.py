"""The file is no archive that is safe to read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, Finding, Subject


def _run(subject: Subject) -> Iterator[Finding]:
    for trouble in subject.module.troubles:
        if trouble.about == "archive":
            yield Finding(trouble.place, f"archive: {trouble.message}")


CHECK = Check(
    code="V001",
    name="archive-unreadable",
    level=Severity.ERROR,
    title="The file is no archive that is safe to read",
    why=(
        "A module is a zip archive. One that is cut short, whose entries overlap, climb out of the "
        "archive, are links, or claim sizes that they don't have, is broken or made to do harm; "
        "nothing in it is looked at."
    ),
    since="nothing of the module can be read",
    remedy="Download or save the module anew; make archives with VASSAL's Editor or with this tool.",
    run=_run,
)
