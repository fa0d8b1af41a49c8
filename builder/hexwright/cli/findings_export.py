"""Export findings in game data for other programs: JSON, and GitHub annotations."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from hexwright.cli.console import finding_lines
from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.diagnostics.finding_groups import finding_cause, group_by_file_and_cause
from hexwright.module_checks.findings_formats import annotation, as_property

JSON_VERSION: Final = 1
"""The version of the JSON layout; incompatible changes increase it."""


def as_json(games: Sequence[str], found: Sequence[Diagnostic], titles: Mapping[str, str]) -> str:
    """Return all findings in full as JSON; `titles` gives the meaning of each code."""
    rows = [
        {
            "code": diagnostic.code,
            "name": titles.get(diagnostic.code, ""),
            "level": diagnostic.severity.value,
            "file": diagnostic.span.file if diagnostic.span else "",
            "line": diagnostic.span.line if diagnostic.span else 0,
            "column": diagnostic.span.column if diagnostic.span else 0,
            "message": diagnostic.message,
            "cause": finding_cause(diagnostic),
            "hint": diagnostic.hint,
        }
        for diagnostic in found
    ]
    counts = {severity.value: sum(d.severity is severity for d in found) for severity in Severity}
    told = {"version": JSON_VERSION, "games": list(games), "findings": rows, "counts": counts}
    return json.dumps(told, ensure_ascii=False, indent=2)


def as_github(found: Sequence[Diagnostic], titles: Mapping[str, str]) -> str:
    """Return the findings as workflow commands, which GitHub shows at their lines in a pull request.

    Findings of a file with one cause are reported together, because GitHub shows only a few.
    """
    lines = []
    for group in group_by_file_and_cause(found):
        first = group.findings[0]
        span = first.span
        place = "" if span is None else f"file={as_property(span.file)},"
        if span is not None and span.line:
            place += f"line={span.line},col={span.column},"
        title = f"{first.code} {titles.get(first.code, '')}".strip()
        head, *more = finding_lines(group)
        # The place already precedes the text.
        text = "\n".join([head.split(f"{first.severity.value}[{first.code}]: ", 1)[1], *more])
        lines.append(annotation(first.severity, place, title, text))
    return "\n".join(lines)
