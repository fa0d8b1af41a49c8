"""Code that can't be known before it runs."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, Finding, Subject
from hexwright.support.message_wording import printable


def _run(subject: Subject) -> Iterator[Finding]:
    for found in subject.reached:
        for reason in found.reach.unknown:
            label = f"{found.label}: " if found.label else ""
            yield Finding(found.place, f"{label}{printable(reason)}", cause=reason)


CHECK = Check(
    code="V902",
    name="code-unknown",
    level=Severity.WARNING,
    title="Code that can't be known before it runs",
    why=(
        "A text that is put together while the game runs and is then evaluated may be any program. So may a "
        "value that ends the quotation marks around it. What such code does can't be told from the module."
    ),
    since="it may do nothing but compute",
    remedy=(
        "Evaluate only fixed texts: a string, or a Translatable Message that no trait sets. In a module of "
        "others, open it only if you trust its maker."
    ),
    run=_run,
)
