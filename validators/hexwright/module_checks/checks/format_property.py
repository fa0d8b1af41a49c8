"""Check for report formats that name a property nothing sets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.vassal_property_names import is_format_word
from hexwright.module_checks.check_framework import Check, CheckedModule, EvaluatedText, Finding, NameHints
from hexwright.vassal.codec.buildfile.components import CounterDetailViewer

_SUM = re.compile(r"(?:sum|sumProperties)\((.*)\)")


def _run(subject: CheckedModule) -> Iterator[Finding]:
    known = subject.properties
    hints = NameHints(known.names)
    for text in subject.texts:
        if text.value.kind != "format" or text.reading.is_expression or text.value.is_default:
            continue
        for name in text.reading.properties:
            if known.answers(text.owner, _summed(text, name)) or is_format_word(name):
                continue
            yield Finding(text.place, f"{text.value.label}: nothing sets ${name}$", hints.of(name))


def _summed(text: EvaluatedText, name: str) -> str:
    """Return the property whose sum a stack viewer's summary shows; return any other name unchanged."""
    if isinstance(text.owner, CounterDetailViewer) and text.value.name == "summary_report_format":
        found = _SUM.fullmatch(name)
        return found[1] if found else name
    return name


CHECK = Check(
    code="V503",
    name="format-property",
    level=Severity.WARNING,
    title="A report that names a property that nothing sets",
    why="If nothing sets the property in $name$, VASSAL writes the name itself to the chat.",
    since="only the text in the chat is wrong",
    remedy="Correct the name; names are case-sensitive.",
    run=_run,
    needs_module=True,
)
