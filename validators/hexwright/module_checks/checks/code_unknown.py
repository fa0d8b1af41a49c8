"""Check for code whose effects can't be determined without running it."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for found in subject.unsafe_uses:
        for reason in found.reach.unknown:
            label = f"{found.label}: " if found.label else ""
            yield Finding(found.place, f"{label}{printable_line(reason)}", cause=reason)


CHECK = Check(
    code="V902",
    name="code-unknown",
    level=Severity.WARNING,
    title="Code that is unknown until it runs",
    why=(
        "A string that is built during play and then evaluated may contain any program. So may a "
        "value that closes the quotation marks around it. The module doesn't show what such code "
        "does."
    ),
    since="the code may only compute values",
    remedy=(
        "Evaluate only fixed strings: a constant, or a Translatable Message that no trait sets. Open another "
        "author's module only if you trust its author."
    ),
    run=_run,
)
