"""Check for names that several entries of the archive have."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for file in subject.module.files:
        for name in file.archive.repeated if file.archive is not None else ():
            yield Finding(file.place / name, "several entries have this name; VASSAL reads the last")


CHECK = Check(
    code="V010",
    name="entry-repeated",
    level=Severity.ADVICE,
    title="Several entries of one name in the archive",
    why=(
        "An archive may have several entries of one name. Java, and so VASSAL, reads the last; other "
        "programs may read the first. The other checks judge the last."
    ),
    since="VASSAL opens the module, and reads one of the entries",
    remedy="Pack the files anew.",
    run=_run,
)
