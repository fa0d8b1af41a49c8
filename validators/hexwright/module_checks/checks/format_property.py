"""A report names a property that nothing sets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.vassal_property_names import is_format_word
from hexwright.module_checks.check_framework import Check, Finding, Hints, Subject, Text
from hexwright.vassal.codec.buildfile.components import CounterDetailViewer

_SUM = re.compile(r"(?:sum|sumProperties)\((.*)\)")


def _run(subject: Subject) -> Iterator[Finding]:
    known = subject.properties
    hints = Hints(known.names)
    for text in subject.texts:
        if text.value.kind != "format" or text.reading.is_expression or text.value.is_default:
            continue
        for name in text.reading.properties:
            if known.answers(text.owner, _summed(text, name)) or is_format_word(name):
                continue
            yield Finding(text.place, f"{text.value.label}: nothing sets ${name}$", hints.of(name))


def _summed(text: Text, name: str) -> str:
    """Return the property of which a stack viewer's summary shows the sum, or the name as it is."""
    if isinstance(text.owner, CounterDetailViewer) and text.value.name == "summary_report_format":
        found = _SUM.fullmatch(name)
        return found[1] if found else name
    return name


CHECK = Check(
    code="V503",
    name="format-property",
    level=Severity.WARNING,
    title="A report names a property that nothing sets",
    why="Where $name$ names nothing, the engine writes the name itself into the chat.",
    since="only the words in the chat are wrong",
    remedy="Correct the name; capital and small letters differ.",
    run=_run,
    needs_module=True,
)
