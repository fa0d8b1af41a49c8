"""Check for properties that nothing sets."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.inspect.analysis.vassal_property_names import is_format_word
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding, NameHints


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = subject.properties
    hints = NameHints(known.names)
    for text in subject.texts:
        if text.value.kind == "format" and not text.reading.is_expression:
            continue
        for name in text.reading.properties:
            if known.answers(text.owner, name) or not name.strip():
                continue
            if text.value.kind == "format" and is_format_word(name):
                continue
            message = f"{text.value.label}: nothing sets the property {quoted(name)}"
            yield Finding(text.place, message, hints.of(name))


CHECK = Check(
    code="V502",
    name="property-unknown",
    level=Severity.WARNING,
    title="A property that nothing sets",
    why=(
        "In an expression, VASSAL treats a property that nothing sets as an empty string, so a comparison is "
        "never true. Usually the name is misspelt."
    ),
    since="a property that is never set may be empty on purpose",
    remedy="Correct the name; names are case-sensitive.",
    run=_run,
    needs_module=True,
)
