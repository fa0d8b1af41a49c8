"""A property that nothing sets."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Subject
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    known = subject.properties
    hints: dict[str, str] = {}
    for text in subject.texts:
        if text.value.kind == "format" and not text.reading.is_expression:
            continue
        for name in text.reading.properties:
            if name in known or not name.strip():
                continue
            if name not in hints:
                near = get_close_matches(name, known.names, 1, 0.8) if len(hints) < 50 else []
                hints[name] = f"did you mean {quoted(near[0])}?" if near else ""
            message = f"{text.value.label}: nothing sets the property {quoted(name)}"
            yield Finding(text.place, message, hints[name])


CHECK = Check(
    code="V502",
    name="property-unknown",
    level=Severity.WARNING,
    title="A property that nothing sets",
    why=(
        "In an expression the engine takes a property that nothing sets for an empty text: the "
        "comparison is just never true. It is mostly a misspelt name."
    ),
    remedy="Correct the name; capital and small letters differ.",
    run=_run,
)
