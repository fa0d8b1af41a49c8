"""A report names a property that nothing sets."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from builder.diagnostics import Severity
from validators.checks.framework import Check, Finding, Subject
from validators.reading.names import is_format_word
from validators.reading.place import quoted


def _run(subject: Subject) -> Iterator[Finding]:
    known = subject.properties
    hints: dict[str, str] = {}
    for text in subject.texts:
        if text.value.kind != "format" or text.reading.is_expression or text.value.is_default:
            continue
        for name in text.reading.properties:
            if name in known or is_format_word(name):
                continue
            if name not in hints:
                near = get_close_matches(name, known.names, 1, 0.8) if len(hints) < 50 else []
                hints[name] = f"did you mean {quoted(near[0])}?" if near else ""
            yield Finding(text.place, f"{text.value.label}: nothing sets ${name}$", hints[name])


CHECK = Check(
    code="V503",
    name="format-property",
    level=Severity.WARNING,
    title="A report names a property that nothing sets",
    why="Where $name$ names nothing, the engine writes the name itself into the chat.",
    remedy="Correct the name; capital and small letters differ.",
    run=_run,
)
