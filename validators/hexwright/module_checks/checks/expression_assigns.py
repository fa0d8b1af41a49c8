"""Check for expressions that assign a value to a variable."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        if text.reading.assigns:
            written = printable_line(str(text.value.value))
            yield Finding(
                text.place,
                f"{text.value.label}: = assigns instead of comparing, in {written}",
                cause="= assigns",
            )


CHECK = Check(
    code="V505",
    name="expression-assigns",
    level=Severity.WARNING,
    title="An expression that assigns a value",
    why=(
        "A single = assigns, == compares. An assignment in an expression changes nothing in the game, and "
        "a condition with one always has the assigned value."
    ),
    since="the expression has a value, but not the intended one",
    remedy="Write == to compare.",
    run=_run,
)
