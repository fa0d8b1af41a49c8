"""Check for expressions that are too large for VASSAL to evaluate."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        if text.reading.arms > 500:
            yield Finding(
                text.place, f"{text.value.label}: {text.reading.arms} branches of '? :'; the limit is 500"
            )
    if subject.skipped_texts:
        yield Finding(
            subject.module.place,
            f"{subject.skipped_texts} expressions were not checked, because there are too many of them",
        )


CHECK = Check(
    code="V506",
    name="expression-too-large",
    level=Severity.WARNING,
    title="An expression that may be too large for VASSAL",
    why=("VASSAL's parser is recursive: a table written as thousands of a ? b : c ? … overflows its stack."),
    since="the expression works if the stack is large enough",
    remedy="Put the table into a string, and look up values with indexOf and substring.",
    run=_run,
)
