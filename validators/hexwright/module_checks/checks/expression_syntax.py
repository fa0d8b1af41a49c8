"""Check for expressions that can't be parsed."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.message_wording import printable_line


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        written = str(text.value.value).strip()
        shown = printable_line(written)
        if text.reading.error:
            yield Finding(text.place, f"{text.value.label}: {text.reading.error}, in {shown}")
        elif (
            text.value.kind == "expression"
            and not text.reading.is_expression
            and (written.startswith("{") != written.endswith("}"))
        ):
            yield Finding(text.place, f"{text.value.label}: unbalanced brace in {shown}")


CHECK = Check(
    code="V501",
    name="expression-syntax",
    level=Severity.ERROR,
    title="An expression that can't be parsed",
    why=(
        "VASSAL reports a broken expression only when it evaluates it, in the middle of a game; the "
        "expression then has no value."
    ),
    since="the expression never works",
    remedy="Correct the expression at the character that the message names.",
    run=_run,
)
