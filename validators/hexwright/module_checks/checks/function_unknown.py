"""Check for functions in expressions that VASSAL doesn't know."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        for strange in dict.fromkeys(text.reading.strange):
            yield Finding(text.place, f"{text.value.label}: {strange}")


CHECK = Check(
    code="V504",
    name="function-unknown",
    level=Severity.ERROR,
    title="A function that VASSAL doesn't know",
    why=(
        "A call of an unknown function, or with a wrong number of arguments, breaks the whole expression "
        "when it is evaluated."
    ),
    since="the expression never works",
    remedy="Correct the function's name or its arguments; names are case-sensitive.",
    run=_run,
)
