"""A report names a property that nothing sets."""

from __future__ import annotations

from collections.abc import Iterator

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Hints, Subject
from validators.reading.names import is_format_word


def _run(subject: Subject) -> Iterator[Finding]:
    known = subject.properties
    hints = Hints(known.names)
    for text in subject.texts:
        if text.value.kind != "format" or text.reading.is_expression or text.value.is_default:
            continue
        for name in text.reading.properties:
            if known.answers(text.owner, name) or is_format_word(name):
                continue
            yield Finding(text.place, f"{text.value.label}: nothing sets ${name}$", hints.of(name))


CHECK = Check(
    code="V503",
    name="format-property",
    level=Severity.WARNING,
    title="A report names a property that nothing sets",
    why="Where $name$ names nothing, the engine writes the name itself into the chat.",
    remedy="Correct the name; capital and small letters differ.",
    run=_run,
    needs_module=True,
)
