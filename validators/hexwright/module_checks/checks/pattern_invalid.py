"""Check for regular expressions that VASSAL cannot compile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexwright.diagnostics.diagnostic import Severity
from hexwright.inspect.analysis.module_place import quoted
from hexwright.module_checks.check_framework import Check, CheckedModule, Finding
from hexwright.support.linear_regex import LinearRegex

_BRACED = LinearRegex(r'(?:=~|!~|\.matches\()\s*"((?:[^"\\]|\\.)*)"')
_PLAIN = re.compile(r"(?:=~|!~)([^&|][^&]*)")
_BROKEN = (
    "missing )",
    "unterminated character set",
    "nothing to repeat",
    "unbalanced parenthesis",
    "bad escape (end",
)
"""The faults that are faults in Java too."""


def _run(subject: CheckedModule) -> Iterator[Finding]:
    for text in subject.texts:
        value = str(text.value.value)
        if text.reading.is_expression:
            patterns = [re.sub(r"\\(.)", r"\1", found[1]) for found in _BRACED.finditer(value)]
        else:
            patterns = (
                [found.strip() for found in _PLAIN.findall(value)] if text.value.kind == "expression" else []
            )
        for pattern in patterns:
            if "$" not in pattern and "\\Q" not in pattern and (fault := _fault(pattern)):
                yield Finding(text.place, f"{text.value.label}: {fault} in the pattern {quoted(pattern)}")


def _fault(pattern: str) -> str:
    """Return the fault of a pattern; an empty string if it has none, or one that Java may not see."""
    if len(pattern) > 1_000:
        return ""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        message = getattr(error, "msg", "")
        return message if message.startswith(_BROKEN) else ""
    return ""


CHECK = Check(
    code="V512",
    name="pattern-invalid",
    level=Severity.ERROR,
    title="A pattern that can't be compiled",
    why=(
        "VASSAL compiles a pattern when it evaluates the match. If it can't, the match is never true, and in "
        "braces the expression silently keeps its last value."
    ),
    since="the match never works",
    remedy="Escape brackets and signs that are meant literally with a backslash.",
    run=_run,
)
